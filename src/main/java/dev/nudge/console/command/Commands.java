package dev.nudge.console.command;

import dev.nudge.console.Caller;
import dev.nudge.console.CallerGoneException;
import dev.nudge.console.CommandRunner;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.Services;
import dev.nudge.console.argument.WrongUsage;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// Runs the commands that are run in the daemon.
public final class Commands implements CommandRunner {
    private static final List<Class<?>> COMMANDS =
            List.of(
                    RunCommand.class,
                    PsCommand.class,
                    StatusCommand.class,
                    WaitCommand.class,
                    LogsCommand.class,
                    ShowCommand.class,
                    ScreenCommand.class,
                    SendCommand.class,
                    AttachCommand.class,
                    KillCommand.class,
                    BackgroundCommand.class,
                    RestartCommand.class,
                    CleanCommand.class,
                    TmuxCommand.class,
                    HandOverCommand.class,
                    ExamineCommand.class);

    private final Services services;

    public Commands(Services services) {
        this.services = services;
    }

    /// Returns the classes that describe the commands, in the order of the help.
    public static List<Class<?>> all() {
        return COMMANDS;
    }

    /// Returns the name of a command.
    public static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    /// Adds commands to a program.
    public static CommandLine with(CommandLine program, Collection<Class<?>> commands) {
        commands.forEach(program::addSubcommand);
        CommandLine run = program.getSubcommands().get(RunCommand.NAME);
        if (run != null) {
            // Options after the command's name belong to that command.
            run.setStopAtPositional(true);
        }
        return program.setParameterExceptionHandler(WrongUsage::explain);
    }

    @Override
    public int run(List<String> words, Caller caller) throws CallerGoneException {
        Invocation invocation = new Invocation(caller, services);
        int code =
                line(words)
                        .setOut(invocation.out())
                        .setErr(invocation.err())
                        .setExecutionStrategy(parsed -> execute(parsed, invocation))
                        .setExecutionExceptionHandler((e, line, _) -> explain(e, line))
                        .execute(words.toArray(String[]::new));
        invocation.out().flush();
        return code;
    }

    /// Describes the command that is called; if there is none, all of them, for suggestions.
    private static CommandLine line(List<String> words) {
        List<Class<?>> called =
                COMMANDS.stream()
                        .filter(c -> !words.isEmpty() && name(c).equals(words.getFirst()))
                        .toList();
        return with(
                new CommandLine(CommandSpec.create().name("nudge")),
                called.isEmpty() ? COMMANDS : called);
    }

    private static int execute(ParseResult parsed, Invocation invocation) {
        Integer help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return help;
        }
        CommandLine line = parsed.asCommandLineList().getLast();
        try {
            ConsoleCommand command = line.getCommand();
            return command.run(invocation);
        } catch (IOException | InterruptedException | IllegalArgumentException e) {
            throw new ExecutionException(line, String.valueOf(e.getMessage()), e);
        }
    }

    private static int explain(Exception e, CommandLine line) throws Exception {
        return switch (e) {
            case CallerGoneException _, InterruptedException _ -> ExitCodes.FAILED;
            case IOException _, IllegalArgumentException _ -> {
                line.getErr().println("nudge: " + e.getMessage());
                yield ExitCodes.FAILED;
            }
            default -> throw e;
        };
    }
}
