package dev.nudge.console.command;

import dev.nudge.console.ExitCodes;
import dev.nudge.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// How far `nudge wait` has come. As a token, for the next daemon: the time at which it gives up,
/// in milliseconds, or `-`, and the jobs in their order, those that have ended with their exit
/// codes: `- 3 4:0 5`.
final class WaitProgress {
    private static final String NEVER = "-";
    private static final Duration FOREVER = Duration.ofDays(10_000);

    private final Optional<Instant> deadline;
    private final Map<Long, Optional<Integer>> jobs;

    private WaitProgress(Optional<Instant> deadline, Map<Long, Optional<Integer>> jobs) {
        this.deadline = deadline;
        this.jobs = jobs;
    }

    /// @param jobs in the order of the command line
    /// @param limit how long to wait, from now; empty for no limit
    WaitProgress(List<Long> jobs, Optional<Duration> limit) {
        this(limit.map(Instant.now()::plus), new LinkedHashMap<>());
        jobs.forEach(job -> this.jobs.put(job, Optional.empty()));
    }

    /// Reads a token.
    static WaitProgress parse(String token) {
        String[] words = token.split(" ", -1);
        Map<Long, Optional<Integer>> jobs = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            String[] parts = words[i].split(":", -1);
            jobs.put(
                    Long.valueOf(parts[0]),
                    parts.length > 1 ? Optional.of(Integer.valueOf(parts[1])) : Optional.empty());
        }
        return new WaitProgress(
                words[0].equals(NEVER)
                        ? Optional.empty()
                        : Optional.of(Instant.ofEpochMilli(Long.parseLong(words[0]))),
                jobs);
    }

    String token() {
        String end = deadline.map(d -> Long.toString(d.toEpochMilli())).orElse(NEVER);
        return end
                + jobs.entrySet().stream()
                        .map(e -> " " + e.getKey() + e.getValue().map(c -> ":" + c).orElse(""))
                        .collect(Collectors.joining());
    }

    /// Returns the jobs whose ends have not been reported.
    List<Long> awaited() {
        return jobs.entrySet().stream()
                .filter(e -> e.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    void ended(Job job) {
        jobs.put(job.number(), Optional.of(ExitCodes.of(job)));
    }

    boolean hasAll() {
        return awaited().isEmpty();
    }

    boolean hasAny() {
        return awaited().size() < jobs.size();
    }

    /// Returns how long to wait from now on, 0 or more.
    Duration timeLeft() {
        Duration left = deadline.map(d -> Duration.between(Instant.now(), d)).orElse(FOREVER);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /// Returns the exit code: that of the first job that did not end with 0.
    int code() {
        return jobs.values().stream()
                .flatMap(Optional::stream)
                .filter(code -> code != ExitCodes.OK)
                .findFirst()
                .orElse(ExitCodes.OK);
    }
}
