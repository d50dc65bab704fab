package dev.nudge.console.queue;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.job.JobSelector;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/// The command `nudge switch JOB JOB`: two jobs that wait change their places.
@Command(
        name = "switch",
        description = {
            "Has two queued jobs change their places.",
            "Those in the order in which they are started: each gets the priority of the other, and its place among the jobs of that priority. Prints"
                    + " the new order.",
        },
        footer = {"  nudge switch 17 21", "  nudge switch build @last"})
public final class SwitchCommand implements ConsoleCommand {
    /// More are not shown: it is one line.
    private static final int MOST = 20;

    private static final Option<JobSelector> ONE =
            Option.of("job", Type.JOB, Form.ARGUMENT)
                    .help("A job that waits: its number, @last, or its label (then the newest).");
    private static final Option<JobSelector> OTHER =
            Option.of("other", Type.JOB, Form.ARGUMENT).help("The other job.");

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        call.print(order(call.services().queue().switchPlaces(call.job(ONE), call.job(OTHER))));
        return ExitCodes.OK;
    }

    private static String order(List<Long> jobs) {
        String first =
                jobs.stream().limit(MOST).map(String::valueOf).collect(Collectors.joining(", "));
        return "The jobs that wait are started in this order: "
                + first
                + (jobs.size() > MOST ? ", and %d more".formatted(jobs.size() - MOST) : "");
    }
}
