package dev.nudge.cli.command;

import dev.nudge.agent.kind.AgentKinds;
import java.util.Map;
import picocli.CommandLine.Model.ArgSpec;

/// The values of arguments, by their names in the help: words, or a word with `@` for what the
/// completion scripts look up themselves.
final class CompletionValues {
    static final Map<String, String> BY_LABEL =
            Map.ofEntries(
                    Map.entry("CMD", "@command"),
                    Map.entry("COMMAND", "@commands"),
                    Map.entry("DIR", "@dir"),
                    Map.entry("FILE", "@file"),
                    Map.entry("PANE", "@panes"),
                    Map.entry("AGENT", String.join(" ", AgentKinds.builtIn())),
                    Map.entry("COLSxROWS", "80x24 120x30 200x50"),
                    Map.entry("SHELL", "bash zsh fish"));

    private CompletionValues() {}

    /// Returns the words for the value of an option or an argument, separated by blanks; empty if
    /// there is nothing to offer. Those in tables name them themselves.
    static String of(ArgSpec argument) {
        return argument.completionCandidates() == null
                ? BY_LABEL.getOrDefault(argument.paramLabel(), "")
                : String.join(" ", argument.completionCandidates());
    }
}
