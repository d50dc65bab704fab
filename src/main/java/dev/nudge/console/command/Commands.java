package dev.nudge.console.command;

import dev.nudge.app.Run;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ConsoleCommand.Carriage;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.Invocation.PageControl;
import dev.nudge.console.Services;
import dev.nudge.console.TableOptions;
import dev.nudge.console.Usage;
import dev.nudge.console.caller.Caller;
import dev.nudge.console.caller.Caller.CallerGoneException;
import dev.nudge.console.caller.CarrierConversation.CommandRunner;
import dev.nudge.console.queue.EditCommand;
import dev.nudge.console.queue.GroupCommand;
import dev.nudge.console.queue.PauseCommand;
import dev.nudge.console.queue.PauseCommand.ResumeCommand;
import dev.nudge.console.queue.SwitchCommand;
import dev.nudge.console.view.LastLine;
import dev.nudge.text.Reasons;
import dev.nudge.tmux.TmuxException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Runs the commands that are run in the daemon.
public final class Commands implements CommandRunner {
    /// Those that people use every day, in the order of the help; the next ones likewise.
    public static final List<Class<?>> DAILY =
            List.of(
                    RunCommand.class,
                    PsCommand.class,
                    LogsCommand.class,
                    ShowCommand.class,
                    WaitCommand.class,
                    KillCommand.class,
                    RestartCommand.class,
                    CleanCommand.class,
                    StatusCommand.class,
                    WebCommand.class);

    public static final List<Class<?>> QUEUE =
            List.of(
                    GroupCommand.class,
                    PauseCommand.class,
                    ResumeCommand.class,
                    SwitchCommand.class,
                    EditCommand.class);

    public static final List<Class<?>> TERMINAL =
            List.of(
                    AttachCommand.class,
                    ScreenCommand.class,
                    SendCommand.class,
                    TmuxCommand.class,
                    BackgroundCommand.class);

    private static final List<Class<?>> COMMANDS =
            Stream.of(
                            DAILY,
                            QUEUE,
                            TERMINAL,
                            List.of(
                                    ExplainCommand.class,
                                    RecordCommand.class,
                                    HandOverCommand.class))
                    .<Class<?>>flatMap(List::stream)
                    .toList();

    /// Also those that only nudge itself calls.
    private static final List<Class<?>> ALL =
            Stream.concat(COMMANDS.stream(), Stream.of(ExamineCommand.class, CompleteCommand.class))
                    .toList();

    /// The library prints no help that is narrower.
    private static final int NARROWEST = 55;

    private static final int WIDEST = 80;

    /// The most descriptions of a command that are kept.
    private static final int MOST_IDLE = 2;

    private final Services services;
    private final PageControl page;

    /// Descriptions of commands that nobody uses now, by name: to make that of `run` takes some
    /// milliseconds. The library resets them before each use.
    private final Map<String, BlockingQueue<CommandLine>> idle = new ConcurrentHashMap<>();

    public Commands(Services services, PageControl page) {
        this.services = services;
        this.page = page;
    }

    public static List<Class<?>> all() {
        return COMMANDS;
    }

    /// Returns what the native front must know of each command, also of those that only nudge
    /// itself calls, by name.
    public static SortedMap<String, Carriage> carriages() {
        SortedMap<String, Carriage> carriages = new TreeMap<>();
        with(new CommandLine(CommandSpec.create()), ALL)
                .getSubcommands()
                .forEach((name, line) -> {
                    ConsoleCommand command = line.getCommand();
                    carriages.put(name, command.carriage());
                });
        return carriages;
    }

    public static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    public static CommandLine with(CommandLine program, Collection<Class<?>> commands) {
        commands.forEach(program::addSubcommand);
        for (CommandLine line : program.getSubcommands().values()) {
            describe(line.getCommandSpec());
        }
        // A word that begins with @ is @last, or a word of the user's command.
        program.setExpandAtFiles(false);
        CommandLine run = program.getSubcommands().get(Run.NAME);
        if (run != null) {
            // Options after the command's name belong to that command.
            run.setStopAtPositional(true);
        }
        return program.setParameterExceptionHandler(Usage::explain);
    }

    private static void describe(CommandSpec spec) {
        spec.mixinStandardHelpOptions(true);
        if (spec.userObject() instanceof TableOptions.Described command) {
            TableOptions.add(spec, command.options());
        }
        String[] examples = spec.usageMessage().footer();
        if (examples.length > 0) {
            spec.usageMessage()
                    .footer(
                            Stream.concat(Stream.of("", "Examples:"), Stream.of(examples))
                                    .toArray(String[]::new));
        }
    }

    /// Returns whether help is asked for, or printed since no command is named.
    public static boolean printsHelp(ParseResult parsed) {
        return parsed.asCommandLineList().stream().anyMatch(CommandLine::isUsageHelpRequested)
                || !parsed.hasSubcommand();
    }

    /// Has the help of a program and of its commands fit a terminal.
    public static void fitHelp(CommandLine program, int columns) {
        program.setUsageHelpWidth(Math.clamp(columns, NARROWEST, WIDEST));
    }

    @Override
    public int run(List<String> words, Caller caller) {
        Invocation call = new Invocation(caller, services, page);
        String name = words.isEmpty() ? "" : words.getFirst();
        BlockingQueue<CommandLine> known =
                idle.computeIfAbsent(
                        ALL.stream().anyMatch(command -> name(command).equals(name)) ? name : "",
                        _ -> new ArrayBlockingQueue<>(MOST_IDLE));
        CommandLine line = Optional.ofNullable(known.poll()).orElseGet(() -> line(name));
        try {
            return run(words, line.setOut(call.out()).setErr(call.err()), call);
        } finally {
            // It must not hold the caller.
            line.setOut(new PrintWriter(Writer.nullWriter()))
                    .setErr(new PrintWriter(Writer.nullWriter()));
            boolean _ = known.offer(line);
        }
    }

    private static int run(List<String> words, CommandLine line, Invocation call) {
        try {
            return run(line.parseArgs(words.toArray(String[]::new)), call);
        } catch (ParameterException e) {
            return Usage.explain(e);
        } catch (CallerGoneException | InterruptedException e) {
            return ExitCodes.FAILED;
        } catch (IOException e) {
            call.complain(Reasons.of(e));
            return ExitCodes.FAILED;
        } catch (IllegalArgumentException | TmuxException e) {
            call.complain(String.valueOf(e.getMessage()));
            return ExitCodes.FAILED;
        }
    }

    private static int run(ParseResult parsed, Invocation call)
            throws IOException, InterruptedException {
        if (printsHelp(parsed)) {
            fitHelp(parsed.commandSpec().commandLine(), call.columns());
        }
        Integer help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            call.out().flush();
            return help;
        }
        Optional<Integer> printed = call.caller().resumed().flatMap(LastLine::code);
        if (printed.isPresent()) {
            return printed.get();
        }
        CommandLine called = parsed.asCommandLineList().getLast();
        ConsoleCommand command = called.getCommand();
        call.give(new TableOptions(called.getCommandSpec()));
        try {
            return command.run(call);
        } catch (Usage.WrongCall e) {
            throw new ParameterException(called, String.valueOf(e.getMessage()));
        }
    }

    /// Describes a program with the command of this name; with none if there is no such command.
    private static CommandLine line(String name) {
        return with(
                new CommandLine(CommandSpec.create().name("nudge")),
                ALL.stream().filter(command -> name(command).equals(name)).toList());
    }
}
