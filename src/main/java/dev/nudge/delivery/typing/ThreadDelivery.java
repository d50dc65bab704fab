package dev.nudge.delivery.typing;

import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.delivery.queue.ThreadQueue;
import dev.nudge.delivery.queue.ThreadQueue.Look;
import dev.nudge.delivery.queue.ThreadQueue.QueueClosedException;
import dev.nudge.delivery.queue.ThreadQueue.ThreadRecord;
import dev.nudge.delivery.typing.NotesToType.PendingNote;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/// Delivers waiting notes to a thread of a server, through the queue of the thread.
///
/// A message in the queue has not been received yet: only the thread's record shows that, by the id
/// of the message. The id is on the disk before the message is in the queue, so after any
/// interruption the record and the queue show how far it came. What is in neither may be on its way
/// from one to the other: it is queued again only once the thread has been idle for some time.
final class ThreadDelivery implements Deliverer {
    private static final Logger LOG = System.getLogger(ThreadDelivery.class.getName());

    private final Addressee to;
    private final MessageRow row = new MessageRow();

    /// The message that was last put into the queue, and the length of the record before that.
    private String begun = "";

    private long recorded;

    /// Since when a message has been in the queue of an idle thread, or in neither queue nor
    /// record, by [System#nanoTime()].
    private OptionalLong stuckSince = OptionalLong.empty();

    private final GrowingPause pause;

    ThreadDelivery(Addressee to) {
        this.to = to;
        this.pause = new GrowingPause(to.pace().settle());
    }

    @Override
    public Attempt attempt() throws IOException {
        List<PendingNote> pending = to.pending();
        if (pending.isEmpty() || to.isGone()) {
            return new Attempt.Over();
        }
        if (!(to.profile().get().inbox() instanceof InboxAccess.Queue(ThreadQueue queue))) {
            return pause.before();
        }
        try {
            return attempt(queue, pending);
        } catch (QueueClosedException e) {
            LOG.log(Level.DEBUG, "the queue of {0}: {1}", to.agent().thread(), e.getMessage());
            return pause.before();
        }
    }

    private Attempt attempt(ThreadQueue queue, List<PendingNote> pending) throws IOException {
        Instant lookedAt = Instant.now();
        Look look = queue.look();
        Optional<MessageInFlight> sent = MessageInFlight.all(pending).stream().findFirst();
        if (sent.isPresent()) {
            return settle(queue, look, sent.get());
        }
        if (!(look instanceof Look.Loaded(boolean isIdle, Path record))) {
            return pause.before();
        }
        List<Note> due = PendingNote.notes(Addressee.due(pending, isIdle));
        return due.isEmpty()
                ? pause.before()
                : send(queue, record, due, Optional.of(lookedAt).filter(_ -> isIdle));
    }

    private Attempt send(ThreadQueue queue, Path record, List<Note> due, Optional<Instant> idleAt)
            throws IOException {
        NudgeMessage message = row.next(due);
        if (!to.outbox().markTyping(message.notes(), message.text(), idleAt)) {
            return new Attempt.Quiet(Pace.FIRST_WAIT);
        }
        // The outbox has recorded an id for the message.
        Optional<MessageInFlight> sent =
                MessageInFlight.all(to.pending()).stream()
                        .filter(m -> m.text().equals(message.text()))
                        .findFirst();
        if (sent.isEmpty()) {
            return new Attempt.Quiet(Pace.FIRST_WAIT);
        }
        begun = sent.get().id();
        recorded = ThreadRecord.size(record);
        stuckSince = OptionalLong.empty();
        if (!queue.add(begun, message.text())) {
            to.outbox().markPending(message.notes());
            return new Attempt.Quiet(GrowingPause.LONGEST);
        }
        row.count(message.notes(), due);
        return isSoonIn(record) ? received(sent.get(), record) : pause.before();
    }

    private boolean isSoonIn(Path record) {
        try {
            long end = System.nanoTime() + to.pace().begin().toNanos();
            while (System.nanoTime() < end) {
                if (ThreadRecord.holds(record, recorded, begun)) {
                    return true;
                }
                TimeUnit.NANOSECONDS.sleep(Pace.FIRST_WAIT.toNanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private Attempt received(MessageInFlight message, Path record) {
        to.outbox().markRecorded(message.notes(), record);
        stuckSince = OptionalLong.empty();
        pause.reset();
        return new Attempt.Advanced();
    }

    /// Decides what became of a message that may be in the queue, perhaps from an earlier daemon.
    private Attempt settle(ThreadQueue queue, Look look, MessageInFlight message)
            throws IOException {
        Optional<Path> record =
                switch (look) {
                    case Look.Loaded(_, Path path) -> Optional.of(path);
                    case Look.NotLoaded(Optional<Path> path) -> path;
                };
        long from = message.id().equals(begun) ? recorded : 0;
        if (record.isPresent() && ThreadRecord.holds(record.get(), from, message.id())) {
            return received(message, record.get());
        }
        if (look instanceof Look.Loaded(boolean isIdle, _) && !isIdle) {
            stuckSince = OptionalLong.empty();
            return pause.before();
        }
        boolean isQueued = queue.has(message.id());
        boolean isStuck = isStuck();
        if (isQueued && (isStuck || look instanceof Look.NotLoaded)) {
            return withdraw(queue, message);
        }
        if (isQueued) {
            pause.reset();
            return queue.start(message.id()) ? new Attempt.Quiet(Pace.FIRST_WAIT) : pause.before();
        }
        if (!isStuck) {
            return new Attempt.Quiet(to.pace().settle());
        }
        boolean isTaken = record.isPresent() && !ThreadRecord.showsIds(record.get());
        return isTaken ? received(message, record.get()) : lost(queue, look, message);
    }

    private boolean isStuck() {
        stuckSince = OptionalLong.of(stuckSince.orElseGet(System::nanoTime));
        return System.nanoTime() - stuckSince.getAsLong() >= to.pace().echo().toNanos();
    }

    /// Takes the message out of the queue, so that it may be reported in another way.
    private Attempt withdraw(ThreadQueue queue, MessageInFlight message) throws IOException {
        if (!queue.withdraw(message.id())) {
            return new Attempt.Quiet(to.pace().settle());
        }
        stuckSince = OptionalLong.empty();
        to.outbox().markPending(message.notes());
        return new Attempt.Quiet(GrowingPause.LONGEST);
    }

    /// Reports the message again: it never reached the queue, or the thread has dropped it.
    private Attempt lost(ThreadQueue queue, Look look, MessageInFlight message) throws IOException {
        stuckSince = OptionalLong.empty();
        if (message.isLeft() && look instanceof Look.Loaded(_, Path record)) {
            return send(queue, record, message.notes(), Optional.empty());
        }
        to.outbox().markPending(message.notes());
        return pause.before();
    }
}
