package dev.nudge.console.command;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobStopper;
import dev.nudge.console.argument.JobWord;
import dev.nudge.console.argument.Seconds;
import dev.nudge.console.argument.SignalOption;
import dev.nudge.console.argument.Usage;
import dev.nudge.console.view.JobSentence;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.job.Signal;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `nudge kill JOB…`: ends jobs.
@Command(
        name = "kill",
        description = {
            "Ends jobs with all of their processes, and returns when they have ended.",
            "Every process of the job gets SIGTERM, once, also those that have left its session or"
                    + " process group. What still runs after a second on a terminal gets SIGHUP too,"
                    + " unless it handles SIGTERM alone. What is left after the grace period gets"
                    + " SIGKILL."
                    + " A watch or a timer is cancelled. A job that does not exist does not keep the"
                    + " others from being ended."
        },
        footer = {
            "",
            "Examples:",
            "  nudge kill 17",
            "  nudge kill --grace 30 3-7 build",
            "  nudge kill --all",
            "  nudge kill -INT @last"
        },
        preprocessor = SignalOption.class,
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class KillCommand implements ConsoleCommand {
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
                            + " at once; also written -9 or -INT.")
    private @Nullable String signal;

    @Option(
            names = "--rest",
            description =
                    "Also end the processes that are left of jobs that have ended, such as a server"
                            + " that a job has started.")
    private boolean isWithRest;

    @Option(names = "--all", description = "All jobs that have not ended.")
    private boolean isAll;

    @Option(names = "--json", description = "A JSON object for each job, one a line.")
    private boolean isJson;

    @Parameters(
            arity = "0..*",
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "The jobs: numbers (17), ranges (3-7), @last, labels.")
    private List<JobSelector> jobs = List.of();

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        requireSense();
        List<Callable<String>> attempts = isAll ? attemptsOnAll(invocation) : attempts(invocation);
        if (isAll && attempts.isEmpty() && !isJson) {
            invocation.print("No running jobs.");
        }
        List<String> complaints = new ArrayList<>();
        for (Future<String> said : atOnce(attempts)) {
            try {
                invocation.print(said.get());
            } catch (ExecutionException e) {
                complaints.add(e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
            }
        }
        complaints.forEach(invocation::complain);
        return complaints.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    /// A sent signal in JSON.
    ///
    /// @param processes the number of processes that received it
    private record Signalled(String type, long job, int processes) {}

    private void requireSense() {
        var _ = signal();
        Usage.requireAtLeast(spec, "--grace", grace, 0);
        if (signal != null && grace != null) {
            throw Usage.wrong(spec, "--grace cannot be combined with --signal.");
        }
        if (isWithRest && (signal != null || isAll)) {
            throw Usage.wrong(
                    spec,
                    "--rest cannot be combined with %s: name the jobs whose processes are left."
                            .formatted(isAll ? "--all" : "--signal"));
        }
        if (isAll == !jobs.isEmpty()) {
            throw Usage.wrong(
                    spec,
                    isAll
                            ? "--all means every job: leave the names of jobs out."
                            : "JOB is missing: name the jobs, or use --all.");
        }
    }

    /// Returns the attempts on all jobs that have not ended. Only jobs with processes can get a
    /// signal.
    private List<Callable<String>> attemptsOnAll(Invocation invocation) {
        return invocation.services().jobs().reports().list(true).stream()
                .map(JobSnapshot::job)
                .filter(job -> !job.isEnded() && (signal == null || hasProcess(job)))
                .map(job -> attempt(invocation, job.number()))
                .toList();
    }

    static boolean hasProcess(Job job) {
        return !job.state().isWaiting() && job.spec().virtual().isEmpty();
    }

    /// Returns the attempts, in order. A word that selects no job fails in its turn.
    private List<Callable<String>> attempts(Invocation invocation) {
        List<Callable<String>> attempts = new ArrayList<>();
        for (JobSelector word : jobs) {
            try {
                List<Long> numbers = invocation.services().jobs().reports().numbers(word);
                numbers.forEach(job -> attempts.add(attempt(invocation, job)));
            } catch (IllegalArgumentException e) {
                attempts.add(() -> {
                    throw e;
                });
            }
        }
        return attempts;
    }

    private Callable<String> attempt(Invocation invocation, long job) {
        JobStopper stopper = invocation.services().jobs().stopper();
        Optional<Signal> wanted = signal();
        return () -> wanted.isPresent() ? send(stopper, job, wanted.get()) : kill(stopper, job);
    }

    /// Runs the attempts at once, so that their grace periods do not add up.
    private static List<Future<String>> atOnce(List<Callable<String>> attempts)
            throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(attempts);
        }
    }

    private Optional<Signal> signal() {
        return Optional.ofNullable(signal)
                .map(given -> Usage.valid(spec, () -> Signal.named(given)));
    }

    private String kill(JobStopper stopper, long job) {
        Optional<Duration> limit = Optional.ofNullable(grace).map(Duration::ofSeconds);
        JobStopper.Killed killed =
                isWithRest ? stopper.killWithRest(job, limit) : stopper.kill(job, limit);
        return isJson ? Wire.write(killed.snapshot()) : sentence(killed);
    }

    private String send(JobStopper stopper, long job, Signal wanted) {
        int processes = stopper.signal(job, wanted);
        return isJson
                ? Wire.write(new Signalled("signalled", job, processes))
                : "%s was sent to job %d (%d %s)."
                        .formatted(
                                wanted.name(),
                                job,
                                processes,
                                processes == 1 ? "process" : "processes");
    }

    private static String sentence(JobStopper.Killed killed) {
        Job job = killed.snapshot().job();
        if (!hasProcess(job) && !killed.wasEnded()) {
            return "Job %d has been cancelled.".formatted(job.number());
        }
        String how = JobSentence.killed(job, killed.wasEnded());
        if (killed.rest().isEmpty()) {
            return how;
        }
        String advice =
                killed.left() ? " To end what it left: nudge kill --rest " + job.number() : "";
        return "%s %s%s".formatted(how, killed.rest(), advice);
    }
}
