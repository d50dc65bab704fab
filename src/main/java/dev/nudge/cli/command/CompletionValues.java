package dev.nudge.cli.command;

import dev.nudge.agent.kind.AgentKinds;
import java.util.Map;
import picocli.CommandLine.Model.ArgSpec;

/// The values of arguments, by their names in the help: words, or a word with `@` for what the
/// completion scripts look up themselves.
final class CompletionValues {
    private static final Map<String, String> ANYWHERE =
            Map.ofEntries(
                    Map.entry("JOB", "@jobs"),
                    Map.entry("CMD", "@command"),
                    Map.entry("COMMAND", "@commands"),
                    Map.entry("DIR", "@dir"),
                    Map.entry("FILE", "@file"),
                    Map.entry("PANE", "@panes"),
                    Map.entry("GROUP", "@groups"),
                    Map.entry("AGENT", String.join(" ", AgentKinds.builtIn())),
                    Map.entry("COLSxROWS", "80x24 120x30 200x50"),
                    Map.entry("SHELL", "bash zsh fish"),
                    Map.entry("ACTION", "menu log attach kill restart"));

    private static final Map<String, String> OF_COMMANDS =
            Map.ofEntries(
                    Map.entry("attach JOB", "@terminal"),
                    Map.entry("screen JOB", "@terminal"),
                    Map.entry("restart JOB", "@ended"),
                    Map.entry("group ACTION", "add set remove"),
                    Map.entry("pause WHAT", "@groups @jobs"),
                    Map.entry("resume WHAT", "@groups @jobs"));

    private CompletionValues() {}

    /// Returns the words for the value of an option or an argument, separated by blanks; empty if
    /// there is nothing to offer. Some arguments name them themselves, as the tables of verbs do.
    static String of(String command, ArgSpec argument) {
        if (argument.completionCandidates() != null) {
            return String.join(" ", argument.completionCandidates());
        }
        String label = argument.paramLabel();
        return OF_COMMANDS.getOrDefault(command + " " + label, ANYWHERE.getOrDefault(label, ""));
    }
}
