package dev.nudge.console.view;

import com.fasterxml.jackson.annotation.JsonIgnore;

/// One of the doctor's findings.
///
/// @param state `ok`, `WRONG`, or `note`: nothing is wrong, but it is good to know
/// @param fix what to do about it; empty if nothing is wrong
public record Finding(String state, String what, String fix) {
    private static final String WRONG = "WRONG";

    public Finding(String what, String fix) {
        this(WRONG, what, fix);
    }

    public static Finding good(String what) {
        return new Finding("ok", what, "");
    }

    /// @param advice what to do if it is not meant to be so
    public static Finding note(String what, String advice) {
        return new Finding("note", what, advice);
    }

    @JsonIgnore
    public boolean isWrong() {
        return state.equals(WRONG);
    }
}
