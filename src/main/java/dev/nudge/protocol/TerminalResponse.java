package dev.nudge.protocol;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/// The answer to a [TerminalRequest].
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface TerminalResponse {
    record Done() implements TerminalResponse {}

    /// The content of the terminal.
    ///
    /// @param screen the rows, without blanks at their ends
    /// @param text the requested number of last lines of all text
    /// @param cursorRow from 0
    /// @param cursorColumn from 0
    /// @param title the title that the program has set; empty for none
    /// @param binaryBytes the size of the output if it is binary, which is not shown; 0 for text
    /// @param scrolledBack how many lines the screen is scrolled back
    record Shown(
            int columns,
            int rows,
            List<String> screen,
            String text,
            int cursorRow,
            int cursorColumn,
            String title,
            boolean isAlternateScreen,
            long binaryBytes,
            int scrolledBack)
            implements TerminalResponse {}

    /// Output of programs, for attached clients; the first one draws the screen.
    @SuppressWarnings("ArrayRecordComponent") // a message, compared by nobody
    record Output(byte[] bytes) implements TerminalResponse {}

    /// The window size of all following output, for attached clients that have asked for it.
    record Resized(int columns, int rows) implements TerminalResponse {}

    /// The request could not be carried out; the message says what happened, why, what to do.
    record Failure(String message) implements TerminalResponse {}
}
