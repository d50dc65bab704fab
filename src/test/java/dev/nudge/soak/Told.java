package dev.nudge.soak;

import dev.nudge.testkit.NudgeLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// What the agents of one pane were told, by their own record.
final class Told {
    private final Map<Long, List<Message>> messages = new HashMap<>();
    private final List<String> foreign = new ArrayList<>();
    private String offered = "";
    private int failedHooks;

    /// A message about a job.
    ///
    /// @param at when the agent took it
    /// @param isTyped whether by keys; otherwise by a hook
    record Message(Instant at, boolean isTyped, String text) {}

    /// Reads a [SoakPane#record()].
    static Told of(List<String> record) {
        Told told = new Told();
        record.forEach(line -> told.read(line.split("\t", 3)));
        return told;
    }

    /// What a session was offered has been told once its model is asked.
    private void read(String[] entry) {
        Instant at = Instant.parse(entry[1]);
        switch (entry[0]) {
            case "began" -> offered = "";
            case "offered" -> offered = entry[2];
            case "failed" -> failedHooks++;
            case "handed" -> handed(at, entry[2]);
            case "asked" -> {
                handed(at, offered);
                offered = "";
            }
            case "typed" -> typed(at, entry[2]);
            default -> throw new IllegalArgumentException(String.join(" ", entry));
        }
    }

    private void typed(Instant at, String text) {
        if (!NudgeLine.isOne(text)) {
            foreign.add(text);
        }
        add(new Message(at, true, text));
    }

    private void handed(Instant at, String answer) {
        if (!answer.isEmpty()) {
            JsonMapper.shared()
                    .readTree(answer)
                    .path("hookSpecificOutput")
                    .path("additionalContext")
                    .stringValue("")
                    .lines()
                    .filter(NudgeLine::isOne)
                    .forEach(line -> add(new Message(at, false, line)));
        }
    }

    private void add(Message message) {
        NudgeLine.jobsIn(message.text())
                .forEach(job -> messages.computeIfAbsent(job, _ -> new ArrayList<>()).add(message));
    }

    /// The messages about this job, oldest first.
    List<Message> of(long job) {
        return messages.getOrDefault(job, List.of());
    }

    /// When messages about this job were submitted.
    List<Instant> typed(long job) {
        return of(job).stream().filter(Message::isTyped).map(Message::at).toList();
    }

    int allTyped() {
        return (int) all(true);
    }

    int allHandedOver() {
        return (int) all(false);
    }

    private long all(boolean isTyped) {
        return messages.values().stream()
                .flatMap(List::stream)
                .filter(m -> m.isTyped() == isTyped)
                .count();
    }

    /// What was submitted and is no message of nudge.
    List<String> foreign() {
        return foreign;
    }

    int failedHooks() {
        return failedHooks;
    }
}
