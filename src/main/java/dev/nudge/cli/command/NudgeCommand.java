package dev.nudge.cli.command;

import dev.nudge.console.ExitCodes;
import dev.nudge.console.command.Commands;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/// The command `nudge`: all commands under one name.
@Command(
        name = "nudge",
        description = "Background jobs for AI agents that live in a terminal.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.OK
                    + ":done; wait, run --wait, attach: the jobs ended with 0; attach: detached",
            ExitCodes.FAILED
                    + ":failed, for the reason that is printed, or the job was lost or never started",
            ExitCodes.USAGE + ":wrong usage",
            ExitCodes.TIMED_OUT + ":wait: its --timeout is over",
            ExitCodes.SIGNAL + "+n:wait, run --wait, attach: signal n ended the job",
            ExitCodes.INTERRUPTED
                    + ":wait, run --wait: left by Ctrl+C (the job may continue), or ended by it",
            ExitCodes.LEFT
                    + ":wait, logs -f, run --wait: left by Ctrl+\\, or detached; the job continues",
            "other:wait, run --wait, attach: the job's own exit code"
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
public final class NudgeCommand implements Callable<Integer> {
    /// In the order of the help.
    private static final List<Class<?>> COMMANDS =
            CommandHelp.GROUPS.stream().flatMap(group -> group.classes().stream()).toList();

    @Spec private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli injects the fields
    NudgeCommand() {}

    /// Runs one command line.
    ///
    /// @return the exit code
    public static int execute(String... args) {
        return line(args)
                .setExecutionStrategy(NudgeCommand::run)
                .setExecutionExceptionHandler((e, line, _) -> explain(e, line))
                .execute(args);
    }

    private static int run(ParseResult parsed) {
        CommandLine nudge = parsed.commandSpec().commandLine();
        if (Commands.printsHelp(parsed)) {
            fit(nudge);
        }
        return new RunLast().execute(parsed);
    }

    /// Has help fit the terminal on which it is shown, whose width the native front names.
    static void fit(CommandLine line) {
        int columns = Integer.getInteger("nudge.columns", 0);
        if (columns > 0) {
            Commands.fitHelp(line, columns);
        }
    }

    /// Describes the commands needed for this command line.
    static CommandLine line(String... args) {
        CommandLine nudge = Commands.with(new CommandLine(new NudgeCommand()), commands(args));
        nudge.getCommandSpec().version("nudge " + Installation.version());
        nudge.getHelpSectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
                        help -> CommandHelp.list(nudge, help.commandSpec().usageMessage().width()));
        nudge.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
        return nudge;
    }

    /// Returns the command that is called; if there is none, all of them, for the help and for
    /// suggestions. Describing a command to the library takes some milliseconds.
    private static List<Class<?>> commands(String... args) {
        return COMMANDS.stream()
                .filter(c -> args.length > 0 && Commands.name(c).equals(args[0]))
                .findFirst()
                .<List<Class<?>>>map(List::of)
                .orElse(COMMANDS);
    }

    private static int explain(Exception e, CommandLine line) throws Exception {
        if (e instanceof IOException || e instanceof IllegalArgumentException) {
            line.getErr().println(complaint(e));
            return ExitCodes.FAILED;
        }
        throw e;
    }

    /// Returns what a command says that fails by this error: an [IOException], or an
    /// [IllegalArgumentException].
    public static String complaint(Exception e) {
        return Reasons.complaint(e instanceof IOException io ? Reasons.of(io) : e.getMessage());
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCodes.USAGE;
    }
}
