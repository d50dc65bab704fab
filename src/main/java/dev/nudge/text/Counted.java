package dev.nudge.text;

/// Words numbers of things: `1 line`, `2 lines`.
public final class Counted {
    private Counted() {}

    /// Returns a number with its noun, which takes an s in the plural.
    public static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /// Returns a number with its noun and verb: `1 line is`, `2 lines are`.
    public static String are(long count, String noun) {
        return of(count, noun) + (count == 1 ? " is" : " are");
    }
}
