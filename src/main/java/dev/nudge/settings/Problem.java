package dev.nudge.settings;

/// A mistake in the settings file or in a variable.
///
/// @param what one sentence: where it is, what is wrong, and what was expected
/// @param fix what to do about it
/// @param isHarmless whether it can be ignored, as an unknown name can
public record Problem(String what, String fix, boolean isHarmless) {}
