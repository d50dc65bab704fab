package dev.nudge.delivery;

import dev.nudge.delivery.EndNote.Subject;
import java.util.List;
import java.util.stream.Collectors;

/// Writes a message about the ends of several jobs.
final class SeveralNotes {
    /// Outputs give way first, then commands.
    private static final List<NoteText> SIZES =
            List.of(
                    NoteText.FULL,
                    new NoteText(120, 150),
                    new NoteText(120, 100),
                    new NoteText(120, 70),
                    new NoteText(120, 50),
                    new NoteText(120, 30),
                    new NoteText(80, 50),
                    new NoteText(80, 30),
                    new NoteText(50, 30),
                    new NoteText(50, 20),
                    new NoteText(30, 30),
                    new NoteText(30, 20),
                    new NoteText(20, 20),
                    new NoteText(20, 10));

    private SeveralNotes() {}

    /// Gives the fullest text that fits; if none does, the shortest there is, which may be too
    /// long: `jobs 1, 2, 4: exit 0, job 3: SIGKILL`.
    static String fit(List<EndNote> notes) {
        return SIZES.stream()
                .map(parts -> full(notes, parts))
                .filter(text -> text.length() <= NudgeMessage.MAX_LENGTH)
                .findFirst()
                .orElseGet(() -> shortest(notes));
    }

    private static String full(List<EndNote> notes, NoteText parts) {
        return wrap(
                notes,
                notes.stream().map(note -> entry(note, parts)).collect(Collectors.joining("; ")));
    }

    private static String shortest(List<EndNote> notes) {
        StringBuilder entries = new StringBuilder();
        int from = 0;
        while (from < notes.size()) {
            int to = endOfRun(notes, from);
            entries.append(entries.isEmpty() ? "" : ", ").append(run(notes.subList(from, to)));
            from = to;
        }
        return wrap(notes, entries.toString());
    }

    /// Notes that follow each other and ended alike share an entry.
    private static int endOfRun(List<EndNote> notes, int from) {
        String end = NoteText.shortEnd(notes.get(from).status());
        int to = from + 1;
        while (to < notes.size() && NoteText.shortEnd(notes.get(to).status()).equals(end)) {
            to++;
        }
        return to;
    }

    private static String run(List<EndNote> notes) {
        return (notes.size() == 1 ? "job " : "jobs ")
                + notes.stream()
                        .map(note -> Long.toString(note.job()))
                        .collect(Collectors.joining(", "))
                + ": "
                + NoteText.shortEnd(notes.getFirst().status());
    }

    private static String entry(EndNote note, NoteText parts) {
        String head =
                "job %d: \"%s\" %s".formatted(note.job(), parts.command(note), end(note, parts));
        boolean hasOutput =
                NoteText.hasRun(note.status())
                        && !note.isPointer()
                        && note.subject() != Subject.TIMER;
        String output = hasOutput ? parts.output(note) : "";
        return output.isEmpty() ? head : head + " Output: [" + output + "]";
    }

    private static String end(EndNote note, NoteText parts) {
        if (!OneNote.isAsWaitedFor(note)) {
            return parts.end(note);
        }
        return note.subject() == Subject.TIMER ? "(timer is up)" : "(has matched)";
    }

    private static String wrap(List<EndNote> notes, String entries) {
        return "Background commands completed: %s [nudge: %d jobs, automatic notice]"
                .formatted(entries, notes.size());
    }
}
