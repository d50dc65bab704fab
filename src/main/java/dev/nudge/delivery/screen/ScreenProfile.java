package dev.nudge.delivery.screen;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The look of an agent's screen: everything that [ScreenClassifier] knows about the agent. It is
/// read from the agent's file; `docs/agents.md` describes each of its parts.
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
    /// A way to draw the prompt.
    ///
    /// @param above found in the rows above the prompt, joined with a newline, ending with one
    /// @param below matches the rows to the end of the screen, each with a line end
    public record Layout(
            Pattern above,
            Pattern prompt,
            Optional<Pattern> below,
            DraftRows rows,
            List<Empty> empty,
            boolean isLeftByCursor,
            PromptMode mode) {}

    /// A row of a prompt with nothing in it but a hint.
    ///
    /// @param text the text after the mark; where the pane is too narrow it continues below
    /// @param cursorX column of the cursor: a user who types this very text moves it
    public record Empty(String text, int cursorX, boolean isTypable) {}

    /// A dialog that is shown instead of the prompt, by its name, as in [PaneState.Dialog].
    public record KnownDialog(String kind, Pattern found) {}

    /// What a prompt is for, by its layout: the user's next message, the first of a session that
    /// has not begun (only keys reach it), a message to a working agent, or a shell command.
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
