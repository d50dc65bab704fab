package dev.nudge.protocol;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/// A request to the program that holds a job's terminal.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface TerminalRequest {
    /// Types a text, and then keys by their names, such as `Enter`, `Up`, `C-c`.
    record Type(String text, List<String> keys) implements TerminalRequest {}

    /// Types a text and Enter if the question with this number is still open.
    record Answer(long question, String text) implements TerminalRequest {}

    /// Types bytes unchanged. There is no answer.
    @SuppressWarnings("ArrayRecordComponent") // a message, compared by nobody
    record Raw(byte[] bytes) implements TerminalRequest {}

    /// Changes the window size.
    record Resize(int columns, int rows) implements TerminalRequest {}

    /// Asks for the screen and the text behind it.
    ///
    /// @param lines the number of last lines of text; 0 for none
    /// @param back the number of lines to scroll the screen back
    record Show(int lines, int back) implements TerminalRequest {}

    /// Asks for the bytes that draw the screen, and for everything written from now on. Another
    /// request redraws the screen.
    ///
    /// @param all whether to send all output so far, not only what draws the screen
    /// @param sizes whether to report the window size, and each change of it at its place in the
    ///   output
    /// @param hint a line of ASCII that covers the screen's last row until the client types, or for
    ///   a moment; empty for none
    record Attach(boolean all, boolean sizes, String hint) implements TerminalRequest {
        public Attach() {
            this(false, false, "");
        }
    }
}
