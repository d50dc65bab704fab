package dev.nudge.delivery.typing;

import dev.nudge.delivery.screen.PaneState.Dialog;
import dev.nudge.delivery.screen.PaneState.Draft;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.tmux.Key;
import dev.nudge.tmux.KeyResult;
import dev.nudge.tmux.PaneReading;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Types one message into one pane and submits it.
///
/// The text goes in as one paste, into a prompt that is empty at that very moment. It is submitted
/// only if the prompt holds exactly that text, still does at the moment of the key, and no person
/// has pressed a key in between. An idle agent gets Enter. A working agent gets Tab, which queues
/// the text (rule R9): a dialog that has opened but is not drawn yet (the agent draws 30 times a
/// second) would treat Enter as approval, but ignores Tab. No key ever deletes anything. A key is
/// pressed again only if the prompt shows that it meant something else (an early Enter is a line
/// break, rules R10 and R11), or still shows the text much later.
///
/// Blocks until the agent has taken the text or [Pace#echo()] has passed. Use an instance once.
final class Typist {
    private static final int MOST_PRESSES = 3;
    private static final String BROKEN = "broken";

    private final AgentPane pane;
    private final Pace pace;
    private final TypedText text;
    private final BooleanSupplier isAgentThere;
    private final Look.Shown start;
    private final long begin = System.nanoTime();
    private String standing = "";
    private long standingSince;
    private long pressedAt;
    private int presses;

    /// @param start a look since which no person may have pressed a key
    /// @param isAgentThere whether the agent for which the text was typed is alive; another one in
    ///   the same pane gets no key
    Typist(
            AgentPane pane,
            Pace pace,
            Look.Shown start,
            TypedText text,
            BooleanSupplier isAgentThere) {
        this.isAgentThere = isAgentThere;
        this.pane = pane;
        this.pace = pace;
        this.start = start;
        this.text = text;
    }

    /// Waits until the prompt holds the text, presses the key, and waits until the agent has taken
    /// the text.
    TypingOutcome submit() {
        while (elapsed(begin).compareTo(pace.echo()) < 0 && presses <= MOST_PRESSES) {
            Optional<TypingOutcome> end =
                    switch (pane.look()) {
                        case Look.Gone _ -> Optional.of(new TypingOutcome.Gone());
                        case Look.Shown shown -> consider(shown);
                    };
            if (end.isPresent()) {
                return end.get();
            }
            // Looks become rarer, so that an agent that hangs costs little.
            pause(max(pace.look(), elapsed(begin).dividedBy(10)));
        }
        return new TypingOutcome.Unclear();
    }

    private Optional<TypingOutcome> consider(Look.Shown shown) {
        // A dialog that opened in time to swallow the text, or that holds it back.
        if (shown.isTouchedSince(start) || shown.state() instanceof Dialog) {
            return Optional.of(new TypingOutcome.Unclear());
        }
        if (shown.state() instanceof Draft draft && isText(draft)) {
            return press(shown, draft.text(), draft.isWorking());
        }
        if (shown.showsBroken(text)) {
            // It is unknown whether the agent works: Tab means nothing to an idle one.
            boolean isQueued = presses == 0 && shown.profile().queueKey().isPresent();
            return press(shown, BROKEN, isQueued);
        }
        boolean isTaken = presses > 0 && shown.state().isTypable();
        return isTaken ? Optional.of(new TypingOutcome.Submitted()) : Optional.empty();
    }

    private boolean isText(Draft draft) {
        TypedText shown = TypedText.of(draft.text());
        return shown.equals(text) || shown.isLongEndOf(text);
    }

    /// @param isQueued whether the key is pressed that queues a text; without one, none is
    private Optional<TypingOutcome> press(Look.Shown shown, String draft, boolean isQueued) {
        TypingProfile profile = shown.profile();
        Optional<Key> key = isQueued ? profile.queueKey() : Optional.of(profile.submitKey());
        return key.flatMap(known -> press(shown, draft, known));
    }

    private Optional<TypingOutcome> press(Look.Shown shown, String draft, Key key) {
        if (!draft.equals(standing)) {
            standing = draft;
            standingSince = System.nanoTime();
        } else if (presses > 0 && elapsed(pressedAt).compareTo(pace.again()) < 0) {
            return Optional.empty();
        }
        if (key == Key.ENTER) {
            pause(pace.beforeEnter().minus(elapsed(standingSince)));
        }
        if (!isAgentThere.getAsBoolean()) {
            return Optional.of(new TypingOutcome.Unclear());
        }
        return switch (pane.press(shown, key)) {
            case PaneReading.Gone _ -> Optional.of(new TypingOutcome.Gone());
            case KeyResult.Refused _ -> Optional.empty();
            case KeyResult.Sent _ -> {
                presses++;
                pressedAt = System.nanoTime();
                yield Optional.empty();
            }
        };
    }

    private static Duration elapsed(long since) {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    private static Duration max(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
