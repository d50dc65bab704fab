package dev.nudge.lifecycle;

/// The end of the output appended to it: at most 16 Mi UTF-16 units, as Gemini CLI keeps of the
/// output of its child processes, but here with a first line that says so. Used under the state's
/// lock.
final class AppendedOutput {
    /// The maximum number of UTF-16 units that are kept.
    static final int MOST = 16 << 20;

    /// The line that says that something is missing.
    static final String CUT =
            "[The beginning is missing: only the last %d characters are kept.]%n".formatted(MOST);

    /// The excess that may pile up before the beginning is dropped, so that this happens rarely.
    private static final int SLACK = MOST / 4;

    private final StringBuilder kept = new StringBuilder();
    private boolean isCut;

    AppendedOutput(String initial) {
        append(initial);
    }

    void append(String chunk) {
        if (chunk.length() > MOST) {
            kept.setLength(0);
            kept.append(chunk, chunk.length() - MOST, chunk.length());
            isCut = true;
        } else {
            kept.append(chunk);
        }
        if (kept.length() > MOST + SLACK) {
            kept.delete(0, start());
            isCut = true;
        }
    }

    /// Returns where the kept end begins: never within a character.
    private int start() {
        int start = Math.max(0, kept.length() - MOST);
        boolean isHalf = start < kept.length() && Character.isLowSurrogate(kept.charAt(start));
        return isHalf && (isCut || start > 0) ? start + 1 : start;
    }

    /// Returns the kept text, preceded by [#CUT] if there was more.
    String text() {
        int start = start();
        return isCut || start > 0 ? CUT + kept.substring(start) : kept.toString();
    }
}
