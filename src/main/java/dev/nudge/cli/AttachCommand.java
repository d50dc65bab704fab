package dev.nudge.cli;

import dev.nudge.job.JobSelector;
import dev.nudge.protocol.TerminalConnection;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nudge attach JOB`: the job's terminal in the user's own.
@Command(
        name = "attach",
        description = {
            "Shows the terminal of a job in this one, live.",
            "Every key goes to the job, and the job's window follows the size of this one. Ctrl+\\"
                    + " detaches (detach_key sets another control key, for example ^]); the"
                    + " job goes on."
        },
        footer = {"", "Examples:", "  nudge attach 18", "  nudge attach --popup @last"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class AttachCommand implements Callable<Integer> {
    @Option(names = "--popup", description = "In a popup of tmux, over the current window.")
    private boolean isPopup;

    @Parameters(
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "The job: its number, @last or its label.")
    private JobSelector job;

    @Override
    public Integer call() throws IOException, InterruptedException {
        long number = SelectedJobs.one(job);
        if (isPopup) {
            Popup.attach(number);
        } else {
            try (TerminalConnection terminal = JobTerminal.of(number)) {
                boolean _ = Attachment.prepare().to(number, terminal);
            }
        }
        return ExitCodes.OK;
    }
}
