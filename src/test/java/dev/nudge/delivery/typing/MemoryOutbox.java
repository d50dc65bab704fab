package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Typing;
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
    static final String ID = "00000000-0000-0000-0000-000000000001";

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

    void add(AgentBinding agent, Note note) {
        add(agent, note, new NudgeState.Pending());
    }

    synchronized void add(AgentBinding agent, Note note, NudgeState nudge) {
        entries.put(note, new Entry(agent, nudge));
    }

    /// Adds a note that was being typed when a daemon died.
    void addBegun(AgentBinding agent, Note note, String text) {
        add(agent, note, new Typing(text, ID));
    }

    /// Adds a note that was being typed for an agent that has gone.
    void addLeft(AgentBinding agent, Note note, String text) {
        add(agent, note, new Typing(text, ID).leftAt(Instant.now()));
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
                .map(e -> new PendingNote(e.getKey(), e.getValue().nudge(), leavesReceipts))
                .toList();
    }

    @Override
    public synchronized boolean markTyping(
            List<Note> notes, String text, Optional<Instant> idleAt) {
        mark(notes, new NudgeEvent.TypingBegun(text, UUID.randomUUID().toString()));
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
        mark(notes, new NudgeEvent.NotTyped());
        changes.add("pending");
    }

    private void mark(List<Note> notes, NudgeEvent event) {
        for (Note note : notes) {
            entries.computeIfPresent(
                    note, (_, e) -> new Entry(e.agent(), e.nudge().after(event, Optional.empty())));
        }
    }

    private record Entry(AgentBinding agent, NudgeState nudge) {}
}
