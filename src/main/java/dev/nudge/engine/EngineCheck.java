package dev.nudge.engine;

/// Something that was found out about a cluster, for a person.
///
/// @param what what was found, one line without a full stop
/// @param advice what to do about it; empty if nothing is wrong
public record EngineCheck(Verdict verdict, String what, String advice) {
    /// How good it is.
    public enum Verdict {
        GOOD,
        /// Nothing is known to be wrong.
        UNKNOWN,
        WRONG
    }

    public static EngineCheck good(String what) {
        return new EngineCheck(Verdict.GOOD, what, "");
    }

    public static EngineCheck unknown(String what, String advice) {
        return new EngineCheck(Verdict.UNKNOWN, what, advice);
    }

    public static EngineCheck wrong(String what, String advice) {
        return new EngineCheck(Verdict.WRONG, what, advice);
    }
}
