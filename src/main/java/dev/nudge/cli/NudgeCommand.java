package dev.nudge.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command `nudge`: all commands under one name.
@Command(
        name = "nudge",
        description = "Background jobs for AI agents that live in a terminal.",
        mixinStandardHelpOptions = true,
        versionProvider = NudgeCommand.VersionLine.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.TABLE_OK,
            ExitCodes.TABLE_FAILED,
            ExitCodes.TABLE_USAGE,
            ExitCodes.TABLE_TIMED_OUT,
            ExitCodes.TABLE_SIGNAL,
            ExitCodes.TABLE_OTHER
        },
        footer = {
            "",
            "A JOB is a number (17), a range (3-7), @last (the job started last) or a label.",
            "",
            "Examples:",
            "  nudge run -- make     runs make in the background",
            "  nudge ps --all        all jobs, also those that have ended",
            "  nudge logs -f 17      what job 17 writes, until it has ended",
            "  nudge wait 3-7        until these have ended",
            "  nudge doctor          what is missing, and how to fix it"
        })
final class NudgeCommand implements Callable<Integer> {
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
                    DoctorCommand.class,
                    HelpCommand.class,
                    CompletionCommand.class,
                    DaemonCommand.class,
                    McpCommand.class,
                    HandOverCommand.class);

    @Spec private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli injects the fields
    NudgeCommand() {}

    /// Runs one command line.
    ///
    /// @return the exit code
    static int execute(String... args) {
        return line(args)
                .setExecutionExceptionHandler((e, line, _) -> explain(e, line))
                .execute(args);
    }

    /// Describes the commands needed for this command line.
    static CommandLine line(String... args) {
        CommandLine nudge = new CommandLine(new NudgeCommand());
        commands(args).forEach(nudge::addSubcommand);
        CommandLine run = nudge.getSubcommands().get(RunCommand.NAME);
        if (run != null) {
            // Options after the command's name belong to that command.
            run.setStopAtPositional(true);
        }
        return nudge.setParameterExceptionHandler(WrongUsage::explain);
    }

    /// Returns the command that is called; if there is none, all of them, for the help and for
    /// suggestions. Describing a command to the library takes some milliseconds.
    private static List<Class<?>> commands(String... args) {
        return COMMANDS.stream()
                .filter(c -> args.length > 0 && name(c).equals(args[0]))
                .findFirst()
                .<List<Class<?>>>map(List::of)
                .orElse(COMMANDS);
    }

    /// Returns whether there is a command of this name.
    static boolean isCommand(String word) {
        return COMMANDS.stream().anyMatch(c -> name(c).equals(word));
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    private static int explain(Exception e, CommandLine line) throws Exception {
        if (e instanceof IOException || e instanceof IllegalArgumentException) {
            line.getErr().println("nudge: " + e.getMessage());
            return ExitCodes.FAILED;
        }
        throw e;
    }

    /// The version line. Not [Version] itself, which the pump uses: it does not load the
    /// command-line library.
    static final class VersionLine implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"nudge " + Version.current()};
        }
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCodes.USAGE;
    }
}
