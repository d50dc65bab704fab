package dev.nudge.job;

import dev.nudge.text.Bytes;
import dev.nudge.text.EditDistance;
import dev.nudge.text.Printable;
import dev.nudge.text.TextBound;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// The jobs that a person means by one word.
public sealed interface JobSelector {
    /// The forms that a person may write.
    String FORMS = "a number (17), a range (3-7), @last or a label";

    /// What lists jobs for people.
    String FOR_PERSON = "\"nudge ps --all\"";

    /// How many jobs a complaint names.
    int NAMED_JOBS = 10;

    record One(long number) implements JobSelector {}

    /// The jobs with numbers between these, both included.
    record Range(long from, long to) implements JobSelector {}

    record Last() implements JobSelector {}

    /// The jobs with this label, as it is or as it is [shown][Bytes#shown].
    record Label(String label) implements JobSelector {}

    /// Reads a word. What looks like a number or a range is one, even if a label looks the same.
    static JobSelector parse(String word) {
        TextBound.WORD.checked("the job", word);
        if (word.matches("\\d+-\\d+")) {
            String[] ends = word.split("-", -1);
            Range range = new Range(number(ends[0]), number(ends[1]));
            if (range.from() > range.to()) {
                throw new IllegalArgumentException(
                        "%s is an empty range; expected the lower number first, %d-%d"
                                .formatted(word, range.to(), range.from()));
            }
            return range;
        }
        if (word.matches("\\d+")) {
            return new One(number(word));
        }
        if (word.equals("@last")) {
            return new Last();
        }
        if (word.isBlank() || word.startsWith("@") || word.startsWith("-")) {
            throw new IllegalArgumentException(
                    "\"%s\" is not a job; expected %s".formatted(word, FORMS));
        }
        return new Label(word);
    }

    /// Returns the label if it is a name on one line, without control characters, that does not
    /// look like a number, a range or an option. The message names the argument.
    static String label(String argument, String label) {
        TextBound.LABEL.checked(argument, label);
        OptionalInt control =
                label.codePoints()
                        .filter(c -> Printable.isControl(c) && !Bytes.isByte(c))
                        .findFirst();
        if (control.isPresent()) {
            throw new IllegalArgumentException(
                    "%s has the control character U+%04X; expected a name of printable characters on one line"
                            .formatted(argument, control.getAsInt()));
        }
        if (!isName(label)) {
            throw new IllegalArgumentException(
                    "%s is \"%s\"; expected a name on one line that is not a number or a range (3-7) and does not start with @ or -, so that the job can be found by it"
                            .formatted(argument, label));
        }
        return label;
    }

    /// Returns the word that [#parse] reads.
    default String word() {
        return switch (this) {
            case One(long number) -> Long.toString(number);
            case Range(long from, long to) -> from + "-" + to;
            case Last _ -> "@last";
            case Label(String label) -> label;
        };
    }

    /// Returns whether the job is selected; `last` is the number of the one that was started last.
    default boolean selects(Job job, long last) {
        return switch (this) {
            case One(long number) -> job.number() == number;
            case Range(long from, long to) -> job.number() >= from && job.number() <= to;
            case Last _ -> job.number() == last;
            case Label(String label) ->
                    job.spec()
                            .label()
                            .filter(own -> own.equals(label) || Bytes.shown(own).equals(label))
                            .isPresent();
        };
    }

    /// Returns the complaint that none of `all` is selected. It names the nearest label, the newest
    /// jobs, and what lists all jobs: `list`, such as [#FOR_PERSON].
    default String unknown(List<Job> all, String list) {
        String what =
                switch (this) {
                    case One(long number) -> "No job " + number + ".";
                    case Range _ -> "No job in " + word() + ".";
                    case Last _ -> "No job has been started.";
                    case Label(String label) ->
                            "No job has the label \"" + label + "\"." + nearest(label, all);
                };
        if (all.isEmpty()) {
            return what + " There are no jobs yet.";
        }
        String known =
                all.reversed().stream()
                        .limit(NAMED_JOBS)
                        .map(job -> job.number() + line(job).map(" (%s)"::formatted).orElse(""))
                        .collect(Collectors.joining(", "));
        return "%s Known jobs: %s%s. List all with %s."
                .formatted(what, known, all.size() > NAMED_JOBS ? ", …" : "", list);
    }

    private static Optional<String> line(Job job) {
        return job.spec().label().map(Printable::line);
    }

    private static String nearest(String label, List<Job> all) {
        return all.stream()
                .flatMap(job -> job.spec().label().stream())
                .distinct()
                .filter(own -> EditDistance.of(label, own) <= Math.max(2, label.length() / 3))
                .min(Comparator.comparingInt(own -> EditDistance.of(label, own)))
                .map(Printable::line)
                .map(" Did you mean \"%s\"?"::formatted)
                .orElse("");
    }

    private static boolean isName(String word) {
        try {
            return word.equals(word.strip()) && parse(word) instanceof Label;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static long number(String digits) {
        long number = digits.length() > 18 ? 0 : Long.parseLong(digits);
        if (number < 1) {
            throw new IllegalArgumentException(
                    "%s is not the number of a job; expected 1 or more".formatted(digits));
        }
        return number;
    }
}
