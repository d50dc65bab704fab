package dev.nudge.cli;

import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Completion for fish, from the same description of the commands as the help.
final class FishCompletion {
    private final StringBuilder script = new StringBuilder("complete -c nudge -f\n");

    private FishCompletion() {}

    /// Returns the script.
    static String of(CommandLine nudge) {
        FishCompletion completion = new FishCompletion();
        nudge.getSubcommands()
                .forEach((name, line) -> completion.command(name, line.getCommandSpec()));
        return completion.script.toString();
    }

    private void command(String name, CommandSpec spec) {
        if (spec.usageMessage().hidden()) {
            return;
        }
        script.append("complete -c nudge -n __fish_use_subcommand -a ")
                .append(name)
                .append(" -d ")
                .append(quoted(sentence(spec.usageMessage().description())))
                .append('\n');
        spec.options().forEach(option -> option(name, option));
    }

    private void option(String command, OptionSpec option) {
        script.append("complete -c nudge -n '__fish_seen_subcommand_from ")
                .append(command)
                .append('\'');
        for (String name : option.names()) {
            script.append(
                    name.startsWith("--")
                            ? " -l " + name.substring(2)
                            : " -s " + name.substring(1));
        }
        if (option.arity().max() > 0) {
            script.append(" -x");
        }
        script.append(" -d ").append(quoted(sentence(option.description()))).append('\n');
    }

    /// The first sentence, without its full stop.
    private static String sentence(String... description) {
        String all = String.join(" ", Arrays.asList(description)).replace("%%", "%");
        int end = all.indexOf(". ");
        String first = end < 0 ? all : all.substring(0, end);
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
