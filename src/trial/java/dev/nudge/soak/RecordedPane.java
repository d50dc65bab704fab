package dev.nudge.soak;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Writes the record of a pane, with a second between two entries, and what else a verdict needs.
final class RecordedPane {
    private final List<String> record = new ArrayList<>();
    private final List<Instant> kills = new ArrayList<>();
    private final List<Waited> waits = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T10:00:00Z");

    /// Returns the message about the end of this job.
    static String endOf(long job) {
        return "Background command completed: \"x\" (Exit code: 0) Output: [x] [nudge: job %d, automatic notice]"
                .formatted(job);
    }

    /// Returns the message about a line that this watch has found.
    static String lineOf(long watch, String line) {
        return "Watch has matched: \"x\" Line: [%s] [nudge: job %d, automatic notice]"
                .formatted(line, watch);
    }

    RecordedPane began() {
        return entry("began", "17");
    }

    RecordedPane typed(String text) {
        return entry("typed", text);
    }

    /// A turn begins with this message: the hook of its prompt has ended.
    RecordedPane turn(String message) {
        return entry("turn", message);
    }

    /// The hook of a prompt with this message has denied the turn.
    RecordedPane denied(String message) {
        return entry("denied", message);
    }

    RecordedPane asked(String prompt) {
        return entry("asked", prompt);
    }

    RecordedPane handed(String text) {
        return entry("handed", context(text));
    }

    /// The agent receives an answer with a receipt for the end of this job.
    RecordedPane received(long job) {
        entry(
                "received",
                "{\"text\":\"Job %1$d nudge-receipt-%1$d-0123456789abcdef\"}".formatted(job));
        return waited(Waited.Outcome.TOLD);
    }

    RecordedPane waited(Waited.Outcome outcome) {
        Instant over = next();
        waits.add(new Waited("soak-7.", Wait.Way.LATER, over.minusMillis(1), over, outcome));
        return this;
    }

    RecordedPane killed() {
        kills.add(next());
        return this;
    }

    Told told() {
        return Told.of(record, kills);
    }

    List<Waited> waits() {
        return waits;
    }

    private static String context(String text) {
        return JsonMapper.shared()
                .writeValueAsString(
                        Map.of("hookSpecificOutput", Map.of("additionalContext", text)));
    }

    private RecordedPane entry(String what, String text) {
        record.add(what + "\t" + next() + "\t" + text);
        return this;
    }

    private Instant next() {
        now = now.plusSeconds(1);
        return now;
    }
}
