package dev.nudge.testkit;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Reads the line that tells an agent of the ends of jobs, of a question, or of what a watch has
/// found.
public final class NudgeLine {
    private static final Pattern NUDGE =
            Pattern.compile(
                    "(?:Background commands? |Watch (?:has matched|ended): |Timer (?:is up|ended): ).*"
                            + " \\[nudge: (?:job \\d+(?: \"[^\"]*\")?(?:, \\w+)?|\\d+ jobs), automatic notice]");
    private static final Pattern ONE =
            Pattern.compile("\\[nudge: job (\\d+)[ ,][^\\[\\]]*automatic notice]$");
    private static final Pattern SEVERAL =
            Pattern.compile("\\bjobs? (\\d+(?:-\\d+)?(?:, \\d+(?:-\\d+)?)*): ");

    private static final Pattern COUNTED = Pattern.compile("\\b(\\d+) jobs from \\d+ to \\d+: ");

    private static final Pattern TAG = Pattern.compile("</?(?:event|hook_context)>");

    private NudgeLine() {}

    /// Returns the lines of a text, without the tags in which Claude Code puts those of a monitor,
    /// and Gemini CLI what a hook adds.
    public static Stream<String> lines(String text) {
        return text.lines().map(line -> TAG.matcher(line).replaceAll(""));
    }

    /// Whether the whole line is one that nudge writes.
    public static boolean isOne(String line) {
        return NUDGE.matcher(line).matches();
    }

    /// Whether the line tells that a job waits for input.
    public static boolean isQuestion(String line) {
        return line.startsWith("Background command is waiting ");
    }

    /// Returns the numbers of the jobs of whose ends the line tells, or of the watch that has found
    /// something; none for a question.
    public static List<Long> jobsIn(String line) {
        if (isQuestion(line)) {
            return List.of();
        }
        Matcher one = ONE.matcher(line);
        if (one.find()) {
            return List.of(Long.valueOf(one.group(1)));
        }
        return SEVERAL.matcher(line)
                .results()
                .flatMap(m -> Stream.of(m.group(1).split(", ", -1)))
                .flatMap(NudgeLine::range)
                .toList();
    }

    /// Returns of how many more jobs the line tells, without their numbers.
    public static int counted(String line) {
        return COUNTED.matcher(line).results().mapToInt(m -> Integer.parseInt(m.group(1))).sum();
    }

    /// Reads `7` or `7-9`.
    private static Stream<Long> range(String numbers) {
        String[] ends = numbers.split("-", -1);
        return LongStream.rangeClosed(
                        Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]))
                .boxed();
    }
}
