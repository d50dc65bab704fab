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
}
