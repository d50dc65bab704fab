package dev.nudge.soak;

import dev.nudge.soak.Plan.Checksum;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// A watch of the trial. What it looks for are lines that begin with their number: `3 soak-17.`.
///
/// @param job whose output is watched; empty if it is the file
/// @param mark with what the lines end
/// @param lines how many there will be; of a file, at least as many as are told
/// @param times how many are told
/// @param waiting how the agent waits for the last of them
record WatchPlan(
        String token,
        Optional<Long> job,
        Path file,
        String mark,
        int lines,
        int times,
        Wait waiting)
        implements Plan {
    private static final int MOST = 5;

    /// Makes a watch of the output of a job that writes [JobPlan.Kind#SLOW] lines; now and then of
    /// more than there are.
    static WatchPlan ofJob(JobPlan watched, long job, int number, Random random) {
        return new WatchPlan(
                "watch-" + number + ".",
                Optional.of(job),
                Path.of(""),
                watched.token(),
                JobPlan.SLOW_LINES,
                1 + random.nextInt(JobPlan.SLOW_LINES + 1),
                Wait.forWatch(random));
    }

    /// Makes a watch of a file.
    static WatchPlan ofFile(Path file, int number, Random random) {
        int times = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(MOST);
        return new WatchPlan(
                "watch-" + number + ".",
                Optional.empty(),
                file,
                "soak-" + number + ".",
                times + random.nextInt(3),
                times,
                Wait.forWatch(random));
    }

    /// The arguments of `watch_output`.
    Map<String, Object> arguments() {
        String pattern = "^[0-9]+ \\Q" + mark + "\\E";
        Map<String, Object> arguments = new TreeMap<>();
        arguments.putAll(Map.of("pattern", pattern, "times", times, "from", "start"));
        arguments.put("label", token);
        job.ifPresentOrElse(
                number -> arguments.put("job", number),
                () -> arguments.put("file", file.toString()));
        if (waiting.isOfCall()) {
            arguments.put("wait_seconds", waiting.seconds());
        }
        return arguments;
    }

    /// A line that is looked for.
    ///
    /// @param number from 1
    String line(int number) {
        return number + " " + mark;
    }

    /// What the watch is to find and tell, line by line; the last line ends it.
    List<String> told() {
        List<String> told =
                new ArrayList<>(
                        IntStream.rangeClosed(1, Math.min(lines, times))
                                .mapToObj(this::line)
                                .toList());
        if (isInVain()) {
            told.add(
                    "job %d has ended (exit code 0), and %d lines matched"
                            .formatted(job.orElseThrow(), lines));
        }
        return told;
    }

    /// Whether its job ends before it has written enough.
    private boolean isInVain() {
        return times > lines;
    }

    @Override
    public String sort() {
        return job.isPresent() ? "watch of a job" : "watch of a file";
    }

    @Override
    public boolean isOf(JsonNode record) {
        return record.path("label").stringValue("").equals(token);
    }

    @Override
    public Checksum output() {
        return Checksum.of(String.join("\n", told()) + "\n");
    }

    @Override
    public String end() {
        return isInVain() ? "exit 1" : "exit 0";
    }
}
