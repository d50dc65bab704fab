package dev.nudge.cli;

/// What the doctor says of one thing.
///
/// @param what what was found, one line
/// @param mend what to do about it; empty if nothing is wrong
record Finding(String what, String mend) {
    static Finding good(String what) {
        return new Finding(what, "");
    }

    boolean isGood() {
        return mend.isEmpty();
    }
}
