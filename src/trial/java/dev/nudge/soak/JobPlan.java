package dev.nudge.soak;

import dev.nudge.soak.Plan.Checksum;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// A job of the trial: what it runs, and what must become of it.
///
/// @param token occurs in no other job's command
/// @param timeoutSeconds its time limit; 0 for none
record JobPlan(
        Kind kind, String token, String command, Checksum output, String end, int timeoutSeconds)
        implements Plan {
    /// How many lines a slow job writes.
    static final int SLOW_LINES = 4;

    /// What jobs do. In their commands, TOKEN, PAUSE and N stand for those of a job.
    enum Kind {
        QUICK("echo TOKEN"),
        SLOW("for i in 1 2 3 4; do echo $i TOKEN; PAUSE; done"),
        LOUD("echo TOKEN; seq 1 $((N * 40000)); PAUSE; seq 1 N"),
        SILENT(": TOKEN; PAUSE"),
        FORKING(
                "for i in 1 2 3; do (PAUSE; echo child $i TOKEN) & wait; done; (setsid sleep 3 &); sleep 2 & exit N"),
        FAILING("echo TOKEN >&2; PAUSE; exit 4N"),
        /// On a terminal of its own.
        TERMINAL("echo TOKEN; PAUSE; seq 1 $((N * 4000)); PAUSE; exit N"),
        /// By itself.
        SIGNALED("echo TOKEN; PAUSE; kill -KILL $$"),
        /// By `nudge kill`.
        KILLED("echo TOKEN; sleep 30000"),
        /// By the tool `kill_job`.
        KILLED_BY_AGENT("echo TOKEN; sleep 30000"),
        /// By its time limit.
        TIMED("echo TOKEN; sleep 30000");

        private final String command;

        Kind(String command) {
            this.command = command;
        }
    }

    /// Makes a job of any kind.
    static JobPlan random(int number, Random random) {
        Kind[] kinds = Kind.values();
        return of(kinds[random.nextInt(kinds.length)], number, random);
    }

    /// Makes a job that takes its time for its lines, each with its number in front.
    static JobPlan slow(int number, Random random) {
        return of(Kind.SLOW, number, random);
    }

    private static JobPlan of(Kind kind, int number, Random random) {
        String token = "soak-" + number + ".";
        int n = 1 + random.nextInt(5);
        String pause = "sleep " + random.nextInt(3) + "." + random.nextInt(10);
        String command =
                kind.command
                        .replace("TOKEN", token)
                        .replace("PAUSE", pause)
                        .replace("N", Integer.toString(n));
        String first = token + "\n";
        String output =
                switch (kind) {
                    case SLOW -> lines(SLOW_LINES, i -> i + " " + token);
                    case LOUD ->
                            first
                                    + lines(n * 40_000, Integer::toString)
                                    + lines(n, Integer::toString);
                    case SILENT -> "";
                    case FORKING -> lines(3, i -> "child " + i + " " + token);
                    case TERMINAL ->
                            (first + lines(n * 4_000, Integer::toString)).replace("\n", "\r\n");
                    default -> first;
                };
        String end =
                switch (kind) {
                    case QUICK, SLOW, LOUD, SILENT -> "exit 0";
                    case FORKING, TERMINAL -> "exit " + n;
                    case FAILING -> "exit 4" + n;
                    case SIGNALED -> "SIGKILL";
                    case KILLED, KILLED_BY_AGENT, TIMED -> "SIGTERM";
                };
        int timeout = kind == Kind.TIMED ? n : 0;
        return new JobPlan(kind, token, command, Checksum.of(output), end, timeout);
    }

    private static String lines(int count, IntFunction<String> line) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> line.apply(i) + "\n")
                .collect(Collectors.joining());
    }

    /// The arguments of `run_long_command`.
    Map<String, Object> arguments() {
        Map<String, Object> arguments = new TreeMap<>(Map.of("command", command));
        if (timeoutSeconds > 0) {
            arguments.put("timeout_seconds", timeoutSeconds);
        }
        if (isOnTerminal()) {
            arguments.put("interactive", true);
        }
        return arguments;
    }

    @Override
    public String sort() {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean isOf(JsonNode job) {
        return job.path("command").stringValue("").equals(command);
    }

    boolean isOnTerminal() {
        return kind == Kind.TERMINAL;
    }

    /// Whether it does not end before somebody kills it.
    boolean isEndless() {
        return kind == Kind.KILLED || kind == Kind.KILLED_BY_AGENT;
    }
}
