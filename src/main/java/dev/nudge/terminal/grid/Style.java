package dev.nudge.terminal.grid;

/// The look of a cell in one `long`: attributes in the lowest byte, then the colours, each plus 1.
/// The most used parts are in the lower bits, to take few bytes in history. 0 is the default look.
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

    private static final int FOREGROUND = 8;
    private static final int BACKGROUND = 34;
    private static final long COLOUR = (1L << 26) - 1;

    /// The codes of SGR that select the attributes, in their order.
    public static final String CODES = "12345789";

    private Style() {}

    /// Returns the attribute that a code of SGR, 1 to 9 but not 6, selects.
    public static long attribute(int code) {
        return 1L << CODES.indexOf('0' + code);
    }

    public static boolean has(long style, long attribute) {
        return (style & attribute) != 0;
    }

    public static long withForeground(long style, int colour) {
        return with(style, colour, FOREGROUND);
    }

    public static long withBackground(long style, int colour) {
        return with(style, colour, BACKGROUND);
    }

    private static long with(long style, int colour, int place) {
        return (style & ~(COLOUR << place)) | ((colour + 1L) << place);
    }

    public static int foreground(long style) {
        return (int) (style >> FOREGROUND & COLOUR) - 1;
    }

    public static int background(long style) {
        return (int) (style >> BACKGROUND & COLOUR) - 1;
    }

    /// Returns the part of a style that an erased cell keeps: the background.
    public static long ofErased(long style) {
        return style & COLOUR << BACKGROUND;
    }
}
