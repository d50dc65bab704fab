package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// An outbox that keeps its notes in memory and remembers every change.
final class MemoryOutbox implements NotesToType {
    private static final String ID = "00000000-0000-0000-0000-000000000001";

    private final Map<Note, Entry> entries = new LinkedHashMap<>();
    private final List<String> changes = new ArrayList<>();
    private final List<Note> begun = new ArrayList<>();
    private volatile boolean leavesReceipts;
    private volatile boolean isTurnDue;
    private int failures;

    /// From now on the agents leave receipts.
    void leaveReceipts() {
        leavesReceipts = true;
    }

    /// From now on the agents have taken something.
    void takeUnreceipted() {
        isTurnDue = true;
    }

    /// The agents begin turns with what they have taken.
    void beginTurn() {
        isTurnDue = false;
    }

    /// So many times it cannot even be asked.
    synchronized void fail(int times) {
        failures = times;
    }

    synchronized void add(AgentBinding agent, Note note) {
        entries.put(note, new Entry(agent, "", "", false, false, false));
    }

    /// Adds a note that was being typed when a daemon died.
    synchronized void addBegun(AgentBinding agent, Note note, String text) {
        entries.put(note, new Entry(agent, text, ID, false, false, false));
    }

    /// Adds a note that was being typed for an agent that has gone.
    synchronized void addLeft(AgentBinding agent, Note note, String text) {
        entries.put(note, new Entry(agent, text, ID, true, false, false));
    }

    /// Adds a note that was being typed for an agent that has gone, and then for this one.
    synchronized void addAgain(AgentBinding agent, Note note, String text) {
        entries.put(note, new Entry(agent, text, ID, true, true, false));
    }

    /// Adds a note that the answer to a call tells, without a receipt.
    synchronized void addAnswered(AgentBinding agent, Note note) {
        entries.put(note, new Entry(agent, "", "", false, false, true));
    }

    synchronized List<String> changes() {
        return List.copyOf(changes);
    }

    /// Returns the notes with which the agents were seen to begin turns.
    synchronized List<Note> begun() {
        return List.copyOf(begun);
    }

    synchronized boolean isEmpty() {
        return entries.isEmpty();
    }

    @Override
    public synchronized List<PendingNote> pending(AgentBinding agent) {
        if (failures > 0) {
            failures--;
            throw new OutOfMemoryError("for a test");
        }
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().agent().equals(agent))
                .map(entry -> entry.getValue().pending(entry.getKey(), leavesReceipts))
                .toList();
    }

    @Override
    public synchronized boolean markTyping(
            List<Note> notes, String text, Optional<Instant> idleAt) {
        String id = UUID.randomUUID().toString();
        notes.forEach(note -> mark(note, text, id));
        changes.add("typing");
        return true;
    }

    @Override
    public synchronized boolean markTaken(List<Note> notes) {
        notes.forEach(entries::remove);
        changes.add("delivered");
        isTurnDue |= leavesReceipts;
        return leavesReceipts;
    }

    @Override
    public synchronized void markBegun(List<Note> notes) {
        notes.forEach(entries::remove);
        begun.addAll(notes);
    }

    @Override
    public synchronized void markRecorded(List<Note> notes, Path record) {
        markBegun(notes);
    }

    @Override
    public boolean isTurnDue(AgentBinding agent) {
        return isTurnDue;
    }

    @Override
    public synchronized void markPending(List<Note> notes) {
        notes.forEach(note -> mark(note, "", ""));
        changes.add("pending");
    }

    private void mark(Note note, String text, String id) {
        entries.computeIfPresent(note, (_, entry) -> entry.with(text, id));
    }

    private record Entry(
            AgentBinding agent,
            String text,
            String id,
            boolean isCopied,
            boolean isAgain,
            boolean isAnswered) {
        /// What was typed for an agent that has gone stays marked as such.
        private Entry with(String next, String nextId) {
            boolean isTyped = !next.isEmpty();
            return new Entry(
                    agent,
                    isTyped || !isCopied ? next : text,
                    isTyped || !isCopied ? nextId : id,
                    isCopied,
                    isCopied && isTyped,
                    isAnswered);
        }

        private PendingNote pending(Note note, boolean leavesReceipts) {
            return new PendingNote(
                    note, text, id, isCopied && !isAgain, isCopied, isAnswered, leavesReceipts);
        }
    }
}
