package dev.nudge.delivery;

import java.util.List;

/// The line that is typed, and the notes that it tells.
///
/// One note reads `Background command completed: "make" (Exit code: 0) Output: [all done] [nudge:
/// job 17, automatic notice]`. Several share a line, in the order given, each with its number. The
/// line has only printable characters, at most 500 UTF-16 units (a longer paste shows as a
/// placeholder in Gemini CLI, rule H10), begins with a letter (rules H15, H16) and holds no `@`
/// (rules H17 to H20: it would name a file or an agent): each is written full-width, `＠`, which
/// reads the same and is one character too. It ends with `]`, so that neither tmux nor the agent
/// sees a trailing `;` or backslash.
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
    /// as fits. The rest needs further messages; 15 notes always fit into one.
    ///
    /// @param pending notes in the order of their ends, not empty
    public static NudgeMessage of(List<Note> pending) {
        for (int count = pending.size(); count > 1; count--) {
            List<Note> told = pending.subList(0, count);
            String text = SeveralNotes.fit(told);
            if (text.length() <= MAX_LENGTH) {
                return new NudgeMessage(text, told);
            }
        }
        return new NudgeMessage(OneNote.fit(pending.getFirst()), pending.subList(0, 1));
    }
}
