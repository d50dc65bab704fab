package dev.nudge.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/// The answer to a [TerminalRequest].
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = TerminalResponse.Done.class, name = "done"),
    @JsonSubTypes.Type(value = TerminalResponse.Shown.class, name = "shown"),
    @JsonSubTypes.Type(value = TerminalResponse.Output.class, name = "output"),
    @JsonSubTypes.Type(value = TerminalResponse.Resized.class, name = "resized"),
    @JsonSubTypes.Type(value = TerminalResponse.Failure.class, name = "failure")
})
public sealed interface TerminalResponse {
    /// The request has been carried out.
    record Done() implements TerminalResponse {}

    /// The content of the terminal.
    ///
    /// @param screen its rows, blanks at their ends left out
    /// @param text the last lines of all text, as many as were asked for
    /// @param cursorRow from 0
    /// @param cursorColumn from 0
    /// @param title what the program has set; empty for none
    /// @param binaryBytes how many bytes have arrived since the output was found to be binary,
    ///   which is not shown; 0 for text
    /// @param scrolledBack how many lines the screen is scrolled back, at most as many as there are
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

    /// The output of programs, for attached clients; preceded by the bytes that draw the screen.
    @SuppressWarnings("ArrayRecordComponent") // a message, compared by nobody
    record Output(byte[] bytes) implements TerminalResponse {}

    /// The window size of all output that follows, for attached clients that have asked for it.
    record Resized(int columns, int rows) implements TerminalResponse {}

    /// The request could not be carried out.
    ///
    /// @param message what happened, why, what to do
    record Failure(String message) implements TerminalResponse {}
}
