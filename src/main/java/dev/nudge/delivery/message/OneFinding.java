package dev.nudge.delivery.message;

/// Writes a message about lines that a watch has found.
final class OneFinding {
    private OneFinding() {}

    /// Returns the fullest text that fits: the command gives way first, then the line.
    static String fit(FoundNote note) {
        Wording words = Wording.of(note);
        return Fullest.of((command, line) ->
                "Watch has matched: \"%s\" Line: [%s] %s"
                        .formatted(words.command(command), words.text(line), NoticeTag.of(note)));
    }
}
