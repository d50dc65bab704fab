package dev.nudge.terminal;

import java.util.HexFormat;

/// The 256 numbered colours: 16 named ones, a cube of 6 × 6 × 6, and 24 greys (rule R39).
final class Palette {
    private static final int[] NAMED = {
        0x000000, 0x800000, 0x008000, 0x808000, 0x000080, 0x800080, 0x008080, 0xC0C0C0,
        0x808080, 0xFF0000, 0x00FF00, 0xFFFF00, 0x0000FF, 0xFF00FF, 0x00FFFF, 0xFFFFFF
    };
    private static final int[] LEVELS = {0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF};
    private static final int FIRST_GREY = 232;

    private Palette() {}

    /// Returns a colour of [Style] as `#rrggbb`, the default colour as an empty text.
    static String hex(int colour) {
        if (colour == Style.DEFAULT_COLOUR) {
            return "";
        }
        boolean isRgb = (colour & Style.RGB) != 0;
        return "#" + HexFormat.of().toHexDigits(isRgb ? colour : rgb(colour), 6);
    }

    private static int rgb(int number) {
        if (number < NAMED.length) {
            return NAMED[number];
        }
        if (number >= FIRST_GREY) {
            return (8 + 10 * (number - FIRST_GREY)) * 0x010101;
        }
        int cube = number - NAMED.length;
        return (LEVELS[cube / 36] << 16) | (LEVELS[cube / 6 % 6] << 8) | LEVELS[cube % 6];
    }
}
