package dev.nudge.terminal;

/// A run of screen cells that look the same (rule R38).
///
/// @param text what the cells show; a blank for each cell that was never written
/// @param inverse also true for the cursor's cell
/// @param foreground `#rrggbb`, or empty for the default colour
/// @param background `#rrggbb`, or empty for the default colour
/// @param uninitialized whether nothing has been written to these cells since they were erased
public record StyledToken(
        String text,
        boolean bold,
        boolean italic,
        boolean underline,
        boolean dim,
        boolean inverse,
        String foreground,
        String background,
        boolean uninitialized) {}
