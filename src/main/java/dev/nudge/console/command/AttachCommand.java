package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobWait;
import dev.nudge.console.view.LastLine;
import dev.nudge.job.JobSelector;
import dev.nudge.protocol.Wire;
import dev.nudge.settings.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/// The command `nudge attach JOB`: shows the job's terminal in the user's own.
@Command(
        name = "attach",
        description = {
            "Shows the terminal of a job in this one, live.",
            "Every key goes to the job, and the job's window follows the size of this one. Ctrl+\\"
                    + " detaches (detach_key sets another control key, for example ^]); the"
                    + " job continues.",
            "Exit code: the job's if it ended meanwhile, 0 after detaching."
        },
        footer = {"  nudge attach", "  nudge attach --popup 18"})
public final class AttachCommand implements ConsoleCommand {
    private static final Option<Boolean> POPUP =
            Option.flag("popup").help("In a popup of tmux, over the current window.");
    private static final Option<Boolean> JSON =
            Option.flag("json").help("At the end, print the job as a JSON object, not a sentence.");
    private static final Option<JobSelector> JOB = ConsoleCommand.job(Form.OPTIONAL, "@terminal");

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        Optional<String> token = call.caller().resumed();
        if (token.isPresent()) {
            String[] words = token.get().split(" ", 2);
            return attached(call, Long.parseLong(words[0]), Path.of(words[1]));
        }
        long number = call.job(JOB);
        if (call.has(POPUP)) {
            new CallerTmux(call, "").attach(number);
            boolean isOver = call.reports().of(number).job().isEnded();
            return isOver || call.has(JSON) ? shown(call, number, !isOver) : ExitCodes.OK;
        }
        Path socket = call.reports().requireTerminal(number);
        var _ = call.settings().requiring(Setting.DETACH_KEY);
        call.requireTerminal();
        call.caller().keep(number + " " + socket);
        return attached(call, number, socket);
    }

    private static int attached(Invocation call, long number, Path socket)
            throws IOException, InterruptedException {
        return switch (call.caller().attach(number, socket, false)) {
            case ENDED -> shown(call, number, false);
            case DETACHED -> shown(call, number, true);
            case TOO_LATE -> throw JobReports.hasEnded(number);
        };
    }

    /// Reports what has become of the job.
    ///
    /// @return its exit code; 0 if the user has detached
    private static int shown(Invocation call, long number, boolean isDetached)
            throws IOException, InterruptedException {
        JobSnapshot now = isDetached ? call.reports().of(number) : ended(call, number);
        int code = isDetached ? ExitCodes.OK : ExitCodes.of(now.job());
        boolean isJson = call.has(JSON);
        Object line = isJson ? Wire.writePretty(now) : LastLine.attached(number, isDetached);
        LastLine.print(call, line, code);
        return code;
    }

    /// Waits for the recorded end: the terminal is gone a moment before it.
    private static JobSnapshot ended(Invocation call, long number)
            throws IOException, InterruptedException {
        try (JobWait wait = call.services().jobs().waits().begin(List.of(number), _ -> {})) {
            return call.caller().awaiting(wait::next);
        }
    }
}
