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
        description = "Shows the help of a command; without one, lists the commands.",
        footer = {"", "Examples:", "  nudge help", "  nudge help logs"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class HelpCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command.")
    private List<String> command = List.of();

    @Override
    public Integer call() {
        List<String> words = new ArrayList<>(command);
        if (words.isEmpty() || NudgeCommand.isCommand(words.getFirst())) {
            words.add("--help");
        }
        CommandLine own = spec.commandLine();
        return NudgeCommand.line(words.toArray(String[]::new))
                .setOut(own.getOut())
                .setErr(own.getErr())
                .execute(words.toArray(String[]::new));
    }
}
