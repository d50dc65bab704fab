package dev.nudge.delivery.screen;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The look of an agent's screen: everything that [ScreenClassifier] knows about the agent. It is
/// read from the agent's file. Patterns are those of [Pattern].
///
/// @param commands names of the foreground program while the agent has the terminal
/// @param title found in the pane's title as soon as the agent has started; the agent may be
///   configured to set none
/// @param workingTitle found in the pane's title while the agent works
/// @param attentionTitle found in the title while the agent waits for the user's answer
/// @param layouts the ways in which the agent draws its prompt; the first that fits is taken
/// @param shellMark the mark of a prompt that takes shell commands; empty if there is none
/// @param searchMark the mark of a prompt that searches the history; empty if there is none
/// @param promptRows most rows of a draft that are shown; a longer one scrolls, and shows the rows
///   around its cursor
/// @param footer found in one of the two rows below the prompt
/// @param working found in the row above the prompt while the agent works
/// @param openQuestion found in the rows above a prompt that is shown together with a dialog
/// @param shellFocus found in the text above the prompt while keys go to a program that the agent
///   runs
/// @param hasFocusReports whether the agent wants reports of the focus, and shows its cursor only
///   while it has the focus
/// @param dialogs what to call a dialog that is shown instead of the prompt; the first that is
///   found
public record ScreenProfile(
        List<String> commands,
        Pattern title,
        Pattern workingTitle,
        Pattern attentionTitle,
        List<Layout> layouts,
        String shellMark,
        String searchMark,
        int promptRows,
        Pattern footer,
        Pattern working,
        Pattern openQuestion,
        Pattern shellFocus,
        boolean hasFocusReports,
        List<KnownDialog> dialogs) {
    public ScreenProfile {
        commands = List.copyOf(commands);
        layouts = List.copyOf(layouts);
        dialogs = List.copyOf(dialogs);
    }

    /// A way to draw the prompt.
    ///
    /// @param above found in the rows above the prompt, joined with a newline, ending with one
    /// @param prompt matches the first row of the prompt; its group `mark` is the mark, its group
    ///   `text` what follows
    /// @param below matches everything below the prompt: the rows to the end of the screen, each
    ///   with a line end; if empty, the prompt ends with the last indented row
    /// @param empty the rows of a prompt with nothing in it
    /// @param isLeftByCursor whether the cursor leaves the prompt when the keys go elsewhere
    public record Layout(
            Pattern above,
            Pattern prompt,
            Optional<Pattern> below,
            DraftRows rows,
            List<Empty> empty,
            boolean isLeftByCursor,
            PromptMode mode) {
        public Layout {
            empty = List.copyOf(empty);
        }
    }

    /// A row of a prompt with nothing in it but a hint.
    ///
    /// @param text the text after the mark; where the pane is too narrow it continues below
    /// @param cursorX column of the cursor: a user who types this very text moves it. Counted from
    ///   the mark, if the prompt is drawn behind a bar
    /// @param isTypable whether keys are inserted in this mode
    public record Empty(String text, int cursorX, boolean isTypable) {}

    /// A known dialog.
    ///
    /// @param kind its name, as in [PaneState.Dialog]
    /// @param found found in the screen's text, its rows and borders joined by single blanks
    public record KnownDialog(String kind, Pattern found) {}

    /// What a prompt is for, as far as its layout shows: the user's next message, the first message
    /// of a session that has not begun (only keys reach it), a message to a working agent, or a
    /// shell command.
    public enum PromptMode {
        IDLE,
        NEW,
        WORKING,
        SHELL
    }

    /// How the rows of a draft look below its first.
    ///
    /// @param pattern matches each row of a draft behind a bar, with the text as its group `text`;
    ///   empty if only blanks stand before the text
    public record DraftRows(int indent, Optional<Pattern> pattern) {
        /// Returns whether the prompt is drawn behind a bar, which may stand anywhere.
        boolean hasBar() {
            return pattern.isPresent();
        }

        /// Returns whether a row may belong to the draft.
        boolean include(String row) {
            return pattern.map(p -> p.matcher(row).matches())
                    .orElseGet(() -> row.isBlank() || row.startsWith(" ".repeat(indent)));
        }

        List<String> text(List<String> rows) {
            return rows.stream().map(this::text).toList();
        }

        private String text(String row) {
            if (pattern.isEmpty()) {
                return row.length() > indent ? row.substring(indent) : "";
            }
            Matcher matcher = pattern.get().matcher(row);
            return matcher.matches() ? Objects.requireNonNullElse(matcher.group("text"), "") : "";
        }
    }
}
