package dev.nudge.delivery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An outbox that keeps its notes in memory and remembers every change.
final class MemoryOutbox implements Outbox {
    private final Map<Note, String> typed = new LinkedHashMap<>();
    private final List<String> changes = new ArrayList<>();

    synchronized void add(Note note) {
        typed.put(note, "");
    }

    synchronized void addBegun(Note note, String text) {
        typed.put(note, text);
    }

    synchronized List<String> changes() {
        return List.copyOf(changes);
    }

    synchronized boolean isEmpty() {
        return typed.isEmpty();
    }

    @Override
    public synchronized List<PendingNote> pending(AgentBinding agent) {
        return typed.entrySet().stream()
                .map(entry -> new PendingNote(entry.getKey(), entry.getValue()))
                .toList();
    }

    @Override
    public synchronized void markTyping(List<Note> notes, String text) {
        notes.forEach(note -> typed.put(note, text));
        changes.add("typing");
    }

    @Override
    public synchronized void markDelivered(List<Note> notes) {
        notes.forEach(typed::remove);
        changes.add("delivered");
    }

    @Override
    public synchronized void markPending(List<Note> notes) {
        notes.forEach(note -> typed.put(note, ""));
        changes.add("pending");
    }
}
