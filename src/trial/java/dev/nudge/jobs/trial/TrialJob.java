package dev.nudge.jobs.trial;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;

/// A random job of the trial.
///
/// @param number nudge's number for it
/// @param before the jobs that it is to run after
/// @param mustSucceed whether these must have succeeded
/// @param exclusive a name of which one job runs at a time; empty for none
/// @param retries how often it is to be started again if it fails
/// @param failures how often it fails before it succeeds
/// @param code the exit code of a failure
/// @param seconds how long each attempt takes
record TrialJob(
        long number,
        String group,
        int priority,
        List<Long> before,
        boolean mustSucceed,
        String exclusive,
        int retries,
        int failures,
        int code,
        double seconds) {
    private static final List<String> GROUPS = List.of("two", "three", "eight");

    /// Returns how many jobs of a group run at once at most.
    static int parallel(String group) {
        return switch (group) {
            case "two" -> 2;
            case "three" -> 3;
            default -> 8;
        };
    }

    static List<String> groups() {
        return GROUPS;
    }

    static TrialJob random(long number, Random random) {
        boolean isFlaky = random.nextInt(7) == 0;
        return new TrialJob(
                number,
                GROUPS.get(random.nextInt(GROUPS.size())),
                random.nextInt(10) == 0 ? random.nextInt(11) - 5 : 0,
                number > 1 && random.nextInt(4) == 0 ? earlier(number, random) : List.of(),
                random.nextInt(10) < 7,
                random.nextInt(20) == 0 ? List.of("x", "y").get(random.nextInt(2)) : "",
                isFlaky ? 1 + random.nextInt(3) : 0,
                isFlaky ? random.nextInt(5) : random.nextInt(20) == 0 ? 1 : 0,
                1 + random.nextInt(9),
                random.nextInt(10) / 100.0);
    }

    private static List<Long> earlier(long number, Random random) {
        TreeSet<Long> jobs = new TreeSet<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            jobs.add(1 + random.nextLong(number - 1));
        }
        return List.copyOf(jobs);
    }

    /// Returns how often its command is started, if it is not skipped.
    int starts() {
        return Math.min(failures, retries) + 1;
    }

    /// Returns its last exit code, if it is not skipped.
    int lastCode() {
        return failures > retries ? code : 0;
    }

    /// Returns whether nothing but its group, and those in front of it, keep it waiting.
    boolean isPlain() {
        return before.isEmpty() && exclusive.isEmpty() && retries == 0;
    }

    /// Returns the words after `nudge run`. Each attempt writes a line at its start and one at its
    /// end, which counts the starts.
    List<String> words(Path diary, Path counts) {
        List<String> words = new ArrayList<>(List.of("run", "--group", group));
        if (priority != 0) {
            words.addAll(List.of("--priority", Integer.toString(priority)));
        }
        if (!before.isEmpty()) {
            String jobs = String.join(",", before.stream().map(String::valueOf).toList());
            words.addAll(List.of(mustSucceed ? "--after" : "--after-any", jobs));
        }
        if (!exclusive.isEmpty()) {
            words.addAll(List.of("--exclusive", exclusive));
        }
        if (retries > 0) {
            words.addAll(List.of("--retry", Integer.toString(retries)));
        }
        Path count = counts.resolve(Long.toString(number));
        words.add("--");
        words.add(
                String.format(
                        Locale.ROOT,
                        "echo %1$d start >>%2$s; echo x >>%3$s; sleep %4$s; n=$(wc -l <%3$s);"
                                + " echo %1$d end >>%2$s; [ $n -gt %5$d ] || exit %6$d",
                        number,
                        diary,
                        count,
                        seconds,
                        failures,
                        code));
        return words;
    }
}
