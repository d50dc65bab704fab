package dev.nudge.job;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The indices of the tasks of an array, as Slurm writes them: `1-100`, `1,3,5`, `0-30:10`, each
/// with `%8` behind it if no more than 8 tasks are to run at once.
///
/// @param all 1 to [#MOST] of them, each from 0 to [#HIGHEST]
/// @param parallel how many run at once at most, 1 or more; empty for any number
public record ArrayIndices(SortedSet<Integer> all, Optional<Integer> parallel) {
    /// The most tasks of an array. Slurm's own limit (`MaxArraySize`) is usually the same.
    public static final int MOST = 1000;

    public static final int HIGHEST = 4_000_000;

    private static final Pattern PART =
            Pattern.compile("(\\d{1,9})(?:-(\\d{1,9})(?::(\\d{1,9}))?)?");
    private static final Pattern WHOLE = Pattern.compile("([^%]+)(?:%(\\d{1,9}))?");

    /// Reads the value of an option; the message names it, and what was expected.
    public static ArrayIndices parse(String option, String text) {
        Matcher whole = WHOLE.matcher(text);
        if (!whole.matches()) {
            throw unreadable(option, text);
        }
        SortedSet<Integer> all = new TreeSet<>();
        for (String part : whole.group(1).split(",", -1)) {
            Matcher range = PART.matcher(part);
            if (!range.matches()) {
                throw unreadable(option, text);
            }
            add(option, range, all);
        }
        Optional<Integer> parallel = Optional.ofNullable(whole.group(2)).map(Integer::parseInt);
        if (parallel.filter(number -> number < 1).isPresent()) {
            throw new IllegalArgumentException(
                    "%s allows no task to run (%%0); expected 1 or more".formatted(option));
        }
        return new ArrayIndices(all, parallel);
    }

    private static void add(String option, Matcher range, SortedSet<Integer> all) {
        int from = Integer.parseInt(range.group(1));
        int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
        int step = range.group(3) == null ? 1 : Integer.parseInt(range.group(3));
        if (to < from || step < 1) {
            throw new IllegalArgumentException(
                    "%s has the empty range %s; expected the lower index first, and a step of 1 or more"
                            .formatted(option, range.group()));
        }
        if (to > HIGHEST) {
            throw new IllegalArgumentException(
                    "%s has the index %d; the highest is %d".formatted(option, to, HIGHEST));
        }
        for (int index = from; index <= to; index += step) {
            all.add(index);
            if (all.size() > MOST) {
                throw new IllegalArgumentException(
                        "%s has more than %d tasks; split it into several arrays"
                                .formatted(option, MOST));
            }
        }
    }

    private static IllegalArgumentException unreadable(String option, String text) {
        return new IllegalArgumentException(
                "%s is \"%s\"; expected indices such as 1-100, 1,3,5 or 0-30:10, followed by %%8 to run at most 8 tasks at once"
                        .formatted(option, text));
    }

    /// Writes ascending indices in few characters: `1-3,7`.
    public static String words(Collection<Integer> indices) {
        List<Integer> all = List.copyOf(indices);
        StringJoiner words = new StringJoiner(",");
        for (int at = 0; at < all.size(); at++) {
            int from = all.get(at);
            while (at + 1 < all.size() && all.get(at + 1) == all.get(at) + 1) {
                at++;
            }
            words.add(from == all.get(at) ? Integer.toString(from) : from + "-" + all.get(at));
        }
        return words.toString();
    }
}
