package dev.nudge.delivery.message;

import dev.nudge.delivery.message.Note.EndNote;
import dev.nudge.delivery.message.Note.EndNote.Subject;
import dev.nudge.job.ExitStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Writes a message about the ends of several jobs, which is one of a few in a row. It reports as
/// many as fit: first commands are shortened, then outputs, but not below what is worth reading.
/// What does not fit is left to the next message; the last one in the row sums it up.
final class SeveralNotes {
    /// The least code points of the output of a failure. The smaller numbers are used if the
    /// failures would otherwise not fit into the row.
    private static final List<Integer> LEAST_OUTPUTS = List.of(80, 40, 20, 0);

    /// More entries than a row of messages can hold.
    private static final int MOST_ENTRIES = 99;

    /// More jobs than there are in any summary.
    private static final int MOST_JOBS = 99_999;

    /// Code points of a command that is shortened as far as possible.
    private static final int LEAST_COMMAND = 24;

    private static final int FULL = 2 * NudgeMessage.MAX_OUTPUT;

    private static final String BETWEEN = "; ";

    private final List<EndNote> notes;
    private final List<Entry> entries;
    private final int left;
    private final int least;

    private SeveralNotes(List<EndNote> notes, int left) {
        this.notes = notes;
        this.entries = notes.stream().limit(MOST_ENTRIES).map(Entry::new).toList();
        this.left = left;
        this.least = least();
    }

    /// Reports the first of these notes, as many as fit.
    ///
    /// @param notes more than one, in the order of reporting
    /// @param left how many messages the row may still have, this one included; from 1
    static NudgeMessage fit(List<EndNote> notes, int left) {
        return new SeveralNotes(notes, left).fit();
    }

    private NudgeMessage fit() {
        int count = fitting(entries, least);
        if (count == notes.size() || left > 1) {
            return tell(entries.subList(0, Math.max(1, count)));
        }
        int failures = Math.min(count, failures().size());
        return last(count, failures, Summary::named)
                .or(() -> last(count, failures, Summary::counted))
                .or(() -> last(failures, 0, Summary::named))
                .orElseGet(() -> Summary.message(notes));
    }

    /// Reports all notes: as many as possible one by one, the others in a summary.
    ///
    /// @param most the most notes reported one by one
    /// @param fewest the fewest notes reported one by one
    /// @param summarized writes a group of notes of jobs that ended alike
    /// @return empty if that does not fit
    private Optional<NudgeMessage> last(
            int most, int fewest, Function<List<EndNote>, String> summarized) {
        for (int told = most; told >= fewest; told--) {
            List<Entry> detailed = entries.subList(0, told);
            String summary = Summary.of(notes.subList(told, notes.size()), summarized);
            if (fits(text(detailed, LEAST_COMMAND, least, summary), notes.size())) {
                String text = fullest(detailed, summary, notes.size());
                return Optional.of(new NudgeMessage(text, List.copyOf(notes)));
            }
        }
        return Optional.empty();
    }

    private List<Entry> failures() {
        return entries.stream().takeWhile(entry -> entry.note().isFailure()).toList();
    }

    private NudgeMessage tell(List<Entry> told) {
        EndNote first = told.getFirst().note();
        return told.size() == 1
                ? new NudgeMessage(OneNote.fit(first), List.of(first))
                : new NudgeMessage(
                        fullest(told, "", told.size()),
                        told.stream().<Note>map(Entry::note).toList());
    }

    /// Chooses the largest output with which all failures, which come first, fit into the row.
    private int least() {
        List<Entry> failures = failures();
        String summary = Summary.of(notes.subList(failures.size(), notes.size()), Summary::counted);
        return LEAST_OUTPUTS.stream()
                .filter(output -> isEnough(failures, output, summary))
                .findFirst()
                .orElse(LEAST_OUTPUTS.getLast());
    }

    /// Returns whether all failures fit into the row, and the summary of the others behind them.
    private boolean isEnough(List<Entry> failures, int output, String summary) {
        int from = 0;
        for (int i = 1; i < left && from < failures.size(); i++) {
            from += Math.max(1, fitting(failures.subList(from, failures.size()), output));
        }
        List<Entry> last = failures.subList(from, failures.size());
        return last.isEmpty() || fits(text(last, LEAST_COMMAND, output, summary), MOST_JOBS);
    }

    /// Returns how many of the first entries fit into one message.
    private static int fitting(List<Entry> entries, int output) {
        int room = NudgeMessage.MAX_LENGTH - wrap("", MOST_ENTRIES).length() + BETWEEN.length();
        int count = 0;
        while (count < entries.size() && room >= 0) {
            room -= entries.get(count).text(LEAST_COMMAND, output).length() + BETWEEN.length();
            count++;
        }
        return room >= 0 ? count : count - 1;
    }

    /// Gives the outputs the room that the shortest commands leave, and the commands the rest.
    private String fullest(List<Entry> detailed, String summary, int jobs) {
        int output =
                largest(FULL, least, n -> fits(text(detailed, LEAST_COMMAND, n, summary), jobs));
        int command =
                largest(
                        Wording.COMMAND,
                        LEAST_COMMAND,
                        n -> fits(text(detailed, n, output, summary), jobs));
        return wrap(text(detailed, command, output, summary), jobs);
    }

    private static int largest(int most, int least, IntPredicate fits) {
        return IntStream.iterate(most, n -> n > least, n -> n - 10)
                .filter(fits)
                .findFirst()
                .orElse(least);
    }

    private static String text(List<Entry> detailed, int command, int output, String summary) {
        return Stream.concat(
                        detailed.stream().map(entry -> entry.text(command, output)),
                        Stream.of(summary).filter(text -> !text.isEmpty()))
                .collect(Collectors.joining(BETWEEN));
    }

    private static boolean fits(String text, int jobs) {
        return wrap(text, jobs).length() <= NudgeMessage.MAX_LENGTH;
    }

    static String wrap(String entries, int jobs) {
        return "Background commands completed: %s %s".formatted(entries, Wording.tag(jobs));
    }

    /// One job's part of a message about several.
    private record Entry(EndNote note, Wording words) {
        /// The least number of code points for the reason of an end.
        private static final int LEAST_REASON = 24;

        Entry(EndNote note) {
            this(note, Wording.of(note));
        }

        /// A failure has twice the room for its output that a success has.
        String text(int command, int failure) {
            int room = Math.min(note.isFailure() ? failure : failure / 2, NudgeMessage.MAX_OUTPUT);
            String head =
                    "job %d: \"%s\" %s"
                            .formatted(
                                    note.job(),
                                    words.command(command),
                                    end(Math.max(room, LEAST_REASON)));
            boolean hasOutput =
                    note.hasRun() && !note.isPointer() && note.subject() != Subject.TIMER;
            String output = hasOutput ? words.text(room) : "";
            return output.isEmpty() ? head : head + " Output: [" + output + "]";
        }

        private String end(int room) {
            if (note.isAsWaitedFor()) {
                return note.subject() == Subject.TIMER ? "(timer is up)" : "(has matched)";
            }
            // The message begins with "completed", so this must say that the job never ran.
            return note.status() instanceof ExitStatus.Skipped
                    ? "(skipped: " + words.reason(room) + ")"
                    : words.end(note, room);
        }
    }

    /// Writes how many jobs ended, in the fewest words: `jobs 1-7, 9: exit 0; job 8: SIGKILL`.
    private static final class Summary {
        /// Least number of consecutive jobs that are written as a range.
        private static final int RANGE = 3;

        private Summary() {}

        /// @param group writes a group of jobs that ended alike
        static String of(List<EndNote> notes, Function<List<EndNote>, String> group) {
            return groups(notes).values().stream().map(group).collect(Collectors.joining(BETWEEN));
        }

        /// Writes a message with the groups of [#counted] that fit.
        static NudgeMessage message(List<EndNote> notes) {
            List<EndNote> told = new ArrayList<>();
            String text = "";
            for (List<EndNote> group : groups(notes).values()) {
                String longer = text + (text.isEmpty() ? "" : BETWEEN) + counted(group);
                if (wrap(longer, notes.size()).length() > NudgeMessage.MAX_LENGTH) {
                    break;
                }
                text = longer;
                told.addAll(group);
            }
            return new NudgeMessage(wrap(text, told.size()), List.copyOf(told));
        }

        private static Map<String, List<EndNote>> groups(List<EndNote> notes) {
            return notes.stream()
                    .collect(
                            Collectors.groupingBy(
                                    EndNote::shortEnd, LinkedHashMap::new, Collectors.toList()));
        }

        static String named(List<EndNote> group) {
            return "%s %s: %s"
                    .formatted(
                            group.size() == 1 ? "job" : "jobs",
                            numbers(group),
                            group.getFirst().shortEnd());
        }

        /// Writes their number, the first and the last: `312 jobs from 5 to 900: exit 0`; names all
        /// of them if that is no longer.
        static String counted(List<EndNote> group) {
            String all = named(group);
            String range =
                    "%d jobs from %d to %d: %s"
                            .formatted(
                                    group.size(),
                                    group.getFirst().job(),
                                    group.getLast().job(),
                                    group.getFirst().shortEnd());
            return all.length() <= range.length() ? all : range;
        }

        private static String numbers(List<EndNote> group) {
            List<String> numbers = new ArrayList<>();
            for (int from = 0; from < group.size(); ) {
                long first = group.get(from).job();
                int to = from + 1;
                while (to < group.size() && group.get(to).job() == first + to - from) {
                    to++;
                }
                if (to - from >= RANGE) {
                    numbers.add(first + "-" + group.get(to - 1).job());
                } else {
                    group.subList(from, to).forEach(note -> numbers.add(Long.toString(note.job())));
                }
                from = to;
            }
            return String.join(", ", numbers);
        }
    }
}
