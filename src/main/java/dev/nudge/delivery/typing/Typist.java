package dev.nudge.delivery.typing;

import dev.nudge.delivery.screen.PaneState.Dialog;
import dev.nudge.delivery.screen.PaneState.Draft;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.tmux.Key;
import dev.nudge.tmux.KeyResult;
import dev.nudge.tmux.PaneReading;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Types one message into one pane and submits it.
///
/// The text goes in as one paste, into a prompt that is empty at that very moment. It is submitted
/// only if the prompt holds exactly that text, still does at the moment of the key, and no person
/// has pressed a key in between. An idle agent gets Enter. A working agent gets Tab, which queues
/// the text (rule R9): a dialog that has opened but is not drawn yet (the agent draws 30 times a
/// second) would treat Enter as approval, but ignores Tab. No key ever deletes anything.
///
/// A key is pressed again if the prompt shows that it meant something else (an early Enter is a
/// line break, rules R10 and R11), or still shows the text much later. A slow agent would submit
/// the text twice if it got a second key before it is done with the first (rule R124), so all that
/// counts only from the moment at which it has read that key. Two Tabs that an agent reads at once
/// change its display, so Tab is pressed again only when it has drawn twice since then.
///
/// Blocks until the agent has taken the text or [Pace#echo()] has passed. Use an instance once.
final class Typist {
    private static final int MOST_PRESSES = 3;

    /// An agent that draws once may do so before it reads what has come; then it reads.
    private static final int DRAWN = 2;

    private static final String BROKEN = "broken";

    private final AgentPane pane;
    private final Pace pace;
    private final TypedText text;
    private final BooleanSupplier isAgentThere;
    private final Look.Shown start;
    private final long begin = System.nanoTime();
    private String standing = "";
    private long standingSince;
    private int presses;

    /// Whether a key may have been pressed on the text before.
    private final boolean isFresh;

    /// The text in the prompt when a key was pressed last; empty if that is not known.
    private String pressedOn = "";

    /// Since when the agent has been seen to have read all keys, by [System#nanoTime()]; empty if
    /// it has not.
    private OptionalLong readSince = OptionalLong.empty();

    /// How often the agent has drawn since it has read the last key, or since it was last unknown
    /// whether one was pressed.
    private int redraws;

    private List<String> rows;

    /// @param start a look since which no person may have pressed a key
    /// @param isFresh whether the text has just been typed, so that no key was pressed on it yet
    /// @param isAgentThere whether the agent for which the text was typed is alive; another one in
    ///   the same pane gets no key
    Typist(
            AgentPane pane,
            Pace pace,
            Look.Shown start,
            TypedText text,
            boolean isFresh,
            BooleanSupplier isAgentThere) {
        this.isAgentThere = isAgentThere;
        this.isFresh = isFresh;
        this.redraws = isFresh ? DRAWN : 0;
        this.rows = start.snapshot().rows();
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
                        case Look.Shown shown -> {
                            countRedraw(shown);
                            yield consider(shown);
                        }
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
            return pressBroken(shown);
        }
        boolean isTaken = presses > 0 && shown.state().isTypable();
        return isTaken ? Optional.of(new TypingOutcome.Submitted()) : Optional.empty();
    }

    private void countRedraw(Look.Shown shown) {
        if (!shown.snapshot().rows().equals(rows)) {
            rows = shown.snapshot().rows();
            redraws++;
        }
    }

    private boolean isText(Draft draft) {
        TypedText shown = TypedText.of(draft.text());
        return shown.equals(text) || shown.isLongEndOf(text);
    }

    /// Presses Tab first, since it is unknown whether the agent works, and Tab means nothing to an
    /// idle one. A dialog would have been drawn before Enter is pressed.
    private Optional<TypingOutcome> pressBroken(Look.Shown shown) {
        boolean isFirst = presses == 0;
        Optional<Key> queue = shown.profile().queueKey().filter(_ -> isFirst && redraws >= DRAWN);
        if (queue.isEmpty() && isFirst && !hasStood(BROKEN)) {
            return Optional.empty();
        }
        return press(shown, BROKEN, queue.orElse(shown.profile().submitKey()));
    }

    /// Returns whether this has been in the prompt for a while.
    private boolean hasStood(String draft) {
        if (!draft.equals(standing)) {
            standing = draft;
            standingSince = System.nanoTime();
        }
        return elapsed(standingSince).compareTo(pace.again()) >= 0;
    }

    /// @param isWorking whether the agent works, and the key is to be pressed that queues a text;
    ///   without one, none is
    private Optional<TypingOutcome> press(Look.Shown shown, String draft, boolean isWorking) {
        TypingProfile profile = shown.profile();
        Optional<Key> key =
                isWorking
                        ? profile.queueKey().filter(_ -> redraws >= DRAWN)
                        : Optional.of(profile.submitKey());
        return key.flatMap(known -> press(shown, draft, known));
    }

    private Optional<TypingOutcome> press(Look.Shown shown, String draft, Key key) {
        if (!draft.equals(standing)) {
            standing = draft;
            standingSince = System.nanoTime();
        }
        boolean isFirst = isFresh && presses == 0;
        if (!isFirst && !isLastKeyOver(draft)) {
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
                redraws = 0;
                pressedOn = draft;
                readSince = OptionalLong.empty();
                yield Optional.empty();
            }
        };
    }

    /// Returns whether the agent is done with the last key: it has read it, and since then either
    /// shows what that has done, or has drawn something else, or has had plenty of time to.
    private boolean isLastKeyOver(String draft) {
        if (pane.isUnread()) {
            readSince = OptionalLong.empty();
            return false;
        }
        if (readSince.isEmpty()) {
            readSince = OptionalLong.of(System.nanoTime());
            redraws = 0;
        }
        boolean hasMeantElse = !pressedOn.isEmpty() && !pressedOn.equals(draft);
        boolean isShown = hasMeantElse || redraws >= DRAWN;
        Duration time = isShown ? pace.again() : pace.ignored();
        return elapsed(readSince.getAsLong()).compareTo(time) >= 0;
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
