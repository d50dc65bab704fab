package dev.nudge.console.command;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobEndedException;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobWait;
import dev.nudge.console.argument.JobOrLast;
import dev.nudge.console.tmux.Popup;
import dev.nudge.console.view.JobSentence;
import dev.nudge.console.view.LastLine;
import dev.nudge.protocol.Wire;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
        footer = {"", "Examples:", "  nudge attach", "  nudge attach --popup 18"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class AttachCommand implements ConsoleCommand {
    @Option(names = "--popup", description = "In a popup of tmux, over the current window.")
    private boolean isPopup;

    @Option(
            names = "--json",
            description = "At the end, print the job as a JSON object, not a sentence.")
    private boolean isJson;

    @Mixin private JobOrLast job;

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        Optional<String> token = invocation.caller().resumed();
        if (token.isPresent()) {
            return resumed(invocation, token.get());
        }
        long number = job.number(invocation);
        if (isPopup) {
            new Popup(invocation).attach(number);
            boolean isOver = invocation.services().jobs().reports().of(number).job().isEnded();
            return isOver || isJson ? shown(invocation, number, !isOver) : ExitCodes.OK;
        }
        Path socket = invocation.services().jobs().reports().requireTerminal(number);
        var _ = Settings.of(invocation.hello().environment()).requiring(Setting.DETACH_KEY);
        if (!invocation.isOnTerminal()) {
            throw new IOException("Standard input or output is not a terminal. Run this in one.");
        }
        invocation.caller().keep(number + " " + socket);
        return attached(invocation, number, socket);
    }

    private int resumed(Invocation invocation, String token)
            throws IOException, InterruptedException {
        Optional<Integer> code = LastLine.code(token);
        if (code.isPresent()) {
            return code.get();
        }
        String[] words = token.split(" ", 2);
        return attached(invocation, Long.parseLong(words[0]), Path.of(words[1]));
    }

    private int attached(Invocation invocation, long number, Path socket)
            throws IOException, InterruptedException {
        return switch (invocation.caller().attach(number, socket, false)) {
            case ENDED -> shown(invocation, number, false);
            case DETACHED -> shown(invocation, number, true);
            case TOO_LATE -> throw new JobEndedException(number);
        };
    }

    /// Reports what has become of the job.
    ///
    /// @return its exit code; 0 if the user has detached
    private int shown(Invocation invocation, long number, boolean isDetached)
            throws IOException, InterruptedException {
        JobSnapshot now =
                isDetached
                        ? invocation.services().jobs().reports().of(number)
                        : ended(invocation, number);
        int code = isDetached ? ExitCodes.OK : ExitCodes.of(now.job());
        Object line = isJson ? Wire.writePretty(now) : JobSentence.attached(number, isDetached);
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
