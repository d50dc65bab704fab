package dev.nudge.soak;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/// What somebody asks for, and what must become of it.
sealed interface Plan permits JobPlan, Plan.TimerPlan, WatchPlan {
    /// A word that no other plan has.
    String token();

    /// What sort of job it becomes, for the account.
    String sort();

    /// Whether this job, as `nudge ps --json` shows it, was made of it.
    boolean isOf(JsonNode job);

    /// Every byte that the job must have written.
    Checksum output();

    /// How the job must end: `exit 3` or `SIGKILL`.
    String end();

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

    /// What is remembered of an output.
    record Checksum(int bytes, String sha256) {
        static final Checksum EMPTY = of("");

        static Checksum of(String text) {
            return of(text.getBytes(StandardCharsets.UTF_8));
        }

        static Checksum of(byte[] bytes) {
            try {
                byte[] sum = MessageDigest.getInstance("SHA-256").digest(bytes);
                return new Checksum(bytes.length, HexFormat.of().formatHex(sum));
            } catch (NoSuchAlgorithmException e) {
                throw new AssertionError(e);
            }
        }
    }
}
