package dev.nudge.cli;

import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
        } else {
            try (TerminalConnection terminal = JobTerminal.of(number)) {
                boolean isDetached = Attachment.prepare().to(terminal);
                if (!isJson) {
                    OutputLine.print(spec, Attachment.outcome(number, isDetached));
                }
            }
        }
        if (isJson) {
            OutputLine.print(spec, Wire.writePretty(SelectedJobs.found(number).job()));
        }
        return ExitCodes.OK;
    }
}
