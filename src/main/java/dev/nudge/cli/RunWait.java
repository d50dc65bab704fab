package dev.nudge.cli;

import dev.nudge.job.Signal;
import dev.nudge.job.record.JobRecord;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.jline.utils.Signals;
import picocli.CommandLine.Model.CommandSpec;

/// Stays with a job from start to end.
final class RunWait {
    private final CommandSpec spec;
    private final boolean isJson;

    /// The signals that Ctrl+C sends, one after the other; the next one leaves the job alone.
    private static final List<Signal> REQUESTS = List.of(Signal.INT, Signal.TERM);

    private final AtomicInteger presses = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    private volatile Optional<Response.JobFound> started = Optional.empty();

    /// @param spec the command that provides output and error streams
    /// @param isJson whether to show the job at the end as a JSON object, instead of its output
    RunWait(CommandSpec spec, boolean isJson) {
        this.spec = spec;
        this.isJson = isJson;
    }

    /// Starts the job, shows what it writes, and waits for it.
    ///
    /// @return its exit code
    int run(Request.Run request) throws IOException, InterruptedException {
        // Before the job exists, which would otherwise continue with nobody to watch it. And before
        // the signal, since the library that finds the terminal resets it.
        Optional<Attachment> attachment =
                request.terminal() != null && OwnTerminal.isThere()
                        ? Optional.of(Attachment.prepare())
                        : Optional.empty();
        // Before the job exists, since it runs before its number is known here.
        Object _ = Signals.register("INT", this::interrupted);
        Response.JobFound job = Answers.ask(request, Response.JobFound.class);
        started = Optional.of(job);
        stop(job.job().job());
        try (JobWait wait = new JobWait(List.of(job.job().job()), text -> say("nudge: " + text))) {
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
            boolean isDetached = attachment.to(terminal, job.job().job());
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

    /// Sends the job what Ctrl+C sends on a terminal, then SIGTERM.
    private void interrupted() {
        Optional<Response.JobFound> job = started;
        if (presses.incrementAndGet() > (job.isPresent() ? REQUESTS.size() : 1)) {
            say(
                    "nudge: what became of it: "
                            + job.map(j -> "nudge show " + j.job().job()).orElse("nudge ps --all"));
            System.exit(ExitCodes.INTERRUPTED);
        } else if (job.isPresent()) {
            stop(job.get().job().job());
        } else {
            say("nudge: the job gets SIGINT once it runs; Ctrl+C again leaves it alone");
        }
    }

    /// Sends what has been requested but not sent yet. Only asks: killing the job would end it by
    /// force after a grace period, even if this process has left it alone by then.
    private void stop(long job) {
        int asked = Math.min(presses.get(), REQUESTS.size());
        int before = sent.getAndAccumulate(asked, Math::max);
        if (asked > before) {
            say("nudge: job %d gets %s; %s".formatted(job, request(), advice()));
            Signal signal = REQUESTS.get(asked - 1);
            Thread.ofVirtual().name("stop").start(() -> send(job, signal));
        }
    }

    private String request() {
        return REQUESTS.get(Math.min(presses.get(), REQUESTS.size()) - 1).name();
    }

    private String advice() {
        return presses.get() < REQUESTS.size()
                ? "Ctrl+C again sends SIGTERM"
                : "Ctrl+C again leaves it alone";
    }

    private void send(long job, Signal signal) {
        try {
            Request request = new Request.SendSignal(job, signal.name());
            Response.Signalled _ = Answers.ask(request, Response.Signalled.class);
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
