package dev.nudge.cli;

import dev.nudge.job.JobRecord;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.utils.Signals;

/// Stays with a job from its start to its end.
final class RunWait {
    private final PrintWriter err;
    private final AtomicBoolean isAskedToStop = new AtomicBoolean();
    private volatile Optional<Response.JobFound> started = Optional.empty();

    /// @param err for what is said to the user
    RunWait(PrintWriter err) {
        this.err = err;
    }

    /// Starts the job, shows what it writes, and waits for it.
    ///
    /// @return its exit code
    int run(Request.Run request) throws IOException, InterruptedException {
        // Before there is a job, since it runs before its number is known here.
        Object _ = Signals.register("INT", this::interrupted);
        Response.JobFound job = Answers.ask(request, Response.JobFound.class);
        started = Optional.of(job);
        if (isAskedToStop.get()) {
            stop(job.job().job());
        }
        try (JobWait wait = new JobWait(List.of(job.job().job()))) {
            return job.terminal() != null && OwnTerminal.isThere()
                    ? attached(job, wait)
                    : ExitCodes.of(shown(job, wait));
        }
    }

    private static int attached(Response.JobFound job, JobWait wait)
            throws IOException, InterruptedException {
        try {
            boolean isDetached = Attachment.to(job.job().job());
            return isDetached ? ExitCodes.OK : ExitCodes.of(wait.next());
        } catch (JobEndedException tooLate) {
            return ExitCodes.of(shown(job, wait));
        }
    }

    private static JobRecord shown(Response.JobFound job, JobWait wait)
            throws IOException, InterruptedException {
        OutputLog log = new OutputLog(Path.of(job.output()), job.holeFrom(), job.holeTo());
        return new LogFollow(log, 0, new StandardOutput()).untilEnd(wait);
    }

    /// The job is asked to stop; who cannot wait for it presses again.
    private void interrupted() {
        boolean isFirst = isAskedToStop.compareAndSet(false, true);
        if (started.isEmpty()) {
            return;
        }
        long job = started.get().job().job();
        if (isFirst) {
            stop(job);
            return;
        }
        say("nudge: what became of job %d: nudge show %1$d".formatted(job));
        System.exit(ExitCodes.INTERRUPTED);
    }

    private void stop(long job) {
        say("nudge: job %d is asked to stop; Ctrl+C again leaves it alone".formatted(job));
        Thread.ofVirtual().name("stop").start(() -> kill(job));
    }

    private void kill(long job) {
        try {
            Response.Killed _ = Answers.ask(new Request.Kill(job, null), Response.Killed.class);
        } catch (IOException e) {
            say("nudge: " + e.getMessage());
        }
    }

    private void say(String sentence) {
        err.println(sentence);
        err.flush();
    }
}
