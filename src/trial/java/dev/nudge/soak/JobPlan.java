package dev.nudge.soak;

import dev.nudge.soak.Plan.Checksum;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
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

    /// What jobs do.
    enum Kind {
        QUICK,
        SLOW,
        LOUD,
        SILENT,
        FORKING,
        FAILING,
        /// On a terminal of its own.
        TERMINAL,
        /// By itself.
        SIGNALED,
        /// By `nudge kill`.
        KILLED,
        /// By the tool `kill_job`.
        KILLED_BY_AGENT,
        /// By its time limit.
        TIMED
    }

    /// Makes a job of any kind.
    static JobPlan random(int number, Random random) {
        String token = "soak-" + number + ".";
        Kind[] kinds = Kind.values();
        return of(kinds[random.nextInt(kinds.length)], token, random);
    }

    /// Makes a job that takes its time for its lines, each with its number in front.
    static JobPlan slow(int number, Random random) {
        return of(Kind.SLOW, "soak-" + number + ".", random);
    }

    private static JobPlan of(Kind kind, String token, Random random) {
        int n = 1 + random.nextInt(5);
        String pause = "sleep " + random.nextInt(3) + "." + random.nextInt(10);
        return switch (kind) {
            case QUICK -> exits(kind, token, "echo " + token, token + "\n", 0);
            case SLOW ->
                    exits(
                            kind,
                            token,
                            "for i in 1 2 3 4; do echo $i %s; %s; done".formatted(token, pause),
                            lines(SLOW_LINES, i -> i + " " + token),
                            0);
            case LOUD ->
                    exits(
                            kind,
                            token,
                            "echo %s; seq 1 %d; %s; seq 1 %d"
                                    .formatted(token, n * 40_000, pause, n),
                            token
                                    + "\n"
                                    + lines(n * 40_000, Integer::toString)
                                    + lines(n, Integer::toString),
                            0);
            case SILENT -> exits(kind, token, ": %s; %s".formatted(token, pause), "", 0);
            case FORKING ->
                    exits(
                            kind,
                            token,
                            "for i in 1 2 3; do (%s; echo child $i %s) & wait; done; (setsid sleep 3 &); sleep 2 & exit %d"
                                    .formatted(pause, token, n),
                            lines(3, i -> "child " + i + " " + token),
                            n);
            case FAILING ->
                    exits(
                            kind,
                            token,
                            "echo %s >&2; %s; exit %d".formatted(token, pause, 40 + n),
                            token + "\n",
                            40 + n);
            case TERMINAL ->
                    exits(
                            kind,
                            token,
                            "echo %s; %s; seq 1 %d; %s; exit %d"
                                    .formatted(token, pause, n * 4_000, pause, n),
                            (token + "\n" + lines(n * 4_000, Integer::toString))
                                    .replace("\n", "\r\n"),
                            n);
            case SIGNALED ->
                    new JobPlan(
                            kind,
                            token,
                            "echo %s; %s; kill -KILL $$".formatted(token, pause),
                            Checksum.of(token + "\n"),
                            "SIGKILL",
                            0);
            case KILLED, KILLED_BY_AGENT, TIMED ->
                    new JobPlan(
                            kind,
                            token,
                            "echo %s; sleep 30000".formatted(token),
                            Checksum.of(token + "\n"),
                            "SIGTERM",
                            kind == Kind.TIMED ? n : 0);
        };
    }

    private static JobPlan exits(Kind kind, String token, String command, String output, int code) {
        return new JobPlan(kind, token, command, Checksum.of(output), "exit " + code, 0);
    }

    private static String lines(int count, java.util.function.IntFunction<String> line) {
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
