package dev.nudge.host;

import dev.nudge.host.Reader.Progress.Mark;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Decides when the end of a job may be reported although its terminal is still open: a process
/// that the job has left behind may hold it open forever. The job's own output is awaited as long
/// as reading advances. After that, the end of the terminal is awaited until nothing has come for
/// two seconds, or, if more keeps coming, for at most ten.
final class DrainWatch {
    static final Duration POLL = Duration.ofMillis(250);

    private static final long IDLE = TimeUnit.SECONDS.toNanos(2);
    private static final long CAP = TimeUnit.SECONDS.toNanos(10);

    /// More bytes than a terminal buffers: what follows this many was written after the end.
    private static final long BACKLOG = 1L << 20;

    /// If a look comes so long after the last one, this process must have been suspended.
    private static final long SUSPENDED = 4 * POLL.toNanos();

    private final long bytesAtEnd;
    private long idleSince;
    private long lastLook;
    private long readSince = Long.MAX_VALUE;

    enum Verdict {
        /// Everything has been read.
        DRAINED,
        ADVANCING,
        /// Nothing more comes, but a process still holds the terminal.
        STALLED,
        /// Another process continues to write.
        CUT
    }

    /// Starts when the job has ended.
    ///
    /// @param now in nanoseconds of a monotonic clock
    DrainWatch(long now, Mark mark) {
        bytesAtEnd = mark.bytes();
        idleSince = now;
        lastLook = now;
    }

    Verdict look(long now, Mark mark) {
        if (mark.isAtEnd()) {
            return Verdict.DRAINED;
        }
        boolean wasSuspended = now - lastLook > SUSPENDED;
        lastLook = now;
        idleSince = wasSuspended ? now : Math.max(idleSince, mark.at());
        if (mark.isWaiting() || mark.bytes() - bytesAtEnd > BACKLOG) {
            readSince = Math.min(readSince, now);
        }
        if (now - idleSince >= IDLE) {
            return Verdict.STALLED;
        }
        return readSince != Long.MAX_VALUE && now - readSince >= CAP
                ? Verdict.CUT
                : Verdict.ADVANCING;
    }
}
