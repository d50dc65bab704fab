package dev.nudge.cli;

import dev.nudge.job.JobRecord;
import dev.nudge.job.JobSelector;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `nudge clean`: removes what nobody needs any more.
@Command(
        name = "clean",
        description = {
            "Removes the jobs that have ended, with their output.",
            "A job whose agent is still to be told of its end stays, unless it is named."
        },
        footer = {"", "Examples:", "  nudge clean", "  nudge clean 3-7 build"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class CleanCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "The numbers of the jobs as a JSON array.")
    private boolean isJson;

    @Parameters(
            arity = "0..*",
            paramLabel = "JOB",
            converter = JobWord.class,
            description =
                    "Only these jobs, told or not: numbers (17), ranges (3-7), @last, labels.")
    private List<JobSelector> jobs = List.of();

    @Override
    public Integer call() throws IOException {
        List<Long> named =
                jobs.isEmpty()
                        ? List.of()
                        : SelectedJobs.all(jobs).stream().map(JobRecord::job).toList();
        Response.Cleaned cleaned = Answers.ask(new Request.Clean(named), Response.Cleaned.class);
        OutputLine.print(
                spec, isJson ? Wire.writePretty(cleaned.jobs()) : removed(cleaned.jobs().size()));
        List<Long> kept = cleaned.kept();
        if (kept != null && !kept.isEmpty() && !isJson) {
            OutputLine.print(spec, kept(kept));
        }
        List<String> complaints = cleaned.complaints();
        if (complaints == null || complaints.isEmpty()) {
            return ExitCodes.OK;
        }
        complaints.forEach(c -> spec.commandLine().getErr().println("nudge: " + c));
        return ExitCodes.FAILED;
    }

    private static String removed(int count) {
        return count == 1 ? "1 job removed." : count + " jobs removed.";
    }

    private static String kept(List<Long> jobs) {
        String numbers = jobs.stream().map(String::valueOf).collect(Collectors.joining(" "));
        return "%s, since somebody is still to be told. All the same: nudge clean %s"
                .formatted(jobs.size() == 1 ? "1 stays" : jobs.size() + " stay", numbers);
    }
}
