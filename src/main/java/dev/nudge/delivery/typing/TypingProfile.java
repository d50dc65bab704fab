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
/// @param queueKey makes a working agent queue the text in its prompt; without one, nothing is
///   typed while it works
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
    /// The usual quiet time: always more than one second, so that nobody is interrupted between two
    /// words.
    public static final int QUIET_SECONDS = 2;

    public static final TypingProfile UNKNOWN =
            new TypingProfile(
                    _ -> ScreenReading.withoutPrompt(new PaneState.UnknownAgent()),
                    QUIET_SECONDS,
                    Key.ENTER,
                    Optional.empty(),
                    new InboxAccess.None(),
                    true,
                    false);

    public TypingProfile withInbox(InboxAccess access) {
        return with(classifier, access);
    }

    /// Returns this profile for the time before the session has begun: what looks like a prompt
    /// takes no messages.
    public TypingProfile beforeSession() {
        return with(
                screen -> {
                    ScreenReading reading = classifier.apply(screen);
                    return reading.hasPrompt()
                            ? ScreenReading.withoutPrompt(new PaneState.Starting())
                            : reading;
                },
                inbox);
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

    /// Returns the profile of a program of an unknown kind. A known agent may run under an
    /// unexpected name, so a screen that shows the known agent's prompt in every detail is taken
    /// for it. Nothing is typed into other screens.
    public static TypingProfile ofUnknown(TypingProfile known) {
        return new TypingProfile(
                screen -> {
                    ScreenReading reading = known.classifier().apply(screen);
                    return reading.hasPrompt() ? reading : UNKNOWN.classifier().apply(screen);
                },
                known.quietSeconds(),
                known.submitKey(),
                known.queueKey(),
                new InboxAccess.None(),
                true,
                false);
    }

    boolean isTypable(PaneState state) {
        return isTyped
                && state.isTypable()
                && (queueKey.isPresent() || !(state instanceof PaneState.Streaming));
    }
}
