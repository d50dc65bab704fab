package dev.nudge.console.command;

import dev.nudge.app.Given;
import dev.nudge.app.Kill;
import dev.nudge.app.Option;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.Services.JobDesk;
import dev.nudge.console.Usage;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.job.Signal;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/// The command `nudge kill JOB…`: ends jobs.
@Command(
        name = Kill.NAME,
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
            "  nudge kill 17",
            "  nudge kill --grace 30 3-7 build",
            "  nudge kill --all",
            "  nudge kill -INT @last"
        },
        preprocessor = KillCommand.SignalOption.class)
public final class KillCommand implements ConsoleCommand {
    /// A sent signal in JSON.
    ///
    /// @param processes the number of processes that received it
    private record Signalled(String type, long job, int processes) {}

    @Override
    public List<Option<?>> options() {
        return Kill.OPTIONS;
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        Given given = invocation.given();
        Kill.Order order = Usage.valid(() -> Kill.Order.of(given));
        boolean isAll = given.has(Kill.ALL);
        if (isAll == !given.all(Kill.JOB).isEmpty()) {
            throw Usage.wrong(
                    isAll
                            ? "--all means every job: leave the names of jobs out."
                            : "JOB is missing: name the jobs, or use --all.");
        }
        JobDesk desk = invocation.services().jobs();
        LongFunction<Callable<String>> attempt = job -> () -> end(desk, given, order, job);
        List<Callable<String>> attempts =
                isAll ? onAll(desk, given, attempt) : onNamed(desk, given, attempt);
        if (isAll && attempts.isEmpty() && !given.has(Kill.JSON)) {
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

    /// Returns the attempts on all jobs that have not ended. Only jobs with processes can get a
    /// signal.
    private static List<Callable<String>> onAll(
            JobDesk desk, Given given, LongFunction<Callable<String>> attempt) {
        boolean isSignal = given.get(Kill.SIGNAL).isPresent();
        return desk.reports().list(true).stream()
                .map(JobSnapshot::job)
                .filter(job -> !job.isEnded() && (!isSignal || hasProcess(job)))
                .map(job -> attempt.apply(job.number()))
                .toList();
    }

    private static boolean hasProcess(Job job) {
        return !job.state().isWaiting() && job.spec().virtual().isEmpty();
    }

    /// Returns the attempts, in order. A word that selects no job fails in its turn.
    private static List<Callable<String>> onNamed(
            JobDesk desk, Given given, LongFunction<Callable<String>> attempt) {
        List<Callable<String>> attempts = new ArrayList<>();
        for (JobSelector word : given.all(Kill.JOB)) {
            try {
                desk.reports().numbers(word).forEach(job -> attempts.add(attempt.apply(job)));
            } catch (IllegalArgumentException e) {
                attempts.add(() -> {
                    throw e;
                });
            }
        }
        return attempts;
    }

    /// Runs the attempts at once, so that their grace periods do not add up.
    private static List<Future<String>> atOnce(List<Callable<String>> attempts)
            throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(attempts);
        }
    }

    private static String end(JobDesk desk, Given given, Kill.Order order, long job) {
        boolean isJson = given.has(Kill.JSON);
        Optional<Signal> signal = given.get(Kill.SIGNAL);
        if (signal.isPresent()) {
            int processes = desk.kill().signal(job, signal.get());
            return isJson
                    ? Wire.write(new Signalled("signalled", job, processes))
                    : Kill.sent(job, signal.get(), processes);
        }
        Kill.Ended ended = desk.kill().end(job, order);
        return isJson ? Wire.write(desk.reports().ended(ended.job())) : ended.words();
    }

    /// Lets a signal be given as kill(1) takes it: `-9`, `-INT`.
    static final class SignalOption implements IParameterPreprocessor {
        private static final Pattern SIGNAL = Pattern.compile("-(\\d{1,2}|[A-Z][A-Z0-9]+)");

        /// Processes the option. What follows `--` is not an option.
        @Override
        public boolean preprocess(
                Stack<String> args,
                CommandSpec command,
                ArgSpec argument,
                Map<String, Object> info) {
            for (int i = args.size() - 1; i >= 0 && !args.get(i).equals("--"); i--) {
                var signal = SIGNAL.matcher(args.get(i));
                if (signal.matches()) {
                    args.set(i, "--signal=" + signal.group(1));
                }
            }
            return false;
        }
    }
}
