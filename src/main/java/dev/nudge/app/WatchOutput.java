package dev.nudge.app;

import dev.nudge.app.ToolForm.ToolEffect;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.job.JobSpec;
import dev.nudge.job.VirtualTask.Watch;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.output.FileFollower;
import dev.nudge.output.FilePosition;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.protocol.ClientPath;
import dev.nudge.protocol.Hello;
import dev.nudge.store.JobStore;
import dev.nudge.store.LogHole;
import dev.nudge.text.Bytes;
import dev.nudge.text.Reasons;
import dev.nudge.text.TextBound;
import dev.nudge.watch.WatchRunner;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/// Reports lines to an agent when they appear in the output of a job or in a file.
public record WatchOutput(Jobs jobs, JobStore store, WatchRunner runner) {
    public static final Option<JobSelector> JOB =
            Option.of("job", Type.JOB)
                    .toolHelp("The job whose output to watch: its number, its label or @last.");
    public static final Option<String> FILE =
            Option.of("file", Type.text("FILE", "@file", TextBound.PATH))
                    .toolHelp("Or the file to watch; it may be rotated, and need not exist yet.");
    public static final Option<SearchPattern> PATTERN =
            Option.of("pattern", Type.PATTERN)
                    .required("a regular expression")
                    .toolHelp("The regular expression (RE2) to look for in each line.");
    public static final Option<Integer> TIMES =
            Option.of("times", Type.count(1, 1000))
                    .toolHelp("How many matching lines to report before it ends. Default: 1.");
    public static final Option<From> FROM =
            Option.of("from", Type.choice(From.class))
                    .toolHelp(
                            "start: lines that exist already count (default for a job); now: only new ones (default for a file).");
    public static final Option<String> LABEL =
            Option.of("label", Type.LABEL)
                    .toolHelp("A short name for the watch, by which it can be found.");
    public static final Option<Duration> PATIENCE =
            Option.of("wait", Type.SPAN)
                    .toolHelp(
                            "Wait up to this long for the line, and answer with it. Default: do not wait.");

    public static final ToolForm TOOL =
            new ToolForm(
                    "watch_output",
                    ToolEffect.ADDS,
                    "Reports a line to you when it appears in the output of a job or in any file: within a second, as a new message marked"
                            + " [nudge: ...]. Use it to learn that a server is listening or that an error was logged. The watch is itself a job:"
                            + " kill_job ends it.",
                    "Nothing is watched.",
                    List.of(JOB, FILE, PATTERN, TIMES, FROM, LABEL, PATIENCE));

    private static final Logger LOG = System.getLogger(WatchOutput.class.getName());

    public enum From {
        START,
        NOW
    }

    /// What is watched: the output of a job, or a file as it is given.
    ///
    /// @param times how many matches are reported, 1 or more
    /// @param isFromStart whether what is there already counts
    /// @param patience how long to wait for the last match; empty to return at once
    public record Order(
            OptionalLong job,
            Optional<String> file,
            String pattern,
            int times,
            boolean isFromStart,
            Optional<String> label,
            Optional<Duration> patience) {
        /// @param jobs returns the number of the job that is named
        /// @throws IllegalArgumentException naming the option, what it was and what was expected
        public static Order of(Given given, ToLongFunction<JobSelector> jobs) {
            Optional<String> file = given.get(FILE);
            OptionalLong job = given.all(JOB).stream().mapToLong(jobs).findFirst();
            if (job.isPresent() == file.isPresent()) {
                throw new IllegalArgumentException(
                        "expected either job (its number, its label, or @last) or file (a path)");
            }
            return new Order(
                    job,
                    file,
                    given.require(PATTERN).regex(),
                    given.get(TIMES).orElse(1),
                    given.get(FROM).map(From.START::equals).orElse(job.isPresent()),
                    given.get(LABEL),
                    given.get(PATIENCE).filter(Duration::isPositive));
        }
    }

    /// Begins a watch, whose lines this agent gets.
    ///
    /// @param whenMade called with the job before it begins
    /// @throws IllegalArgumentException if there is nothing to watch; the message says why
    /// @throws IOException if it cannot be recorded; nothing is watched then
    public Job begin(Order order, Hello client, NudgeTarget target, Consumer<JobEntry> whenMade)
            throws IOException {
        Path file = order.job().isPresent() ? log(order.job()) : file(order, client);
        String where = order.job().isPresent() ? "job " + order.job().getAsLong() : name(file);
        String command = "watch %s for %s".formatted(where, order.pattern());
        Watch watch = new Watch(order.job(), file, order.pattern(), order.times());
        return runner.start(
                JobSpec.virtual(command, client.cwd(), order.label(), watch),
                target,
                start(order, file),
                whenMade);
    }

    private static String name(Path file) {
        String text = Bytes.text(file);
        return text.substring(text.lastIndexOf('/') + 1);
    }

    private Path log(OptionalLong job) {
        return store.directory(jobs.require(job.getAsLong()).job().number()).output();
    }

    private static Path file(Order order, Hello client) {
        String given = order.file().orElseThrow();
        try {
            Path file = ClientPath.of(client, given);
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new IllegalArgumentException(
                        Bytes.shown(file) + " is not a regular file; expected one");
            }
            refuseSizeless(file);
            return file;
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(
                    "file is \"%s\", which is not a path: %s".formatted(given, e.getReason()), e);
        }
    }

    /// Refuses a file that reports no size. If the file cannot be opened, the watch will report
    /// that, unless it is readable by then.
    private static void refuseSizeless(Path file) {
        try {
            if (Files.exists(file) && FileFollower.isSizeless(file)) {
                throw new IllegalArgumentException(
                        Bytes.shown(file) + " cannot be watched: " + FileFollower.SIZELESS);
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} cannot be looked at yet: {1}", file, Reasons.of(e));
        }
    }

    private FilePosition start(Order order, Path file) throws IOException {
        FilePosition end = FilePosition.end(file);
        if (!order.isFromStart()) {
            return end;
        }
        long hole =
                order.job().isPresent()
                        ? store.readHole(order.job().getAsLong()).map(LogHole::to).orElse(0L)
                        : 0;
        return end.movedTo(hole);
    }
}
