package dev.nudge.cli.command;

import dev.nudge.console.command.Commands;
import dev.nudge.console.view.Cells;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// The list of all commands in the help, in groups.
final class CommandHelp {
    /// Some commands that belong together.
    ///
    /// @param classes those that describe them, in the order of the help
    record Group(String title, List<Class<?>> classes) {
        static Group of(String title, List<List<Class<?>>> parts) {
            return new Group(title, parts.stream().<Class<?>>flatMap(List::stream).toList());
        }
    }

    /// All commands. `docs/commands.md` lists them in the same groups.
    static final List<Group> GROUPS =
            List.of(
                    new Group("Daily", Commands.DAILY),
                    new Group("Queue", Commands.QUEUE),
                    new Group("Terminal", Commands.TERMINAL),
                    Group.of(
                            "Set-up",
                            List.of(
                                    List.of(
                                            InstallCommand.class,
                                            UninstallCommand.class,
                                            DoctorCommand.class,
                                            DemoCommand.class),
                                    Commands.SET_UP,
                                    List.of(CompletionCommand.class, HelpCommand.class))),
                    Group.of(
                            "Internal",
                            List.of(
                                    List.of(
                                            DaemonCommand.class,
                                            McpCommand.class,
                                            MonitorCommand.class),
                                    Commands.INTERNAL)));

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
        list.append(INDENT);
        Cells.pad(list, command.name(), NAMES);
        Iterator<String> lines = Cells.wrap(does, width - INDENT.length() - NAMES - 1).iterator();
        list.append(lines.next()).append('\n');
        lines.forEachRemaining(
                line -> list.repeat(' ', INDENT.length() + NAMES).append(line).append('\n'));
    }

    /// Returns the first sentence of a description, without its full stop.
    static String sentence(String... description) {
        String all = String.join(" ", Arrays.asList(description)).replace("%%", "%");
        int end = all.indexOf(". ");
        String first = end < 0 ? all : all.substring(0, end);
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }
}
