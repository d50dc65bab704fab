package dev.nudge.console.log;

import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobWait;
import dev.nudge.console.caller.Caller;
import dev.nudge.output.LogReader;
import dev.nudge.text.Counted;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;

/// Shows a log while it grows. Everything written before the job's end is shown, to the last byte.
public final class LogFollow {
    private static final long SHORTEST_PAUSE_MS = 10;
    private static final long LONGEST_PAUSE_MS = 200;

    /// Small enough to be put together and shown by one write.
    private static final int PIECE = 32 << 10;

    private final LogReader log;
    private final OutputStream out;
    private final Progress progress;
    private long position;
    private long missing;

    /// @param progress hears of every piece
    public LogFollow(LogReader log, long from, OutputStream out, Progress progress) {
        this.log = log;
        this.position = from;
        this.out = out;
        this.progress = progress;
    }

    public interface Progress {
        /// Records that everything to be shown of the log before this offset has been written.
        void record(long end) throws IOException;
    }

    /// @param wait for that job alone
    public JobSnapshot untilEnd(JobWait wait, Caller caller)
            throws IOException, InterruptedException {
        Optional<JobSnapshot> end = Optional.empty();
        long pause = SHORTEST_PAUSE_MS;
        while (end.isEmpty()) {
            pause = hasGrown() ? SHORTEST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pause * 2);
            Duration limit = Duration.ofMillis(pause);
            end = caller.awaiting(() -> wait.next(limit));
        }
        show(log.size());
        return end.get();
    }

    /// Reports what could not be shown: the reader of the output was slower than the job, so it was
    /// given back to the file system first.
    public void complain(PrintWriter err) {
        if (missing > 0) {
            err.println(complaint(missing, log.hole().from()));
            missing = 0;
        }
    }

    static String complaint(long missing, long from) {
        return "nudge: %s missing after byte %d: the log was over its bound (max_log), and its middle was given back to the file system."
                .formatted(Counted.are(missing, "byte"), from);
    }

    private boolean hasGrown() throws IOException {
        long before = position;
        show(log.size());
        return position > before;
    }

    void show(long to) throws IOException {
        while (position < to) {
            long end = Math.min(to, position + PIECE);
            missing += log.copy(position, end, out::write);
            out.flush();
            progress.record(end);
            position = end;
        }
    }

    /// Puts together what is shown of a piece of a log, and sends it to the caller in one write, so
    /// that its token counts for all of it or for nothing.
    public static final class PieceOutput extends ByteArrayOutputStream {
        private final Caller caller;

        public PieceOutput(Caller caller) {
            this.caller = caller;
        }

        /// Sends what was written since the last time, which is not nothing.
        ///
        /// @param token counts once that has been written
        public void send(String token) throws IOException {
            byte[] piece = toByteArray();
            reset();
            caller.keepWithNext(token);
            caller.out().write(piece);
        }
    }
}
