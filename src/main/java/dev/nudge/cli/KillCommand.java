package dev.nudge.cli;

import dev.nudge.job.JobRecord;
import dev.nudge.job.JobSelector;
import dev.nudge.job.Signal;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `nudge kill JOB…`: ends jobs.
@Command(
        name = "kill",
        description = {
            "Ends jobs with all of their processes, and returns when they have ended.",
            "Every process of the job gets SIGTERM, also those that have left its session or process"
                    + " group; what is left after the grace gets SIGKILL. A job that is not there"
                    + " does not keep the others from being ended."
        },
        footer = {
            "",
            "Examples:",
            "  nudge kill 17",
            "  nudge kill --grace 30 3-7 build",
            "  nudge kill -s HUP @last"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class KillCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            converter = Seconds.class,
            description = "How long they may take to end by themselves; default 5.")
    private @Nullable Integer grace;

    @Option(
            names = {"-s", "--signal"},
            paramLabel = "SIGNAL",
            description =
                    "Only send this signal to their processes, by name (INT) or number, and return"
                            + " at once.")
    private @Nullable String signal;

    @Option(names = "--json", description = "A JSON object for each job, one a line.")
    private boolean isJson;

    @Mixin private SeveralJobs jobs;

    @Override
    public Integer call() {
        Usage.requireAtLeast(spec, "--grace", grace, 0);
        if (signal != null && grace != null) {
            throw Usage.wrong(spec, "--grace is of no use with --signal: leave one of them out.");
        }
        String name = signalName();
        List<String> complaints = new ArrayList<>();
        for (JobSelector word : jobs.words()) {
            try {
                for (long job : SelectedJobs.numbers(word)) {
                    attempt(job, name, complaints);
                }
            } catch (IOException e) {
                complaints.add(e.getMessage());
            }
        }
        complaints.forEach(c -> spec.commandLine().getErr().println("nudge: " + c));
        return complaints.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private @Nullable String signalName() {
        String given = signal;
        return given == null ? null : Usage.valid(spec, () -> Signal.named(given).name());
    }

    private void attempt(long job, @Nullable String name, List<String> complaints) {
        try {
            OutputLine.print(spec, name == null ? kill(job) : send(job, name));
        } catch (IOException e) {
            complaints.add(e.getMessage());
        }
    }

    private String kill(long job) throws IOException {
        Response.Killed killed = Answers.ask(new Request.Kill(job, grace), Response.Killed.class);
        return isJson ? Wire.write(killed.job()) : sentence(killed);
    }

    private String send(long job, String name) throws IOException {
        Response.Signalled sent =
                Answers.ask(new Request.SendSignal(job, name), Response.Signalled.class);
        return isJson
                ? Wire.write(sent)
                : "%s was sent to job %d (%d %s)."
                        .formatted(
                                name,
                                job,
                                sent.processes(),
                                sent.processes() == 1 ? "process" : "processes");
    }

    private static String sentence(Response.Killed killed) {
        JobRecord job = killed.job();
        return "Job %d %s: %s."
                .formatted(
                        job.job(),
                        killed.wasEnded() ? "had already ended" : "has been killed",
                        JobSentence.exit(job));
    }
}
