package dev.nudge.delivery.message;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Writes a message about the ends of several jobs, which is one of a few in a row. It reports as
/// many ends as fit with a fair share of the room for their outputs: first commands are shortened,
/// then outputs, but not below what is worth reading. What does not fit is left to the next
/// message; the last one in the row sums it up.
final class SeveralNotes {
    /// The least code points of the output of a failure. The smaller numbers are used if the
    /// failures would otherwise not fit into the row.
    private static final List<Integer> LEAST_OUTPUTS = List.of(80, 40, 20, 0);

    /// More entries than a row of messages can hold.
    private static final int MOST_ENTRIES = 99;

    /// More jobs than there are in any summary.
    private static final int MOST_JOBS = 99_999;

    private static final String BETWEEN = "; ";

    private SeveralNotes() {}

    /// Reports the first of these notes.
    ///
    /// @param notes more than one, in the order of reporting
    /// @param left how many messages the row may still have, this one included; from 1
    static NudgeMessage fit(List<EndNote> notes, int left) {
        List<Entry> entries = notes.stream().limit(MOST_ENTRIES).map(Entry::of).toList();
        Share least = least(entries, notes, left);
        int count = fitting(entries, least);
        if (count == notes.size() || left > 1) {
            return tell(entries.subList(0, Math.max(1, count)), least);
        }
        int failures = Math.min(count, failures(entries).size());
        return last(entries, notes, least, count, failures, Summary::of)
                .or(() -> last(entries, notes, least, count, failures, Summary::counts))
                .or(() -> last(entries, notes, least, failures, 0, Summary::of))
                .orElseGet(() -> Summary.counted(notes));
    }

    /// Reports all notes: as many as possible one by one, the others in a summary.
    ///
    /// @param most the most notes reported one by one
    /// @param fewest the fewest notes reported one by one
    /// @return empty if that does not fit
    private static Optional<NudgeMessage> last(
            List<Entry> entries,
            List<EndNote> notes,
            Share least,
            int most,
            int fewest,
            Function<List<EndNote>, String> summarized) {
        for (int told = most; told >= fewest; told--) {
            List<Entry> detailed = entries.subList(0, told);
            String summary = summarized.apply(notes.subList(told, notes.size()));
            if (fits(text(detailed, least, summary), notes.size())) {
                String text = fullest(detailed, least, summary, notes.size());
                return Optional.of(new NudgeMessage(text, List.copyOf(notes)));
            }
        }
        return Optional.empty();
    }

    private static List<Entry> failures(List<Entry> entries) {
        return entries.stream().takeWhile(Entry::isFailure).toList();
    }

    private static NudgeMessage tell(List<Entry> entries, Share least) {
        EndNote first = entries.getFirst().note();
        return entries.size() == 1
                ? new NudgeMessage(OneNote.fit(first), List.of(first))
                : new NudgeMessage(
                        fullest(entries, least, "", entries.size()),
                        entries.stream().<Note>map(Entry::note).toList());
    }

    /// Chooses the largest share with which all failures, which come first, fit into the row, and
    /// the summary of the others into its last message.
    private static Share least(List<Entry> entries, List<EndNote> notes, int left) {
        List<Entry> failures = failures(entries);
        String summary = Summary.counts(notes.subList(failures.size(), notes.size()));
        return LEAST_OUTPUTS.stream()
                .map(Share::least)
                .filter(share -> isEnough(left, failures, share, summary))
                .findFirst()
                .orElseGet(() -> Share.least(LEAST_OUTPUTS.getLast()));
    }

    /// Returns whether all failures fit into the row; its last message must also hold the summary
    /// of the other ends.
    private static boolean isEnough(
            int messages, List<Entry> failures, Share share, String summary) {
        int from = 0;
        for (int i = 1; i < messages && from < failures.size(); i++) {
            from += Math.max(1, fitting(failures.subList(from, failures.size()), share));
        }
        List<Entry> last = failures.subList(from, failures.size());
        return last.isEmpty() || fits(text(last, share, summary), MOST_JOBS);
    }

    /// Returns how many of the first entries fit into one message.
    private static int fitting(List<Entry> entries, Share share) {
        int room = NudgeMessage.MAX_LENGTH - wrap("", MOST_ENTRIES).length() + BETWEEN.length();
        int count = 0;
        while (count < entries.size() && room >= 0) {
            room -= entries.get(count).text(share).length() + BETWEEN.length();
            count++;
        }
        return room >= 0 ? count : count - 1;
    }

    /// Gives the outputs the room that the shortest commands leave, and the commands the rest.
    private static String fullest(List<Entry> detailed, Share least, String summary, int jobs) {
        Share share = least;
        for (int output = Share.FULL; output > least.failure(); output -= 10) {
            if (fits(text(detailed, least.withFailure(output), summary), jobs)) {
                share = least.withFailure(output);
                break;
            }
        }
        for (int command = Wording.COMMAND; command > least.command(); command -= 10) {
            String text = text(detailed, share.withCommand(command), summary);
            if (fits(text, jobs)) {
                return wrap(text, jobs);
            }
        }
        return wrap(text(detailed, share, summary), jobs);
    }

    private static String text(List<Entry> detailed, Share share, String summary) {
        return Stream.concat(
                        detailed.stream().map(entry -> entry.text(share)),
                        Stream.of(summary).filter(text -> !text.isEmpty()))
                .collect(Collectors.joining(BETWEEN));
    }

    private static boolean fits(String text, int jobs) {
        return wrap(text, jobs).length() <= NudgeMessage.MAX_LENGTH;
    }

    static String wrap(String entries, int jobs) {
        return "Background commands completed: %s %s".formatted(entries, NoticeTag.of(jobs));
    }
}
