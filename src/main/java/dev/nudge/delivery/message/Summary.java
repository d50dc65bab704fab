package dev.nudge.delivery.message;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes how many jobs ended, in the fewest words: `jobs 1-7, 9: exit 0; job 8: SIGKILL`.
final class Summary {
    /// Least number of consecutive jobs that are written as a range.
    private static final int RANGE = 3;

    private Summary() {}

    /// Names every job.
    static String of(List<EndNote> notes) {
        return groups(notes).values().stream()
                .map(Summary::named)
                .collect(Collectors.joining("; "));
    }

    /// Writes for each group of jobs that ended alike their number, the first and the last: `312
    /// jobs from 5 to 900: exit 0`; names all of them if that is no longer.
    static String counts(List<EndNote> notes) {
        return groups(notes).values().stream()
                .map(Summary::range)
                .collect(Collectors.joining("; "));
    }

    /// Writes a message with the groups of [#counts] that fit.
    static NudgeMessage counted(List<EndNote> notes) {
        List<EndNote> told = new ArrayList<>();
        String text = "";
        for (List<EndNote> group : groups(notes).values()) {
            String longer = text + (text.isEmpty() ? "" : "; ") + range(group);
            if (SeveralNotes.wrap(longer, notes.size()).length() > NudgeMessage.MAX_LENGTH) {
                break;
            }
            text = longer;
            told.addAll(group);
        }
        return new NudgeMessage(SeveralNotes.wrap(text, told.size()), List.copyOf(told));
    }

    private static Map<String, List<EndNote>> groups(List<EndNote> notes) {
        return notes.stream()
                .collect(
                        Collectors.groupingBy(
                                EndNote::shortEnd, LinkedHashMap::new, Collectors.toList()));
    }

    private static String named(List<EndNote> group) {
        return (group.size() == 1 ? "job " : "jobs ") + numbers(group) + end(group);
    }

    private static String range(List<EndNote> group) {
        String all = named(group);
        String range =
                "%d jobs from %d to %d%s"
                        .formatted(
                                group.size(),
                                group.getFirst().job(),
                                group.getLast().job(),
                                end(group));
        return all.length() <= range.length() ? all : range;
    }

    private static String end(List<EndNote> group) {
        return ": " + group.getFirst().shortEnd();
    }

    private static String numbers(List<EndNote> group) {
        List<String> numbers = new ArrayList<>();
        for (int from = 0; from < group.size(); ) {
            int to = endOfRun(group, from);
            long first = group.get(from).job();
            if (to - from >= RANGE) {
                numbers.add(first + "-" + group.get(to - 1).job());
            } else {
                group.subList(from, to).forEach(note -> numbers.add(Long.toString(note.job())));
            }
            from = to;
        }
        return String.join(", ", numbers);
    }

    private static int endOfRun(List<EndNote> group, int from) {
        int to = from + 1;
        while (to < group.size() && group.get(to).job() == group.get(to - 1).job() + 1) {
            to++;
        }
        return to;
    }
}
