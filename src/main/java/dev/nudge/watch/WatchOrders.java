package dev.nudge.watch;

import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.VirtualTask.Watch;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.output.FileFollower;
import dev.nudge.output.FilePosition;
import dev.nudge.protocol.ClientPath;
import dev.nudge.protocol.Hello;
import dev.nudge.request.WatchRequest;
import dev.nudge.store.JobStore;
import dev.nudge.store.LogHole;
import dev.nudge.text.Bytes;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Turns the requests of agents into watches.
public final class WatchOrders {
    private static final Logger LOG = System.getLogger(WatchOrders.class.getName());

    private final Jobs jobs;
    private final JobStore store;
    private final WatchRunner runner;

    public WatchOrders(Jobs jobs, JobStore store, WatchRunner runner) {
        this.jobs = jobs;
        this.store = store;
        this.runner = runner;
    }

    /// @param whenMade called with the job before it begins
    /// @throws IllegalArgumentException if there is nothing to watch; the message says why
    /// @throws IOException if it cannot be recorded; nothing is watched then
    public Job watch(
            WatchRequest request, Hello client, NudgeTarget target, Consumer<JobEntry> whenMade)
            throws IOException {
        Path file = request.job().isPresent() ? log(request.job()) : file(request, client);
        String where = request.job().isPresent() ? "job " + request.job().getAsLong() : name(file);
        String command = "watch %s for %s".formatted(where, request.pattern());
        Watch watch = new Watch(request.job(), file, request.pattern(), request.times());
        return runner.start(
                JobSpec.virtual(command, client.cwd(), request.label(), watch),
                target,
                start(request, file),
                whenMade);
    }

    private static String name(Path file) {
        String text = Bytes.text(file);
        return text.substring(text.lastIndexOf('/') + 1);
    }

    private Path log(OptionalLong job) {
        return store.directory(jobs.require(job.getAsLong()).job().number()).output();
    }

    private static Path file(WatchRequest request, Hello client) {
        String given = request.file().orElseThrow();
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

    private FilePosition start(WatchRequest request, Path file) throws IOException {
        FilePosition end = FilePosition.end(file);
        if (!request.isFromStart()) {
            return end;
        }
        long hole =
                request.job().isPresent()
                        ? store.readHole(request.job().getAsLong()).map(LogHole::to).orElse(0L)
                        : 0;
        return end.movedTo(hole);
    }
}
