package dev.nudge.text;

/// Words errors for people. What an error quotes, such as a label, a path or the value of an
/// option, may come from others, so it is [escaped][Printable#escaped].
public final class Complaint {
    private Complaint() {}

    /// Returns the lines for standard error, without a line end: `nudge: No job 17.`
    ///
    /// @param message one line or several
    public static String of(@org.jspecify.annotations.Nullable String message) {
        return "nudge: " + Printable.escaped(String.valueOf(message));
    }
}
