package dev.nudge.soak;

import dev.nudge.testkit.NudgeLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/// What the agents of one pane were told, by their own record.
final class Told {
    private final Map<Long, List<Message>> messages = new HashMap<>();
    private final List<String> foreign = new ArrayList<>();
    private final List<Message> queued = new ArrayList<>();
    private final Set<Message> unheard = new HashSet<>();
    private List<Message> offered = List.of();
    private int failedHooks;

    /// A message about a job.
    ///
    /// @param at when the agent took it
    record Message(Instant at, Way way, String text) {
        boolean isTyped() {
            return way == Way.TYPED;
        }
    }

    /// How an agent was told.
    enum Way {
        TYPED,
        /// By the hook of a prompt.
        HANDED,
        /// By the hook of the session's begin.
        OFFERED
    }

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
            case "began" -> {
                offered = List.of();
                queued.clear();
            }
            case "offered" -> offered = handed(at, Way.OFFERED, entry[2]);
            case "failed" -> failedHooks++;
            case "handed" -> handed(at, Way.HANDED, entry[2]).forEach(this::add);
            case "asked" -> {
                offered.forEach(this::add);
                offered = List.of();
                queued.stream().filter(m -> m.text().equals(entry[2])).forEach(unheard::remove);
            }
            case "typed" -> typed(at, entry[2]);
            default -> throw new IllegalArgumentException(String.join(" ", entry));
        }
    }

    private void typed(Instant at, String text) {
        if (!NudgeLine.isOne(text)) {
            foreign.add(text);
        }
        Message message = new Message(at, Way.TYPED, text);
        queued.add(message);
        unheard.add(message);
        add(message);
    }

    /// Whether the agent that took this message died before it asked its model.
    boolean isUnheard(Message message) {
        return unheard.contains(message);
    }

    private static List<Message> handed(Instant at, Way way, String answer) {
        return JsonMapper.shared()
                .readTree(answer)
                .path("hookSpecificOutput")
                .path("additionalContext")
                .stringValue("")
                .lines()
                .filter(NudgeLine::isOne)
                .map(line -> new Message(at, way, line))
                .toList();
    }

    /// In the order in which they came, though what was offered is told only with a prompt.
    private void add(Message message) {
        for (long job : NudgeLine.jobsIn(message.text())) {
            List<Message> all = messages.computeIfAbsent(job, _ -> new ArrayList<>());
            all.add(message);
            all.sort(Comparator.comparing(Message::at));
        }
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
