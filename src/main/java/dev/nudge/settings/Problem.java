package dev.nudge.settings;

/// What is wrong in the file of settings, or in a variable.
///
/// @param what one sentence that says where, what, and what was expected
/// @param fix what to do about it
/// @param isHarmless whether it can be passed over: a name that is unknown
public record Problem(String what, String fix, boolean isHarmless) {}
