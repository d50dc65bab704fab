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
import dev.nudge.settings.Settings;
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
    public List<Option<?>> options() {
        return List.of(POPUP, JSON, JOB);
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        Optional<String> token = invocation.caller().resumed();
        if (token.isPresent()) {
            return resumed(invocation, token.get());
        }
        long number = invocation.job(JOB);
        if (invocation.given().has(POPUP)) {
            new CallerTmux(invocation).attach(number);
            boolean isOver = invocation.reports().of(number).job().isEnded();
            return isOver || invocation.given().has(JSON)
                    ? shown(invocation, number, !isOver)
                    : ExitCodes.OK;
        }
        Path socket = invocation.reports().requireTerminal(number);
        var _ = Settings.of(invocation.hello().environment()).requiring(Setting.DETACH_KEY);
        invocation.requireTerminal();
        invocation.caller().keep(number + " " + socket);
        return attached(invocation, number, socket);
    }

    private static int resumed(Invocation invocation, String token)
            throws IOException, InterruptedException {
        Optional<Integer> code = LastLine.code(token);
        if (code.isPresent()) {
            return code.get();
        }
        String[] words = token.split(" ", 2);
        return attached(invocation, Long.parseLong(words[0]), Path.of(words[1]));
    }

    private static int attached(Invocation invocation, long number, Path socket)
            throws IOException, InterruptedException {
        return switch (invocation.caller().attach(number, socket, false)) {
            case ENDED -> shown(invocation, number, false);
            case DETACHED -> shown(invocation, number, true);
            case TOO_LATE -> throw JobReports.hasEnded(number);
        };
    }

    /// Reports what has become of the job.
    ///
    /// @return its exit code; 0 if the user has detached
    private static int shown(Invocation invocation, long number, boolean isDetached)
            throws IOException, InterruptedException {
        JobSnapshot now = isDetached ? invocation.reports().of(number) : ended(invocation, number);
        int code = isDetached ? ExitCodes.OK : ExitCodes.of(now.job());
        boolean isJson = invocation.given().has(JSON);
        Object line = isJson ? Wire.writePretty(now) : LastLine.attached(number, isDetached);
        LastLine.print(invocation, line, code);
        return code;
    }

    /// Waits for the recorded end: the terminal is gone a moment before it.
    private static JobSnapshot ended(Invocation invocation, long number)
            throws IOException, InterruptedException {
        try (JobWait wait = invocation.services().jobs().waits().begin(List.of(number), _ -> {})) {
            return invocation.caller().awaiting(wait::next);
        }
    }
}
