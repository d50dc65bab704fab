package dev.nudge.delivery.typing;

import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.typing.AgentPane.Look;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// The keys that have been pressed on a text in the prompt, as far as this daemon knows. A slow
/// agent that gets a second key before it is done with the first submits the text twice (rule
/// R124). So another key may be pressed only after the agent has read the last one and has then
/// shown its effect, has drawn several times, or has had plenty of time.
final class PressedKeys {
    /// A drawing just after a key was read may have been begun before, or drawn before the read was
    /// noticed; so several are needed.
    private static final int DRAWN = 3;

    /// How long after the agent has read a key another may be pressed on the same text, if the
    /// agent has drawn several times since. Two Tabs within 350 ms would change its display.
    static final Duration AGAIN = Duration.ofMillis(500);

    private final TypedText text;
    private boolean isNone;

    /// The prompt when the last key was pressed; empty if that is not known.
    private String pressedOn = "";

    /// Whether the last key was the one that queues the text, which an idle agent ignores.
    private boolean isQueueKey;

    /// Whether no other key can have been pressed after the last one.
    private boolean isKnown;

    /// When the agent was first seen to have read all keys, by [System#nanoTime()].
    private OptionalLong readSince = OptionalLong.empty();

    private int redraws;

    private List<String> rows = List.of();

    /// Whether the screen may have shown an equal text before this one was typed.
    private final boolean wasShown;

    /// Whether the prompt has been without the text since nudge, or another, last pressed a key.
    private boolean hasLeft;

    private PressedKeys(TypedText text, boolean isNone, boolean wasShown) {
        this.text = text;
        this.isNone = isNone;
        this.wasShown = wasShown;
    }

    static PressedKeys none(TypedText text, Look.Shown before) {
        return new PressedKeys(text, true, before.showsOutsidePrompt(text));
    }

    static PressedKeys unknown(TypedText text) {
        return new PressedKeys(text, false, true);
    }

    TypedText text() {
        return text;
    }

    boolean isOn(TypedText other) {
        return text.equals(other);
    }

    boolean isNone() {
        return isNone;
    }

    void look(Look.Shown shown, AgentPane pane) {
        if (isNone) {
            return;
        }
        follow(shown);
        if (pane.isUnread()) {
            readSince = OptionalLong.empty();
            return;
        }
        List<String> now = shown.snapshot().rows();
        if (readSince.isEmpty()) {
            readSince = OptionalLong.of(System.nanoTime());
            redraws = 0;
        } else if (!now.equals(rows)) {
            redraws++;
        }
        rows = now;
    }

    void follow(Look.Shown shown) {
        hasLeft |= !isNone && isWithout(shown.state());
    }

    private boolean isWithout(PaneState state) {
        return switch (state) {
            case PaneState.Draft draft -> {
                TypedText all = TypedText.of(draft.text());
                yield !all.contains(text) && !all.isLongEndOf(text);
            }
            case PaneState.Search _ -> true;
            default -> state.isTypable();
        };
    }

    /// Returns whether a text that is in the prompt was submitted before, and put there again, as
    /// by a person from the history: the prompt was without the text after a key, and the screen
    /// also shows it outside the prompt, where it was not before it was typed.
    boolean haveSubmitted(Look.Shown shown) {
        return hasLeft && !wasShown && shown.showsOutsidePrompt(text);
    }

    boolean hasDrawn() {
        return isNone || redraws >= DRAWN;
    }

    boolean areOver(String draft, boolean isWorking, Pace pace) {
        if (isNone) {
            return true;
        }
        Duration unseen = isQueueKey && !isWorking ? pace.begin() : pace.ignored();
        Duration time = hasDrawn() || hasBroken(draft) ? AGAIN : unseen;
        return readSince.isPresent() && System.nanoTime() - readSince.getAsLong() >= time.toNanos();
    }

    /// Returns whether the last key has added a line break (rules R10 and R11).
    private boolean hasBroken(String draft) {
        return !pressedOn.isEmpty()
                && draft.length() > pressedOn.length()
                && draft.startsWith(pressedOn)
                && draft.substring(pressedOn.length()).isBlank();
    }

    void pressed(String draft, boolean isToQueue) {
        isNone = false;
        isKnown = true;
        isQueueKey = isToQueue;
        pressedOn = draft;
        readSince = OptionalLong.empty();
        redraws = 0;
        hasLeft = false;
    }

    /// Records that others may have pressed keys, or that the agent cannot read keys now.
    void unsettle() {
        boolean hadLeft = hasLeft;
        pressed("", false);
        isKnown = false;
        hasLeft = hadLeft;
    }

    /// Returns whether the agent has queued the text, given that it has taken it. If other keys may
    /// have been pressed, it has if it was working before.
    boolean haveQueued(boolean wasWorking) {
        return isKnown ? isQueueKey : wasWorking;
    }
}
