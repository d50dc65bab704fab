package dev.nudge.terminal.grid;

/// The look of a cell in one `long`: attributes in the lowest byte, then the two kinds of colour,
/// then the colours. The most used parts are in the lower bits, to take few bytes in history. 0 is
/// the default look.
public final class Style {
    public static final long DEFAULT = 0;
    public static final long BOLD = 1;
    public static final long DIM = 1 << 1;
    public static final long ITALIC = 1 << 2;
    public static final long UNDERLINE = 1 << 3;
    public static final long BLINK = 1 << 4;
    public static final long INVERSE = 1 << 5;
    public static final long HIDDEN = 1 << 6;
    public static final long STRUCK = 1 << 7;

    /// The default colour. Any other is 0 to 255 for the palette, or [#RGB] with its 24 bits.
    public static final int DEFAULT_COLOUR = -1;

    public static final int RGB = 1 << 24;

    private static final int PALETTE_KIND = 1;
    private static final int RGB_KIND = 2;
    private static final int FOREGROUND_KIND = 8;
    private static final int BACKGROUND_KIND = 10;
    private static final int FOREGROUND_LOW = 12;
    private static final int BACKGROUND_LOW = 20;
    private static final int FOREGROUND_HIGH = 28;
    private static final int BACKGROUND_HIGH = 44;
    private static final long FOREGROUND =
            (3L << FOREGROUND_KIND) | (0xFFL << FOREGROUND_LOW) | (0xFFFFL << FOREGROUND_HIGH);
    private static final long BACKGROUND =
            (3L << BACKGROUND_KIND) | (0xFFL << BACKGROUND_LOW) | (0xFFFFL << BACKGROUND_HIGH);

    private Style() {}

    public static boolean has(long style, long attribute) {
        return (style & attribute) != 0;
    }

    public static long withForeground(long style, int colour) {
        return (style & ~FOREGROUND)
                | packed(colour, FOREGROUND_KIND, FOREGROUND_LOW, FOREGROUND_HIGH);
    }

    public static long withBackground(long style, int colour) {
        return (style & ~BACKGROUND)
                | packed(colour, BACKGROUND_KIND, BACKGROUND_LOW, BACKGROUND_HIGH);
    }

    /// Returns the colour of the text, as described at [#DEFAULT_COLOUR].
    public static int foreground(long style) {
        return unpacked(style, FOREGROUND_KIND, FOREGROUND_LOW, FOREGROUND_HIGH);
    }

    /// Returns the colour behind the text, as described at [#DEFAULT_COLOUR].
    public static int background(long style) {
        return unpacked(style, BACKGROUND_KIND, BACKGROUND_LOW, BACKGROUND_HIGH);
    }

    /// Returns the part of a style that an erased cell keeps: the background.
    public static long ofErased(long style) {
        return style & BACKGROUND;
    }

    private static long packed(int colour, int kind, int low, int high) {
        if (colour == DEFAULT_COLOUR) {
            return 0;
        }
        boolean isRgb = (colour & RGB) != 0;
        long kinds = isRgb ? RGB_KIND : PALETTE_KIND;
        return (kinds << kind) | ((colour & 0xFFL) << low) | (((colour >> 8) & 0xFFFFL) << high);
    }

    private static int unpacked(long style, int kind, int low, int high) {
        int value = (int) (((style >> low) & 0xFF) | (((style >> high) & 0xFFFF) << 8));
        return switch ((int) ((style >> kind) & 3)) {
            case PALETTE_KIND -> value & 0xFF;
            case RGB_KIND -> value | RGB;
            default -> DEFAULT_COLOUR;
        };
    }
}
