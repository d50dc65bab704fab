package dev.nudge.delivery.screen;

/// The activity in an agent's pane, as far as the screen shows it. Only [EmptyPrompt] and
/// [Streaming] may be typed into; an [Unfocused] prompt once it has been given the focus.
public sealed interface PaneState {
    /// The agent is idle and its prompt is empty.
    record EmptyPrompt() implements PaneState {}

    /// The agent is working and its prompt is empty: it queues what is typed and entered.
    record Streaming() implements PaneState {}

    /// There is text in the prompt, from the user or from nudge.
    ///
    /// @param text the visible text, its rows joined with a newline, without mark and indentation
    record Draft(String text, boolean isWorking) implements PaneState {}

    /// A dialog waits for the user, of a kind that the profile names, or `unknown`.
    record Dialog(String kind) implements PaneState {}

    /// The prompt is shown, but the cursor is not in it: the agent's terminal has lost the focus
    /// (all people have detached, or look at something else), or the keys go elsewhere.
    record Unfocused(boolean isWorking, boolean isEmpty) implements PaneState {}

    record ShellMode() implements PaneState {}

    /// The keys go to a program that the agent runs.
    record ShellFocus() implements PaneState {}

    record Search() implements PaneState {}

    /// The pane is in copy mode or another tmux mode, or its input is off.
    record CopyMode() implements PaneState {}

    /// The agent is starting and not ready for input.
    record Starting() implements PaneState {}

    /// The agent has ended, or another program runs.
    record NotAnAgent() implements PaneState {}

    /// The kind of the agent is not known, so that its screen means nothing.
    record UnknownAgent() implements PaneState {}

    record Unknown() implements PaneState {}

    /// Returns whether the screen shows that the agent is working.
    default boolean showsWork() {
        return switch (this) {
            case Streaming _ -> true;
            case Draft(_, boolean isWorking) -> isWorking;
            case Unfocused(boolean isWorking, _) -> isWorking;
            default -> false;
        };
    }

    /// Returns whether the agent waits for the user's next message, whatever is in its prompt.
    default boolean isIdle() {
        return switch (this) {
            case EmptyPrompt _ -> true;
            case Draft(_, boolean isWorking) -> !isWorking;
            case Unfocused(boolean isWorking, _) -> !isWorking;
            default -> false;
        };
    }

    /// Returns whether typing and entering a text now is harmless.
    default boolean isTypable() {
        return this instanceof EmptyPrompt || this instanceof Streaming;
    }
}
