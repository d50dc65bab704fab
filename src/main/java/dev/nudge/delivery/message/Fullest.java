package dev.nudge.delivery.message;

/// Finds the fullest text of a message that quotes a command and a line.
final class Fullest {
    private static final int LEAST_COMMAND = 8;

    private Fullest() {}

    /// A text in any size.
    interface Text {
        /// @param command most code points of the command
        /// @param line most code points of the line
        String with(int command, int line);
    }

    /// Returns the fullest that fits into a message: the command gives way first, then the line.
    static String of(Text text) {
        for (int line = NudgeMessage.MAX_OUTPUT; line > 0; line -= 20) {
            for (int command = Wording.COMMAND; command >= 10; command -= 10) {
                String full = text.with(command, line);
                if (full.length() <= NudgeMessage.MAX_LENGTH) {
                    return full;
                }
            }
        }
        return text.with(LEAST_COMMAND, 0);
    }
}
