package dev.nudge.cli;

import dev.nudge.job.record.JobRecord;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `nudge wait JOB…`: waits for jobs to end.
@Command(
        name = "wait",
        description = {
            "Waits until jobs have ended, and prints a line for each.",
            "Exit code: 0 if all of them ended with 0, otherwise that of the first that did not,"
                    + " in the order of the command line; 128+n if signal n ended it; 124 if"
                    + " --timeout came first."
        },
        footer = {
            "",
            "Examples:",
            "  nudge wait 17 && nudge run -- make install",
            "  nudge wait --any --timeout 60 3-7",
            "  nudge wait @last"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class WaitCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--any", description = "Only until one of them has ended; its exit code.")
    private boolean isAny;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Seconds.class,
            description = "Wait no longer than that; the jobs continue.")
    private @Nullable Integer timeout;

    @Option(names = "--json", description = "A JSON object for each end, one a line.")
    private boolean isJson;

    @Mixin private SeveralJobs jobs;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Usage.requireAtLeast(spec, "--timeout", timeout, 1);
        Integer seconds = timeout;
        return seconds == null ? waited() : limited(seconds);
    }

    private int waited() throws IOException, InterruptedException {
        List<Long> numbers = SelectedJobs.all(jobs.words()).stream().map(JobRecord::job).toList();
        try (JobWait wait = new JobWait(numbers, this::warn)) {
            return code(ends(wait), numbers);
        }
    }

    private void warn(String text) {
        spec.commandLine().getErr().println("nudge: " + text);
        spec.commandLine().getErr().flush();
    }

    /// Waits with a time limit that runs from the beginning: it also covers a daemon that takes
    /// connections but does not answer.
    private int limited(int seconds) throws IOException, InterruptedException {
        FutureTask<Integer> task = new FutureTask<>(this::waited);
        Thread.ofVirtual().name("wait").start(task);
        try {
            return task.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            spec.commandLine()
                    .getErr()
                    .printf("nudge: after %d s the jobs have not ended; they continue.%n", seconds);
            return ExitCodes.TIMED_OUT;
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case RuntimeException failure -> throw failure;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    private List<JobRecord> ends(JobWait wait) throws IOException, InterruptedException {
        List<JobRecord> ended = new ArrayList<>();
        while (wait.hasNext() && !(isAny && !ended.isEmpty())) {
            JobRecord job = wait.next();
            ended.add(job);
            OutputLine.print(spec, isJson ? Wire.write(job) : JobSentence.ended(job));
        }
        return ended;
    }

    private static int code(List<JobRecord> ended, List<Long> order) {
        return ended.stream()
                .sorted(Comparator.comparingInt(j -> order.indexOf(j.job())))
                .mapToInt(ExitCodes::of)
                .filter(code -> code != ExitCodes.OK)
                .findFirst()
                .orElse(ExitCodes.OK);
    }
}
