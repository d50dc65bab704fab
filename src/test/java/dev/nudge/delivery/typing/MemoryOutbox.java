package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An outbox that keeps its notes in memory and remembers every change.
final class MemoryOutbox implements Outbox {
    private final Map<Note, Entry> entries = new LinkedHashMap<>();
    private final List<String> changes = new ArrayList<>();
    private volatile boolean leavesReceipts;

    /// From now on the agents leave receipts.
    void leaveReceipts() {
        leavesReceipts = true;
    }

    synchronized void add(AgentBinding agent, Note note) {
        entries.put(note, new Entry(agent, "", false, false));
    }

    /// Adds a note that was being typed when a daemon died.
    synchronized void addBegun(AgentBinding agent, Note note, String text) {
        entries.put(note, new Entry(agent, text, false, false));
    }

    /// Adds a note that was being typed for an agent that has gone.
    synchronized void addLeft(AgentBinding agent, Note note, String text) {
        entries.put(note, new Entry(agent, text, true, false));
    }

    /// Adds a note that the answer to a call tells, without a receipt.
    synchronized void addAnswered(AgentBinding agent, Note note) {
        entries.put(note, new Entry(agent, "", false, true));
    }

    synchronized List<String> changes() {
        return List.copyOf(changes);
    }

    synchronized boolean isEmpty() {
        return entries.isEmpty();
    }

    @Override
    public synchronized List<PendingNote> pending(AgentBinding agent) {
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().agent().equals(agent))
                .map(entry -> entry.getValue().pending(entry.getKey(), leavesReceipts))
                .toList();
    }

    @Override
    public synchronized boolean markTyping(
            List<Note> notes, String text, Optional<Instant> idleAt) {
        notes.forEach(note -> mark(note, text));
        changes.add("typing");
        return true;
    }

    @Override
    public synchronized void markDelivered(List<Note> notes) {
        notes.forEach(entries::remove);
        changes.add("delivered");
    }

    @Override
    public synchronized void markPending(List<Note> notes) {
        notes.forEach(note -> mark(note, ""));
        changes.add("pending");
    }

    private void mark(Note note, String text) {
        entries.computeIfPresent(note, (_, entry) -> entry.with(text));
    }

    private record Entry(AgentBinding agent, String text, boolean isLeft, boolean isAnswered) {
        /// What is typed anew stays marked as left behind.
        private Entry with(String next) {
            return new Entry(agent, next, isLeft && !next.isEmpty(), isAnswered);
        }

        private PendingNote pending(Note note, boolean leavesReceipts) {
            return new PendingNote(note, text, isLeft, isAnswered, leavesReceipts);
        }
    }
}
