package dev.nudge.delivery.typing;

import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.ScreenClassifier.ScreenReading;
import dev.nudge.tmux.Key;
import dev.nudge.tmux.PaneSnapshot;
import java.util.Optional;
import java.util.function.Function;

/// How a kind of agent takes a text that is typed.
///
/// @param classifier recognizes what a pane is doing, and which of its rows show it
/// @param quietSeconds whole seconds for which no person must have pressed a key before anything is
///   typed. At least 1: tmux counts keys in whole seconds, and another key shows only if the last
///   one was in an earlier second
/// @param submitKey submits the text in the prompt
/// @param queueKey makes a working agent queue the text; without one, text waits until it is idle
/// @param inbox how messages reach the agent without being typed
/// @param isTyped whether messages may be typed at all: an agent may not show what was pasted
/// @param queuesAtStart whether it draws its prompt before its session has begun, and until then
///   queues what is submitted, commands too, to submit it as one prompt (rule R136)
public record TypingProfile(
        Function<PaneSnapshot, ScreenReading> classifier,
        int quietSeconds,
        Key submitKey,
        Optional<Key> queueKey,
        InboxAccess inbox,
        boolean isTyped,
        boolean queuesAtStart) {
    /// The usual quiet time, more than one second: nobody is interrupted between two words.
    public static final int QUIET_SECONDS = 2;

    private static final ScreenReading UNKNOWN_AGENT =
            ScreenReading.withoutPrompt(new PaneState.UnknownAgent());

    public static final TypingProfile UNKNOWN =
            new TypingProfile(
                    _ -> UNKNOWN_AGENT,
                    QUIET_SECONDS,
                    Key.ENTER,
                    Optional.empty(),
                    new InboxAccess.None(),
                    true,
                    false);

    public TypingProfile withInbox(InboxAccess access) {
        return with(classifier, access);
    }

    /// Returns the profile before the session has begun: what looks like a prompt takes nothing.
    public TypingProfile beforeSession() {
        ScreenReading starting = ScreenReading.withoutPrompt(new PaneState.Starting());
        return with(screen -> reading(screen, true, starting), inbox);
    }

    /// Returns the profile of a program of an unknown kind, made from this one of a known agent.
    /// That agent may run under an unexpected name, so a screen that shows its prompt in every
    /// detail is taken for it. Nothing is typed into other screens.
    public TypingProfile ofUnknown() {
        return new TypingProfile(
                screen -> reading(screen, false, UNKNOWN_AGENT),
                quietSeconds,
                submitKey,
                queueKey,
                new InboxAccess.None(),
                isTyped,
                false);
    }

    private ScreenReading reading(PaneSnapshot screen, boolean isPrompt, ScreenReading instead) {
        ScreenReading reading = classifier.apply(screen);
        return reading.hasPrompt() == isPrompt ? instead : reading;
    }

    private TypingProfile with(Function<PaneSnapshot, ScreenReading> reader, InboxAccess access) {
        return new TypingProfile(
                reader, quietSeconds, submitKey, queueKey, access, isTyped, queuesAtStart);
    }

    /// Returns whether the agent has an inbox, even if it cannot be asked now.
    public boolean hasInbox() {
        return mayHaveInbox() && !(inbox instanceof InboxAccess.Absent);
    }

    /// Returns whether the agent has an inbox, or may have had one: a monitor that has ended.
    public boolean mayHaveInbox() {
        return !(inbox instanceof InboxAccess.None);
    }

    boolean isTypable(PaneState state) {
        return isTyped
                && state.isTypable()
                && (queueKey.isPresent() || !(state instanceof PaneState.Streaming));
    }
}
