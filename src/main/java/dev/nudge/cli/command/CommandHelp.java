package dev.nudge.cli.command;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.command.Commands;
import dev.nudge.console.command.ExplainCommand;
import dev.nudge.console.command.HandOverCommand;
import dev.nudge.console.command.RecordCommand;
import dev.nudge.console.view.Cells;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// The help: the list of all commands in groups, and the commands that only it needs.
final class CommandHelp {
    /// Some commands that belong together.
    ///
    /// @param classes those that describe them, in the order of the help
    record Group(String title, List<Class<?>> classes) {}

    /// All commands. `docs/commands.md` lists them in the same groups.
    static final List<Group> GROUPS =
            List.of(
                    new Group("Daily", Commands.DAILY),
                    new Group("Queue", Commands.QUEUE),
                    new Group("Terminal", Commands.TERMINAL),
                    new Group(
                            "Set-up",
                            List.of(
                                    InstallCommand.class,
                                    UninstallCommand.class,
                                    DoctorCommand.class,
                                    DemoCommand.class,
                                    ExplainCommand.class,
                                    RecordCommand.class,
                                    CompletionCommand.class,
                                    HelpCommand.class)),
                    new Group(
                            "Internal",
                            List.of(
                                    DaemonCommand.class,
                                    McpCommand.class,
                                    MonitorCommand.class,
                                    HandOverCommand.class)));

    private static final String INDENT = "  ";
    private static final int NAMES = 12;

    private CommandHelp() {}

    /// Returns the list, with line ends.
    ///
    /// @param width of a line
    static String list(CommandLine nudge, int width) {
        StringBuilder list = new StringBuilder();
        for (Group group : GROUPS) {
            list.append("%n%s commands:%n".formatted(group.title()));
            group.classes().stream()
                    .map(command -> nudge.getSubcommands().get(Commands.name(command)))
                    .map(CommandLine::getCommandSpec)
                    .filter(command -> !command.usageMessage().hidden())
                    .forEach(command -> append(list, command, width));
        }
        return list.toString();
    }

    private static void append(StringBuilder list, CommandSpec command, int width) {
        String does = sentence(command.usageMessage().description());
        List<String> lines = Cells.wrap(does, width - INDENT.length() - NAMES - 1);
        list.append(INDENT);
        Cells.pad(list, command.name(), NAMES);
        list.append(String.join("\n" + INDENT + " ".repeat(NAMES), lines)).append('\n');
    }

    /// Returns the first sentence of a description, without its full stop.
    static String sentence(String... description) {
        String all = String.join(" ", Arrays.asList(description)).replace("%%", "%");
        int end = all.indexOf(". ");
        String first = end < 0 ? all : all.substring(0, end);
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }

    /// The command `nudge help [COMMAND]`: the same as `--help`.
    @Command(
            name = "help",
            description = "Shows the help of a command. Without one, it lists the commands.",
            footer = {"  nudge help", "  nudge help logs"})
    static final class HelpCommand extends OwnCommand {
        private static final Option<String> COMMAND =
                Option.of("command", Type.word("COMMAND", "@commands"), Form.ARGUMENTS)
                        .help("The command.");

        @Override
        int run(Given given) {
            List<String> command = given.all(COMMAND);
            CommandLine own = spec.commandLine();
            CommandLine line =
                    NudgeCommand.line(command.toArray(String[]::new))
                            .setOut(own.getOut())
                            .setErr(own.getErr());
            NudgeCommand.fit(line);
            List<String> words = named(line, command);
            if (words.isEmpty() && !command.isEmpty()) {
                return line.execute(command.getFirst());
            }
            words.add("--help");
            return line.execute(words.toArray(String[]::new));
        }

        /// Returns the first words, as far as they name a command. More words may follow, which
        /// some commands would take for the command of a job.
        private static List<String> named(CommandLine line, List<String> command) {
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

    /// A command that the native front runs itself, unless it is given arguments.
    abstract static class FrontCommand implements Runnable {
        @Override
        public void run() {
            throw new IllegalArgumentException(
                    "\"nudge %s\" takes no arguments.".formatted(Commands.name(getClass())));
        }
    }

    @Command(
            name = "mcp",
            description =
                    "Connects an agent to the daemon. It speaks MCP on standard input and output. Agents"
                            + " start it.",
            footer = {"  gemini mcp add nudge nudge mcp"})
    static final class McpCommand extends FrontCommand {}

    @Command(
            name = "monitor",
            description =
                    "Prints the messages for the agent that has started it, one a line. Agents start it"
                            + " if they begin a turn with each line of a program, as Claude Code does"
                            + " with the monitor of a plugin. It ends when nobody reads what it prints.",
            footer = {"  nudge monitor"})
    static final class MonitorCommand extends FrontCommand {}
}
