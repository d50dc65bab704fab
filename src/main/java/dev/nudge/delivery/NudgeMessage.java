package dev.nudge.delivery;

import java.util.List;

/// The line that is typed, and the notes that it tells.
///
/// A question reads `Background command is waiting for input: "make menu" Prompt: [Go on?] Answer
/// with send_input. [nudge: job 17, automatic notice]`. One end reads `Background command
/// completed: "make" (Exit code: 0) Output: [all done] [nudge: job 17, automatic notice]`. Several
/// ends share a line, in the order given, each with its number. The line has only printable
/// characters, at most 500 UTF-16 units (a longer paste shows as a placeholder in Gemini CLI, rule
/// H10), begins with a letter (rules H15, H16) and holds no `@` (rules H17 to H20: it would name a
/// file or an agent): each is written full-width, `＠`, which reads the same and is one character
/// too. It ends with `]`, so that neither tmux nor the agent sees a trailing `;` or backslash.
///
/// @param text the line
/// @param notes the notes told by it, never empty
public record NudgeMessage(String text, List<Note> notes) {
    /// Most UTF-16 units in a line, and so most code points.
    public static final int MAX_LENGTH = 500;

    public NudgeMessage {
        notes = List.copyOf(notes);
        if (notes.isEmpty() || text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "%d notes in %d characters".formatted(notes.size(), text.length()));
        }
    }

    /// Writes one line for the first of these notes: for as many as fit, and with as much of each
    /// as fits. The rest needs further messages; 15 ends always fit into one. A question has a line
    /// of its own.
    ///
    /// @param pending notes in the order in which they are to be told, not empty
    public static NudgeMessage of(List<Note> pending) {
        return pending.getFirst() instanceof QuestionNote question
                ? new NudgeMessage(OneQuestion.fit(question), List.of(question))
                : ofEnds(leadingEnds(pending));
    }

    private static List<EndNote> leadingEnds(List<Note> pending) {
        return pending.stream()
                .takeWhile(EndNote.class::isInstance)
                .map(EndNote.class::cast)
                .toList();
    }

    private static NudgeMessage ofEnds(List<EndNote> ends) {
        for (int count = ends.size(); count > 1; count--) {
            List<EndNote> told = ends.subList(0, count);
            String text = SeveralNotes.fit(told);
            if (text.length() <= MAX_LENGTH) {
                return new NudgeMessage(text, List.copyOf(told));
            }
        }
        return new NudgeMessage(OneNote.fit(ends.getFirst()), List.of(ends.getFirst()));
    }
}
