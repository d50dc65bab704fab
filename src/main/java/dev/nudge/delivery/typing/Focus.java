package dev.nudge.delivery.typing;

import dev.nudge.delivery.screen.PaneState.Unfocused;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.delivery.typing.Deliverer.Attempt;
import dev.nudge.tmux.Key;
import dev.nudge.tmux.Tmux.KeyResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// Tells an agent for a moment that its terminal has the focus. Without the focus an agent shows no
/// cursor, so that nobody can see where keys go: tmux reports the focus lost when the last person
/// detaches, and with `focus-events` whenever they look at something else. An agent that was
/// suspended and resumed may have the focus, but leaves the cursor where the shell has put it.
///
/// The report is not a key: the agent takes it from its input before it looks for keys (rule R12).
/// It is sent only while the agent's own prompt is in front, as it was seen.
final class Focus {
    private static final Duration SHOWN = Duration.ofMillis(500);
    private static final int ATTEMPTS = 3;

    /// How long an agent may take to read a report. If it reads two at once, only the last counts
    /// (rule R12).
    private static final Duration READ = Duration.ofMillis(50);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LAST_PAUSE = Duration.ofMinutes(1);

    private final AgentPane pane;
    private Duration pause = FIRST_PAUSE;
    private long againAt = System.nanoTime();
    private Optional<Unfocused> vainIn = Optional.empty();

    Focus(AgentPane pane) {
        this.pane = pane;
    }

    interface Act {
        Attempt with(Look.Shown focused) throws IOException;
    }

    /// Gives the focus, acts, and takes the focus back unless a person has come. If that was in
    /// vain, it is tried again only after pauses that double, however often this is called: a
    /// change of the focus redraws the pane, and the agent may be too busy to read.
    Attempt during(Look.Shown unfocused, Unfocused state, Act act) throws IOException {
        boolean isAsBefore = vainIn.filter(state::equals).isPresent();
        if (isAsBefore && againAt - System.nanoTime() > 0) {
            return notNow(unfocused);
        }
        Attempt attempt = attempt(unfocused, act);
        boolean isVain = attempt instanceof Attempt.NotNow;
        pause =
                isAsBefore && isVain
                        ? Collections.min(List.of(pause.multipliedBy(2), LAST_PAUSE))
                        : FIRST_PAUSE;
        againAt = System.nanoTime() + pause.toNanos();
        vainIn = isVain ? Optional.of(state) : Optional.empty();
        return isVain ? notNow(unfocused) : attempt;
    }

    private Attempt notNow(Look.Shown unfocused) {
        long left = Math.max(1, againAt - System.nanoTime());
        return Attempt.NotNow.since(unfocused, Duration.ofNanos(left));
    }

    private Attempt attempt(Look.Shown unfocused, Act act) throws IOException {
        if (!give(unfocused)) {
            return notNow(unfocused);
        }
        try {
            return switch (awaitCursor()) {
                case Look.Gone _ -> new Attempt.Over();
                case Look.Shown still when still.state() instanceof Unfocused -> notNow(unfocused);
                case Look.Shown met when met.isTouchedSince(unfocused) -> new Attempt.Advanced();
                case Look.Shown focused ->
                        act.with(focused) instanceof Attempt.NotNow
                                ? notNow(unfocused)
                                : new Attempt.Advanced();
            };
        } finally {
            report(Key.FOCUS_OUT, unfocused);
        }
    }

    /// Takes the focus, then gives it: an agent that has it already draws no cursor (rule R12).
    private boolean give(Look.Shown unfocused) {
        if (!report(Key.FOCUS_OUT, unfocused)) {
            return false;
        }
        LockSupport.parkNanos(READ.toNanos());
        boolean isGiven = report(Key.FOCUS_IN, unfocused);
        if (!isGiven && pane.look() instanceof Look.Shown now) {
            // A person has come, and sees no cursor.
            boolean _ = report(Key.FOCUS_IN, now);
        }
        return isGiven;
    }

    private Look awaitCursor() {
        long begin = System.nanoTime();
        Look look = pane.look();
        while (look instanceof Look.Shown shown
                && shown.state() instanceof Unfocused
                && System.nanoTime() - begin < SHOWN.toNanos()) {
            // Looks become rarer, so that an agent that does not answer costs little.
            LockSupport.parkNanos(Math.max(Pace.LOOK.toNanos(), (System.nanoTime() - begin) / 2));
            look = pane.look();
        }
        return look;
    }

    /// Reports to the prompt that the focus was gained or lost.
    ///
    /// @return false if a person has come, no prompt is shown or the agent keeps drawing
    private boolean report(Key focus, Look.Shown since) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (!(pane.look() instanceof Look.Shown shown)
                    || shown.isTouchedSince(since)
                    || !shown.reading().hasPrompt()) {
                return false;
            }
            if (pane.press(shown, focus) == KeyResult.SENT) {
                return true;
            }
        }
        return false;
    }
}
