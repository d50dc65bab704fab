package dev.nudge.console.command;

import dev.nudge.app.Kill;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.JobWait;
import dev.nudge.console.caller.Caller;
import dev.nudge.console.log.LogFollow;
import dev.nudge.console.log.LogFollow.PieceOutput;
import dev.nudge.console.view.LastLine;
import dev.nudge.job.ExitStatus.Exited;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.output.LogReader;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;

/// Stays with a job to its end. If this daemon dies, the next one continues where it was.
final class RunWait {
    /// The signals that Ctrl+C sends, one after the other; the next one leaves the job alone.
    private static final List<Signal> REQUESTS = List.of(Signal.INT, Signal.TERM);

    private static final Duration LOOK = Duration.ofMillis(100);

    private final Invocation call;
    private final boolean isJson;
    private final FoundJob job;

    /// Where its terminal is, or was when it began; empty while it waits in the queue.
    private Optional<Path> terminal;

    private final AtomicInteger presses = new AtomicInteger();
    private long position;
    private boolean isAttached;
    private boolean hasLeft;

    private RunWait(Invocation call, boolean isJson, FoundJob job, Optional<Path> terminal) {
        this.call = call;
        this.isJson = isJson;
        this.job = job;
        this.terminal = terminal;
    }

    /// @param isJson whether to show the job at the end as a JSON object, instead of its output
    /// @return its exit code
    static int begin(Invocation call, boolean isJson, FoundJob job)
            throws IOException, InterruptedException {
        return new RunWait(call, isJson, job, job.terminal()).stay();
    }

    /// Continues what an earlier daemon has begun.
    static int resume(Invocation call, boolean isJson, String token)
            throws IOException, InterruptedException {
        String[] words = token.split(" ", 4);
        FoundJob job = call.reports().find(Long.parseLong(words[0]));
        Optional<Path> terminal = Optional.of(words[3]).filter(w -> !w.isEmpty()).map(Path::of);
        RunWait wait = new RunWait(call, isJson, job, terminal);
        wait.presses.set(Integer.parseInt(words[1]));
        wait.position = Long.parseLong(words[2]);
        return wait.stay();
    }

    private String token() {
        return "%d %d %d %s"
                .formatted(
                        job.number(),
                        presses.get(),
                        position,
                        terminal.map(Path::toString).orElse(""));
    }

    private int stay() throws IOException, InterruptedException {
        Caller caller = call.caller();
        caller.keep(token());
        try (JobWait wait = call.waitFor(List.of(job.number()))) {
            caller.onInterrupt(() -> interrupted(wait));
            boolean hasTerminal = terminal.isPresent() || job.job().spec().terminal().isPresent();
            Optional<JobSnapshot> ended =
                    hasTerminal && call.isOnTerminal() ? watched(wait) : Optional.of(shown(wait));
            int code = ended.map(JobSnapshot::job).map(ExitCodes::of).orElse(ExitCodes.LEFT);
            report(ended, code);
            return code;
        } catch (CancellationException left) {
            return ExitCodes.INTERRUPTED;
        }
    }

    private void report(Optional<JobSnapshot> ended, int code) throws IOException {
        if (isJson) {
            JobSnapshot now = ended.orElseGet(() -> call.reports().of(job.number()));
            LastLine.print(call, Wire.writePretty(now), code);
            return;
        }
        if (isAttached) {
            String line = LastLine.attached(job.number(), ended.isEmpty());
            LastLine.print(call, line, code);
        }
        Optional<Job> over = ended.map(JobSnapshot::job);
        if (over.flatMap(Job::exitStatus).filter(how -> !(how instanceof Exited)).isPresent()) {
            LastLine.complain(call, LastLine.ended(over.get()), code);
        }
    }

    /// Attaches the user to the job's terminal, as soon as there is one.
    ///
    /// @return the job; empty if the user has detached from it
    private Optional<JobSnapshot> watched(JobWait wait) throws IOException, InterruptedException {
        if (terminal.isEmpty()) {
            Optional<JobSnapshot> unstarted = call.caller().awaiting(() -> awaitStart(wait));
            if (unstarted.isPresent()) {
                return unstarted;
            }
            terminal = call.reports().find(job.number()).terminal();
            call.caller().keep(token());
        }
        return terminal.isPresent() ? attached(terminal.get(), wait) : Optional.of(shown(wait));
    }

    private Optional<JobSnapshot> attached(Path socket, JobWait wait)
            throws IOException, InterruptedException {
        Caller.Attached end = call.caller().attach(job.number(), socket, true);
        if (end == Caller.Attached.TOO_LATE) {
            return Optional.of(shown(wait));
        }
        isAttached = true;
        return end == Caller.Attached.DETACHED
                ? Optional.empty()
                : Optional.of(call.caller().awaiting(wait::next));
    }

    /// Waits until a job that waits in the queue has its terminal.
    private Optional<JobSnapshot> awaitStart(JobWait wait) throws InterruptedException {
        Optional<JobSnapshot> ended = Optional.empty();
        while (ended.isEmpty() && now().state().launched().isEmpty()) {
            ended = wait.next(LOOK);
        }
        return ended;
    }

    private JobSnapshot shown(JobWait wait) throws IOException, InterruptedException {
        LogReader log = new LogReader(job.output(), job.hole());
        PieceOutput piece = new PieceOutput(call.caller());
        OutputStream out = isJson ? OutputStream.nullOutputStream() : piece;
        LogFollow follow = new LogFollow(log, position, out, end -> record(end, piece));
        JobSnapshot ended = follow.untilEnd(wait, call.caller());
        if (!isJson) {
            follow.complain(call.err());
        }
        return ended;
    }

    private synchronized void record(long end, PieceOutput piece) throws IOException {
        position = end;
        if (piece.size() > 0 && !hasLeft) {
            piece.send(token());
        }
    }

    /// Ends a job that waits to be started. Sends any other what Ctrl+C sends on a terminal, then
    /// SIGTERM. Only asks: killing the job would end it by force after a grace period, even if the
    /// caller has left it alone by then.
    private void interrupted(JobWait wait) {
        if (now().state().isWaiting()) {
            var _ = call.services().jobs().kill().end(job.number(), Kill.Order.USUAL);
            return;
        }
        int press = presses.incrementAndGet();
        if (press > REQUESTS.size()) {
            leave();
            wait.close();
            return;
        }
        Signal signal = REQUESTS.get(press - 1);
        Optional<String> failure = send(signal);
        keepPress();
        String next = press < REQUESTS.size() ? "sends SIGTERM" : "leaves it alone";
        call.complain(
                "job %d gets %s; Ctrl+C again %s".formatted(job.number(), signal.name(), next));
        failure.ifPresent(call::complain);
    }

    private Job now() {
        return call.reports().find(job.number()).job();
    }

    /// Leaves the job alone, also in the next daemon.
    private synchronized void leave() {
        hasLeft = true;
        try {
            String what = "what became of it: nudge show " + job.number();
            LastLine.complain(call, what, ExitCodes.INTERRUPTED);
        } catch (IOException gone) {
            // Nobody reads it any more.
        }
    }

    /// Leaves the number of presses for the next daemon: not in between a piece of the output and
    /// the token that counts with it.
    private synchronized void keepPress() {
        try {
            call.caller().keep(token());
        } catch (IOException gone) {
            // Nobody needs it any more.
        }
    }

    private Optional<String> send(Signal signal) {
        try {
            int _ = call.services().jobs().kill().signal(job.number(), signal);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
