package dev.nudge.cli;

import dev.nudge.job.JobRecord;
import dev.nudge.job.Signal;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.utils.Signals;
import picocli.CommandLine.Model.CommandSpec;

/// Stays with a job from its start to its end.
final class RunWait {
    private final CommandSpec spec;
    private final boolean isJson;
    private final AtomicBoolean isInterrupted = new AtomicBoolean();
    private final AtomicBoolean isAskedToStop = new AtomicBoolean();
    private volatile Optional<Response.JobFound> started = Optional.empty();

    /// @param spec whose output and errors are written to
    /// @param isJson whether the job is shown in the end as a JSON object, not its output
    RunWait(CommandSpec spec, boolean isJson) {
        this.spec = spec;
        this.isJson = isJson;
    }

    /// Starts the job, shows what it writes, and waits for it.
    ///
    /// @return its exit code
    int run(Request.Run request) throws IOException, InterruptedException {
        // Before there is a job, which would go on without whoever was to see it. And before the
        // signal, since the library that finds the terminal sets it back.
        Optional<Attachment> attachment =
                request.terminal() != null && OwnTerminal.isThere()
                        ? Optional.of(Attachment.prepare())
                        : Optional.empty();
        // Before there is a job, since it runs before its number is known here.
        Object _ = Signals.register("INT", this::interrupted);
        QuitKey.endsCommand();
        Response.JobFound job = Answers.ask(request, Response.JobFound.class);
        started = Optional.of(job);
        if (isInterrupted.get()) {
            stop(job.job().job());
        }
        try (JobWait wait = new JobWait(List.of(job.job().job()))) {
            Optional<JobRecord> ended =
                    job.terminal() != null && attachment.isPresent()
                            ? attached(job, attachment.get(), wait)
                            : Optional.of(shown(job, wait));
            if (isJson) {
                JobRecord now =
                        ended.isPresent() ? ended.get() : SelectedJobs.found(job.job().job()).job();
                OutputLine.print(spec, Wire.writePretty(now));
            } else if (ended.isPresent() && ended.get().exitCode() == null) {
                say("nudge: " + JobSentence.ended(ended.get()));
            }
            return ended.map(ExitCodes::of).orElse(ExitCodes.FAILED);
        }
    }

    /// @return the job; empty if the user has detached from it
    private Optional<JobRecord> attached(Response.JobFound job, Attachment attachment, JobWait wait)
            throws IOException, InterruptedException {
        try (TerminalConnection terminal = JobTerminal.of(job.job().job())) {
            boolean isDetached = attachment.to(terminal);
            if (!isJson) {
                OutputLine.print(spec, Attachment.outcome(job.job().job(), isDetached));
            }
            return isDetached ? Optional.empty() : Optional.of(wait.next());
        } catch (JobEndedException tooLate) {
            return Optional.of(shown(job, wait));
        }
    }

    private JobRecord shown(Response.JobFound job, JobWait wait)
            throws IOException, InterruptedException {
        OutputLog log = new OutputLog(Path.of(job.output()), job.holeFrom(), job.holeTo());
        OutputStream out = isJson ? OutputStream.nullOutputStream() : new StandardOutput();
        LogFollow follow = new LogFollow(log, 0, out);
        JobRecord ended = follow.untilEnd(wait);
        if (!isJson) {
            follow.complain(spec.commandLine().getErr());
        }
        return ended;
    }

    /// The job is asked to stop; who cannot wait for it presses again.
    private void interrupted() {
        boolean isFirst = isInterrupted.compareAndSet(false, true);
        Optional<Response.JobFound> job = started;
        if (!isFirst) {
            say(
                    "nudge: what became of it: "
                            + job.map(j -> "nudge show " + j.job().job()).orElse("nudge ps --all"));
            System.exit(ExitCodes.INTERRUPTED);
        } else if (job.isPresent()) {
            stop(job.get().job().job());
        } else {
            say("nudge: the job is asked to stop once it runs; Ctrl+C again leaves it alone");
        }
    }

    private void stop(long job) {
        if (isAskedToStop.compareAndSet(false, true)) {
            say("nudge: job %d is asked to stop; Ctrl+C again leaves it alone".formatted(job));
            Thread.ofVirtual().name("stop").start(() -> terminate(job));
        }
    }

    /// Asks, and no more: to kill a job would end it by force after a time of grace, even if this
    /// process has left it alone by then.
    private void terminate(long job) {
        try {
            Request ask = new Request.SendSignal(job, Signal.TERM.name());
            Response.Signalled _ = Answers.ask(ask, Response.Signalled.class);
        } catch (IOException e) {
            say("nudge: " + e.getMessage());
        }
    }

    private void say(String sentence) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(sentence);
        err.flush();
    }
}
