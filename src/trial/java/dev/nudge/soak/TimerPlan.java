package dev.nudge.soak;

import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/// A timer of the trial.
///
/// @param seconds from the call until it is up
record TimerPlan(String token, int seconds) implements Plan {
    static TimerPlan random(int number, Random random) {
        return new TimerPlan("timer-" + number + ".", 1 + random.nextInt(5));
    }

    /// The arguments of `set_timer`.
    Map<String, Object> arguments() {
        return Map.of("in_seconds", seconds, "note", note());
    }

    private String note() {
        return "look after " + token;
    }

    @Override
    public String sort() {
        return "timer";
    }

    @Override
    public boolean isOf(JsonNode job) {
        return job.path("command").stringValue("").endsWith(": " + note());
    }

    @Override
    public Checksum output() {
        return Checksum.of(note() + "\n");
    }

    @Override
    public String end() {
        return "exit 0";
    }
}
