package dev.nudge.delivery.message;

import dev.nudge.delivery.message.Note.EndNote;
import dev.nudge.delivery.message.Note.FoundNote;
import dev.nudge.delivery.message.Note.QuestionNote;
import java.util.Comparator;
import java.util.List;

/// A line for an agent, and the notes that it reports, never none.
///
/// A question reads `Background command is waiting for input: "make menu" Prompt: [Go on?] Answer
/// with send_input. [nudge: job 17, automatic notice]`. One end reads `Background command
/// completed: "make" (Exit code: 0) Output: [all done] [nudge: job 17 "build", 4m12s, automatic
/// notice]`. Several ends share a line, failures first; what does not fit is left to the next line,
/// and the last one in a row sums it up. The line has only printable characters, at most 500 UTF-16
/// units (a longer paste shows as a placeholder in Gemini CLI, rule R13), begins with a letter
/// (rules R15, R16) and contains no `@` (rules R17 and R18: it would name a file or an agent).
/// Brackets in text written by others are full-width, so that all other brackets belong to the
/// notice. The line ends with `]`, so that neither tmux nor the agent sees a trailing `;` or
/// backslash.
public record NudgeMessage(String text, List<Note> notes) {
    /// Most UTF-16 units in a line, and therefore most code points.
    public static final int MAX_LENGTH = 500;

    /// The most characters that are quoted of an output, a prompt, a line or a reason.
    public static final int MAX_OUTPUT = 200;

    /// Most messages about ends that follow each other.
    public static final int MOST_IN_A_ROW = 4;

    private static final Comparator<EndNote> FAILURES_FIRST =
            Comparator.comparing((EndNote note) -> !note.isFailure()).thenComparing(EndNote::job);

    public NudgeMessage {
        notes = List.copyOf(notes);
        if (notes.isEmpty() || text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "%d notes in %d characters".formatted(notes.size(), text.length()));
        }
    }

    /// Writes one line about the first of these notes, or, if that is an end, about as many as fit.
    ///
    /// @param pending notes in the order in which they happened, not empty
    /// @param left how many messages the row may still have, this one included; at least 1. The
    ///   last one reports all successes
    public static NudgeMessage of(List<Note> pending, int left) {
        return switch (pending.getFirst()) {
            case QuestionNote question -> of(question);
            case FoundNote found -> of(found);
            case EndNote _ -> ofEnds(pending, left);
        };
    }

    private static NudgeMessage ofEnds(List<Note> pending, int left) {
        List<EndNote> ends =
                pending.stream()
                        .filter(EndNote.class::isInstance)
                        .map(EndNote.class::cast)
                        .sorted(FAILURES_FIRST)
                        .toList();
        return ends.size() == 1 ? of(ends.getFirst()) : SeveralNotes.fit(ends, left);
    }

    /// Writes a line for each of these notes, as full as possible: questions and lines found by
    /// watches first, then ends in the order of [#of(List, int)].
    public static List<NudgeMessage> each(List<Note> notes) {
        return notes.stream()
                .sorted(
                        Comparator.comparing(
                                        (Note note) -> note instanceof EndNote end ? end : null,
                                        Comparator.nullsFirst(FAILURES_FIRST))
                                .thenComparing(Note::at))
                .map(NudgeMessage::of)
                .toList();
    }

    private static NudgeMessage of(Note note) {
        return new NudgeMessage(OneNote.fit(note), List.of(note));
    }
}
