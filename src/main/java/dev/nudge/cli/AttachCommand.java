package dev.nudge.cli;

import dev.nudge.job.record.JobRecord;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
        footer = {"", "Examples:", "  nudge attach 18", "  nudge attach --popup @last"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class AttachCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--popup", description = "In a popup of tmux, over the current window.")
    private boolean isPopup;

    @Option(
            names = "--json",
            description = "In the end, print the job as a JSON object, not a sentence.")
    private boolean isJson;

    @Mixin private OneJob job;

    @Override
    public Integer call() throws IOException, InterruptedException {
        long number = job.number();
        if (isPopup) {
            Popup.attach(number);
            return isJson ? shown(number, true) : ExitCodes.OK;
        }
        try (TerminalConnection terminal = JobTerminal.of(number)) {
            return shown(number, Attachment.prepare().to(terminal, number));
        }
    }

    /// Reports what has become of the job.
    ///
    /// @return its exit code; 0 if the user has detached
    private int shown(long number, boolean isDetached) throws IOException, InterruptedException {
        JobRecord now = isDetached ? SelectedJobs.found(number).job() : ended(number);
        OutputLine.print(
                spec, isJson ? Wire.writePretty(now) : Attachment.outcome(number, isDetached));
        return isDetached ? ExitCodes.OK : ExitCodes.of(now);
    }

    /// Waits for the recorded end: the terminal is gone a moment before it.
    private static JobRecord ended(long number) throws IOException, InterruptedException {
        try (JobWait wait = new JobWait(List.of(number), _ -> {})) {
            return wait.next();
        }
    }
}
