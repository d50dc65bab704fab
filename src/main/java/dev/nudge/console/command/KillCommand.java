package dev.nudge.console.command;

import dev.nudge.app.Kill;
import dev.nudge.app.Option;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
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
    public int run(Invocation call) throws IOException, InterruptedException {
        Kill.Order order = Usage.valid(() -> Kill.Order.of(call));
        boolean isAll = call.has(Kill.ALL);
        if (isAll == !call.all(Kill.JOB).isEmpty()) {
            throw Usage.wrong(
                    isAll
                            ? "--all means every job: leave the names of jobs out."
                            : "JOB is missing: name the jobs, or use --all.");
        }
        List<Callable<String>> attempts = isAll ? onAll(call, order) : onNamed(call, order);
        if (isAll && attempts.isEmpty() && !call.has(Kill.JSON)) {
            call.print("No running jobs.");
        }
        List<String> complaints = new ArrayList<>();
        // At once, so that their grace periods do not add up.
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<String> said : threads.invokeAll(attempts)) {
                try {
                    call.print(said.get());
                } catch (ExecutionException e) {
                    complaints.add(
                            e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
                }
            }
        }
        complaints.forEach(call::complain);
        return complaints.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    /// Returns the attempts on all jobs that have not ended. Only jobs with processes can get a
    /// signal.
    private static List<Callable<String>> onAll(Invocation call, Kill.Order order) {
        boolean isSignal = call.get(Kill.SIGNAL).isPresent();
        return call.reports().list(true).stream()
                .map(JobSnapshot::job)
                .filter(job -> !job.isEnded() && (!isSignal || hasProcess(job)))
                .<Callable<String>>map(job -> () -> end(call, order, job.number()))
                .toList();
    }

    private static boolean hasProcess(Job job) {
        return !job.state().isWaiting() && job.spec().virtual().isEmpty();
    }

    private static List<Callable<String>> onNamed(Invocation call, Kill.Order order) {
        List<Callable<String>> attempts = new ArrayList<>();
        for (JobSelector word : call.all(Kill.JOB)) {
            try {
                call.reports()
                        .numbers(word)
                        .forEach(job -> attempts.add(() -> end(call, order, job)));
            } catch (IllegalArgumentException e) {
                attempts.add(() -> {
                    throw e;
                });
            }
        }
        return attempts;
    }

    private static String end(Invocation call, Kill.Order order, long job) {
        Kill kill = call.services().jobs().kill();
        boolean isJson = call.has(Kill.JSON);
        Optional<Signal> signal = call.get(Kill.SIGNAL);
        if (signal.isPresent()) {
            int processes = kill.signal(job, signal.get());
            return isJson
                    ? Wire.write(new Signalled("signalled", job, processes))
                    : Kill.sent(job, signal.get(), processes);
        }
        Kill.Ended ended = kill.end(job, order);
        return isJson ? Wire.write(call.reports().ended(ended.job())) : ended.words();
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
