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
    private final Map<Long, List<Instant>> typed = new HashMap<>();
    private final Map<Long, Integer> handedOver = new HashMap<>();
    private final List<String> foreign = new ArrayList<>();
    private String offered = "";
    private int failedHooks;

    /// Reads a [SoakPane#record()].
    static Told of(List<String> record) {
        Told told = new Told();
        record.forEach(line -> told.read(line.split("\t", 3)));
        return told;
    }

    /// What a session was offered has been told once its model is asked.
    private void read(String[] entry) {
        switch (entry[0]) {
            case "began" -> offered = "";
            case "offered" -> offered = entry[2];
            case "failed" -> failedHooks++;
            case "handed" -> handed(entry[2]);
            case "asked" -> {
                handed(offered);
                offered = "";
            }
            case "typed" -> typed(Instant.parse(entry[1]), entry[2]);
            default -> throw new IllegalArgumentException(String.join(" ", entry));
        }
    }

    private void typed(Instant at, String text) {
        if (!NudgeLine.isOne(text)) {
            foreign.add(text);
        }
        NudgeLine.jobsIn(text)
                .forEach(job -> typed.computeIfAbsent(job, _ -> new ArrayList<>()).add(at));
    }

    private void handed(String answer) {
        if (!answer.isEmpty()) {
            JsonMapper.shared()
                    .readTree(answer)
                    .path("hookSpecificOutput")
                    .path("additionalContext")
                    .stringValue("")
                    .lines()
                    .filter(NudgeLine::isOne)
                    .flatMap(line -> NudgeLine.jobsIn(line).stream())
                    .forEach(job -> handedOver.merge(job, 1, Integer::sum));
        }
    }

    int timesTyped(long job) {
        return typed(job).size();
    }

    /// When messages about this job were submitted.
    List<Instant> typed(long job) {
        return typed.getOrDefault(job, List.of());
    }

    int timesHandedOver(long job) {
        return handedOver.getOrDefault(job, 0);
    }

    int allTyped() {
        return typed.values().stream().mapToInt(List::size).sum();
    }

    int allHandedOver() {
        return handedOver.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// What was submitted and is no message of nudge.
    List<String> foreign() {
        return foreign;
    }

    int failedHooks() {
        return failedHooks;
    }
}
