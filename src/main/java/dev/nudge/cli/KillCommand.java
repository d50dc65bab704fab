package dev.nudge.cli;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.JobState;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `nudge kill JOB…`: ends jobs.
@Command(
        name = "kill",
        description = {
            "Ends jobs with all of their processes, also those that have left their session or",
            "process group: SIGTERM, a time of grace, SIGKILL. Returns when they have ended."
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class KillCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--grace",
            paramLabel = "SECONDS",
            description = "How long they may take to end by themselves; default 5.")
    private @Nullable Integer grace;

    @Parameters(arity = "1..*", paramLabel = "JOB", description = "The numbers of the jobs.")
    private List<Long> jobs;

    @Override
    public Integer call() throws IOException {
        if (grace != null && grace < 0) {
            throw new IllegalArgumentException("--grace is " + grace + "; expected 0 or more.");
        }
        for (long job : jobs) {
            Request.Kill request = new Request.Kill(job, grace);
            Response.Killed killed = Answers.ask(request, Response.Killed.class);
            spec.commandLine().getOut().println(sentence(killed));
            spec.commandLine().getOut().flush();
        }
        return ExitCodes.OK;
    }

    private static String sentence(Response.Killed killed) {
        String end =
                killed.job().toJob().state() instanceof JobState.Ended(_, ExitStatus status, _)
                        ? status.words()
                        : "its end is not recorded yet";
        return "Job %d %s: %s."
                .formatted(
                        killed.job().job(),
                        killed.wasEnded() ? "had already ended" : "has been killed",
                        end);
    }
}
