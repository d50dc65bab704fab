package dev.nudge.delivery.typing;

import dev.nudge.delivery.screen.PaneState.Dialog;
import dev.nudge.delivery.screen.PaneState.Draft;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.tmux.Key;
import dev.nudge.tmux.Tmux.KeyResult;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// Types one message into one pane and submits it.
///
/// The text goes in as one paste, into a prompt that is empty at that very moment. It is submitted
/// only if the prompt holds exactly that text, also at the moment of the key, and no person has
/// pressed a key in between. What another program has sent since the paste must be drawn first: an
/// agent that gets Enter deletes what it has read but not drawn (rule R125). An idle agent gets
/// Enter, unless it is about to begin a turn with another message: then it would drop this one, or
/// begin a second turn. A working agent gets Tab, which queues the text (rule R9): a dialog that
/// has opened but is not drawn yet would treat Enter as approval, but ignores Tab. No key ever
/// deletes anything.
///
/// A key is pressed again if the prompt shows that it meant something else (an early Enter is a
/// line break, rules R10 and R11), or still shows the text much later, and the agent is done with
/// the last one ([PressedKeys]). Two Tabs that are read at once change the display, so the agent
/// must have drawn several times between them. If a person presses a key after one of ours, no
/// other key is pressed, and the text counts as taken only once it is seen elsewhere on the screen.
///
/// Blocks until the agent has taken the text, or [Pace#echo()] has passed since the last of these:
/// the text was typed, a key was pressed, another program has sent keys, or the agent was about to
/// begin a turn with another message. Use an instance once.
final class Typist {
    private static final int MOST_PRESSES = 3;

    private static final String BROKEN = "broken";

    /// The pause between two looks at an agent that is about to begin a turn with another message.
    private static final Duration HELD = Duration.ofMillis(100);

    private final AgentPane pane;
    private final Addressee to;
    private final TypedText text;
    private final Predicate<Look.Shown> isTurnDue;
    private final Look.Shown start;
    private final PressedKeys keys;
    private long begin = System.nanoTime();
    private String standing = "";
    private long standingSince;
    private int presses;
    private boolean isHeld;
    private boolean isTouched;

    private int others;

    /// Until when the agent has time to draw the keys of others, by [System#nanoTime()].
    private OptionalLong othersUntil;

    /// @param start a look since which no person may have pressed a key
    /// @param isFound whether the text was found in the prompt instead of being typed now: then the
    ///   keys of other programs are counted only from now on, and earlier ones may not be drawn yet
    /// @param keys the text, and the keys pressed on it before
    /// @param isTurnDue whether the agent is about to begin a turn with another message: then no
    ///   key is pressed that would begin one with this text
    Typist(
            AgentPane pane,
            Addressee to,
            Look.Shown start,
            boolean isFound,
            PressedKeys keys,
            Predicate<Look.Shown> isTurnDue) {
        this.pane = pane;
        this.to = to;
        this.start = start;
        this.keys = keys;
        this.text = keys.text();
        this.isTurnDue = isTurnDue;
        this.othersUntil =
                isFound
                        ? OptionalLong.of(begin + to.pace().settle().toNanos())
                        : OptionalLong.empty();
    }

    /// Waits until the prompt holds the text, presses the key, and waits until the text is taken.
    Outcome submit() {
        while (elapsed(begin).compareTo(to.pace().echo()) < 0 && presses <= MOST_PRESSES) {
            if (!(pane.look() instanceof Look.Shown shown)) {
                return Outcome.UNCLEAR;
            }
            keys.look(shown, pane);
            Optional<Outcome> end = consider(shown);
            if (end.isPresent()) {
                return end.get();
            }
            // Looks become rarer, so that an agent that hangs costs little.
            pause(Collections.max(List.of(Pace.LOOK, elapsed(begin).dividedBy(10))));
        }
        return Outcome.UNCLEAR;
    }

    private Optional<Outcome> consider(Look.Shown shown) {
        isHeld = isTurnDue.test(shown);
        if (!isTouched && shown.isTouchedSince(start)) {
            isTouched = true;
            keys.unsettle();
            keys.follow(shown);
        }
        if (shown.snapshot().lastKey().others() != others) {
            others = shown.snapshot().lastKey().others();
            begin = System.nanoTime();
            othersUntil = OptionalLong.of(begin + to.pace().ignored().toNanos());
        }
        if (keys.haveSubmitted(shown)) {
            return Optional.of(Outcome.SUBMITTED);
        }
        if (isTouched && presses > 0) {
            return Optional.empty();
        }
        // A dialog may have swallowed the text, or hold it back.
        if (isTouched || shown.state() instanceof Dialog) {
            return Optional.of(Outcome.UNCLEAR);
        }
        if (shown.state() instanceof Draft draft
                && TypedText.of(draft.text()).isAllOrLongEndOf(text)) {
            return press(shown, draft.text(), draft.isWorking());
        }
        if (shown.showsBroken(text)) {
            return pressBroken(shown);
        }
        boolean isTaken = !keys.isNone() && shown.state().isTypable();
        return isTaken ? Optional.of(Outcome.SUBMITTED) : Optional.empty();
    }

    /// Presses Tab first: it is unknown whether the agent works, and Tab has no effect on an idle
    /// one. Enter follows only later, when a dialog would have been drawn.
    private Optional<Outcome> pressBroken(Look.Shown shown) {
        boolean isFirst = presses == 0;
        Optional<Key> queue = shown.profile().queueKey().filter(_ -> isFirst && keys.hasDrawn());
        if (queue.isEmpty() && isFirst && !hasStood(BROKEN)) {
            return Optional.empty();
        }
        return press(shown, BROKEN, false, queue.orElse(shown.profile().submitKey()));
    }

    private void stand(String draft) {
        if (!draft.equals(standing)) {
            standing = draft;
            standingSince = System.nanoTime();
        }
    }

    private boolean hasStood(String draft) {
        stand(draft);
        return elapsed(standingSince).compareTo(PressedKeys.AGAIN) >= 0;
    }

    /// @param isWorking whether the agent works. Then the key that queues a text is pressed, or
    ///   none if there is no such key
    private Optional<Outcome> press(Look.Shown shown, String draft, boolean isWorking) {
        TypingProfile profile = shown.profile();
        Optional<Key> key =
                isWorking
                        ? profile.queueKey().filter(_ -> keys.hasDrawn())
                        : Optional.of(profile.submitKey());
        return key.flatMap(known -> press(shown, draft, isWorking, known));
    }

    private Optional<Outcome> press(Look.Shown shown, String draft, boolean isWorking, Key key) {
        stand(draft);
        if (!keys.areOver(draft, isWorking, to.pace()) || mayHideOthers()) {
            return Optional.empty();
        }
        if (isHeld && key == shown.profile().submitKey() && !draft.equals(BROKEN)) {
            pause(HELD);
            begin = System.nanoTime();
            return Optional.empty();
        }
        if (key == Key.ENTER) {
            pause(to.pace().beforeEnter().minus(elapsed(standingSince)));
        }
        // Another program in the same pane gets no keys.
        if (!to.isInFront()) {
            keys.unsettle();
            return Optional.of(Outcome.UNCLEAR);
        }
        if (pane.press(shown, key) == KeyResult.SENT) {
            presses++;
            keys.pressed(draft.equals(BROKEN) ? "" : draft, key != shown.profile().submitKey());
            begin = System.nanoTime();
        }
        return Optional.empty();
    }

    private boolean mayHideOthers() {
        return othersUntil.isPresent()
                && (System.nanoTime() - othersUntil.getAsLong() < 0 || pane.isUnread());
    }

    private static Duration elapsed(long since) {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    enum Outcome {
        /// The agent has the text, perhaps in its queue.
        SUBMITTED,

        /// The text may have reached the pane, and may not have been submitted: a person typed as
        /// well, a dialog opened, or the agent does not react, or is gone. The screen will show it.
        UNCLEAR
    }
}
