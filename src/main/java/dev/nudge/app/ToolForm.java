package dev.nudge.app;

import java.util.List;

/// How a verb is offered to models, as a tool.
///
/// @param description for the model
/// @param consequence what wrong arguments have led to, a sentence
/// @param options those that the tool offers
public record ToolForm(
        String name,
        ToolEffect effect,
        String description,
        String consequence,
        List<Option<?>> options) {
    public ToolForm {
        options = options.stream().filter(option -> !option.toolHelp().isEmpty()).toList();
    }

    /// The effect that a tool call can have on the user's machine, as agents see it: they ask
    /// before some kinds, and allow others even while they only plan.
    ///
    /// @param isIdempotent whether a second call changes nothing
    /// @param isOpenWorld whether it can have any effect, as programs do
    public record ToolEffect(
            boolean isReadOnly, boolean isDestructive, boolean isIdempotent, boolean isOpenWorld) {
        public static final ToolEffect READS = new ToolEffect(true, false, true, false);

        /// Adds something that runs no program: a watch or a timer.
        public static final ToolEffect ADDS = new ToolEffect(false, false, false, false);

        /// Runs or steers programs, which can do anything.
        public static final ToolEffect ACTS = new ToolEffect(false, true, false, true);

        public static final ToolEffect ENDS = new ToolEffect(false, true, true, false);
    }
}
