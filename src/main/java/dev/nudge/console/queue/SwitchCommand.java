package dev.nudge.console.queue;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.QueueDesk;
import dev.nudge.console.argument.JobWord;
import dev.nudge.job.JobSelector;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// The command `nudge switch JOB JOB`: two jobs that wait change their places.
@Command(
        name = "switch",
        description = {
            "Has two queued jobs change their places.",
            "Those in the order in which they are started: each gets the priority of the other, and its place among the jobs of that priority. Prints"
                    + " the new order.",
        },
        footer = {"", "Examples:", "  nudge switch 17 21", "  nudge switch build @last"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class SwitchCommand implements ConsoleCommand {
    /// More are not shown: it is one line.
    private static final int MOST = 20;

    @Parameters(
            index = "0",
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "A job that waits: its number, @last, or its label (then the newest).")
    private JobSelector one;

    @Parameters(
            index = "1",
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "The other job.")
    private JobSelector other;

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        JobReports reports = invocation.services().jobs().reports();
        QueueDesk desk = invocation.services().queue();
        desk.switchPlaces(reports.number(one), reports.number(other));
        invocation.print(order(desk.sequence()));
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
