package dev.nudge.host;

import dev.nudge.host.WaitSigns.Sighting;
import dev.nudge.job.Question;
import dev.nudge.process.LoopGuard;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.QuestionBox;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Notices when the job waits for somebody to type, and keeps the question in the job's directory
/// until something is typed or written. If something was only typed, the question is open again
/// after some seconds. Looks after a moment of silence, and less often the longer that lasts. A
/// question counts once a second look confirms it; an interpreter, a shell or a pager counts only
/// when it has been idle for some seconds.
final class InputWatch {
    private static final Logger LOG = System.getLogger(InputWatch.class.getName());
    private static final long SILENCE = Duration.ofMillis(300).toNanos();
    private static final long SECOND_LOOK = Duration.ofMillis(200).toNanos();
    private static final long IDLE = Duration.ofSeconds(5).toNanos();
    private static final long RAREST = Duration.ofSeconds(10).toNanos();

    /// Line feed, carriage return, and what Ctrl+C, Ctrl+D and Ctrl+\ send.
    private static final String SENDING = "\n\r\u0003\u0004\u001c";

    private final Supplier<Optional<Sighting>> signs;
    private final BooleanSupplier isMasked;
    private final QuestionBox box;
    private final Reader.Progress progress;
    private final Thread thread;
    private volatile boolean isOver;
    private volatile boolean isAsking;
    private volatile boolean isDozing;

    // The fields below, and the box, are guarded by this.
    private Optional<Sighting> asked = Optional.empty();
    private long id;
    private long typedBytes;
    private boolean isSent;
    private long typedAt = System.nanoTime();

    /// @param signs looks once for signs of a question
    /// @param isMasked looks whether what is typed is not shown, or may not be
    InputWatch(
            JobDirectory directory,
            Supplier<Optional<Sighting>> signs,
            BooleanSupplier isMasked,
            Reader.Progress progress) {
        this.signs = signs;
        this.isMasked = isMasked;
        this.box = new QuestionBox(directory);
        this.progress = progress;
        this.thread = Thread.ofPlatform().daemon().name("input-watch").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Records that something has been written. Cheap, since it is called for each chunk.
    void written() {
        if (isDozing) {
            LockSupport.unpark(thread);
        }
    }

    /// Records that somebody answers by typing these bytes. Call it before they reach the job.
    synchronized void typed(byte[] bytes) {
        typedAt = System.nanoTime();
        typedBytes += bytes.length;
        for (byte key : bytes) {
            isSent |= SENDING.indexOf(key) >= 0;
        }
        takeBack();
        LockSupport.unpark(thread);
    }

    /// Does the same as [#typed] if this question is open, and returns whether it was.
    synchronized boolean answered(long question, byte[] bytes) {
        if (!isAsking || question != id) {
            return false;
        }
        typed(bytes);
        return true;
    }

    synchronized void end() {
        isOver = true;
        takeBack();
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!isOver) {
            if (!LoopGuard.runBriefly(LOG, "a look for questions", this::round)) {
                pause(IDLE);
            }
        }
    }

    private void round() {
        if (!isAsking) {
            watch();
        } else if (isOvertaken()) {
            takeBack();
        } else {
            pause(RAREST);
        }
    }

    private void watch() {
        long silent = silentFor();
        if (silent < SILENCE) {
            pause(SILENCE - silent);
            return;
        }
        Optional<Sighting> first = signs.get();
        if (first.isPresent() && first.get().isPatient() && silent < IDLE) {
            pause(IDLE - silent);
        } else if (first.isEmpty() || !isConfirmed(first.get())) {
            // The next look comes when the silence has doubled.
            pause(Math.min(silent, RAREST));
        }
    }

    private boolean isConfirmed(Sighting first) {
        pause(SECOND_LOOK);
        if (signs.get().filter(first::equals).isEmpty()) {
            return false;
        }
        return ask(first, first.kind() == Question.Kind.PROMPT && isMasked.getAsBoolean());
    }

    private synchronized long silentFor() {
        return System.nanoTime() - Math.max(typedAt, progress.mark().at());
    }

    private synchronized boolean ask(Sighting seen, boolean masked) {
        boolean isStill = asked.filter(q -> q.isStill(seen, typedBytes, isSent)).isPresent();
        boolean isBeingAnswered = isStill && typedBytes > 0 && silentFor() < IDLE;
        if (isOver || isBeingAnswered || seen.bytes() != progress.mark().bytes()) {
            return false;
        }
        if (!isStill) {
            id++;
            typedBytes = 0;
            isSent = false;
        }
        Sighting next = asked.filter(_ -> isStill).map(q -> q.at(seen.bytes())).orElse(seen);
        asked = Optional.of(next);
        return put(next.question(id, masked));
    }

    private boolean put(Question question) {
        try {
            box.put(question);
            isAsking = true;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "a question cannot be reported: {0}", e.getMessage());
        }
        return isAsking;
    }

    private synchronized boolean isOvertaken() {
        return asked.filter(q -> q.bytes() != progress.mark().bytes()).isPresent();
    }

    private synchronized void takeBack() {
        if (!isAsking) {
            return;
        }
        isAsking = false;
        try {
            box.clear();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "a question cannot be taken back: {0}", e.getMessage());
        }
    }

    /// Pauses. Something that a long pause must not miss ends it early.
    private void pause(long nanos) {
        isDozing = nanos > SILENCE;
        if (!isDozing || silentFor() >= SILENCE) {
            LockSupport.parkNanos(nanos);
        }
        isDozing = false;
    }
}
