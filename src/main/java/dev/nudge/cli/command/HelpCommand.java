package dev.nudge.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `nudge help [COMMAND]`: the same as `--help`.
@Command(
        name = "help",
        description = "Shows the help of a command. Without one, it lists the commands.",
        footer = {"", "Examples:", "  nudge help", "  nudge help logs"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class HelpCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command.")
    private List<String> command = List.of();

    @Override
    public Integer call() {
        CommandLine own = spec.commandLine();
        CommandLine line =
                NudgeCommand.line(command.toArray(String[]::new))
                        .setOut(own.getOut())
                        .setErr(own.getErr());
        NudgeCommand.fit(line);
        List<String> words = named(line);
        if (words.isEmpty() && !command.isEmpty()) {
            return line.execute(command.getFirst());
        }
        words.add("--help");
        return line.execute(words.toArray(String[]::new));
    }

    /// Returns the first words, as far as they name a command. More words may follow, which some
    /// commands would take for the command of a job.
    private List<String> named(CommandLine line) {
        List<String> words = new ArrayList<>();
        CommandLine at = line;
        for (String word : command) {
            CommandLine next = at.getSubcommands().get(word);
            if (next == null) {
                break;
            }
            words.add(word);
            at = next;
        }
        return words;
    }
}
