package dev.nudge.delivery.screen;

import java.util.List;

/// A pane to record screens in.
///
/// @param name begins the names of the files
/// @param width columns
/// @param height rows
/// @param isTrueColour whether the agent is told that there is 24-bit colour
record ScreenVariant(String name, int width, int height, boolean isTrueColour) {
    private static final ScreenVariant NARROW = new ScreenVariant("40", 40, 36, false);
    private static final ScreenVariant NARROW_COLOUR = new ScreenVariant("40-colour", 40, 36, true);
    private static final ScreenVariant USUAL = new ScreenVariant("80", 80, 30, false);
    private static final ScreenVariant USUAL_COLOUR = new ScreenVariant("80-colour", 80, 30, true);
    private static final ScreenVariant LIGHT_NARROW = new ScreenVariant("60-light", 60, 36, true);
    private static final ScreenVariant LIGHT_USUAL = new ScreenVariant("80-light", 80, 30, true);

    static List<ScreenVariant> all() {
        return List.of(
                NARROW,
                NARROW_COLOUR,
                USUAL,
                USUAL_COLOUR,
                LIGHT_NARROW,
                LIGHT_USUAL,
                new ScreenVariant("120", 120, 30, false),
                new ScreenVariant("200-colour", 200, 30, true));
    }

    /// Returns those for the agents other than Gemini CLI; without colour if not with 24 bits.
    static List<ScreenVariant> ofAgents() {
        return List.of(
                new ScreenVariant("60", 60, 36, false),
                new ScreenVariant("60-colour", 60, 36, true),
                new ScreenVariant("110", 110, 30, false),
                new ScreenVariant("110-colour", 110, 30, true));
    }

    /// Returns those on a light ground, where every agent has the theme for that.
    static List<ScreenVariant> light() {
        return List.of(LIGHT_NARROW, LIGHT_USUAL);
    }

    boolean isLight() {
        return light().contains(this);
    }

    static List<ScreenVariant> few() {
        return List.of(NARROW_COLOUR, USUAL);
    }

    static List<ScreenVariant> tiny() {
        return List.of(
                new ScreenVariant("30", 30, 30, false),
                new ScreenVariant("30-colour", 30, 30, true),
                new ScreenVariant("80-low", 80, 8, false));
    }

    /// Whether the agent has no room for its hint beside the prompt.
    boolean isNarrow() {
        return width < 60;
    }

    @Override
    public String toString() {
        return name;
    }
}
