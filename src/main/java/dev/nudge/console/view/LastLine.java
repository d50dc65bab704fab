package dev.nudge.console.view;

import dev.nudge.console.Invocation;
import dev.nudge.text.Complaint;
import java.io.IOException;
import java.util.Optional;

/// The last line of a command, which is printed once: if this daemon dies before it has passed on
/// the exit code, the next one does only that.
public final class LastLine {
    private static final String PRINTED = "printed ";

    private LastLine() {}

    /// Prints it.
    ///
    /// @param code the command's exit code
    public static void print(Invocation invocation, Object line, int code) throws IOException {
        invocation.caller().keepWithNext(PRINTED + code);
        invocation.print(line);
    }

    /// Prints it on standard error.
    ///
    /// @param message without nudge's name
    /// @param code the command's exit code
    public static void complain(Invocation invocation, String message, int code)
            throws IOException {
        invocation.caller().keepWithError(PRINTED + code, Complaint.of(message) + "\n");
    }

    /// Returns the exit code of a command that has printed its last line; empty if it has not.
    public static Optional<Integer> code(String token) {
        return token.startsWith(PRINTED)
                ? Optional.of(Integer.valueOf(token.substring(PRINTED.length())))
                : Optional.empty();
    }
}
