package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.Style;

/// Applies SGR, the selection of colours and attributes, with parameters after semicolons or
/// sub-parameters after colons (ISO 8613-6).
final class Sgr {
    private static final int PALETTE = 5;
    private static final int RGB = 2;
    private static final int BRIGHT = 8;

    private final ControlSequence sequence;
    private long style;
    private int index;

    private Sgr(ControlSequence sequence, long style) {
        this.sequence = sequence;
        this.style = style;
    }

    static long apply(ControlSequence sequence, long style) {
        Sgr sgr = new Sgr(sequence, style);
        sgr.apply();
        return sgr.style;
    }

    private void apply() {
        if (sequence.count() == 0) {
            style = Style.DEFAULT;
        }
        for (index = 0; index < sequence.count(); index++) {
            int code = sequence.value(index);
            if (code == 38 || code == 48 || code == 58) {
                colour(code);
            } else {
                attribute(code);
            }
            while (sequence.isSub(index + 1)) {
                index++;
            }
        }
    }

    private void attribute(int code) {
        switch (code) {
            case 0 -> style = Style.DEFAULT;
            case 1, 2, 3, 5, 7, 8, 9 -> style |= Style.attribute(code);
            case 4 -> underline();
            case 6 -> style |= Style.BLINK;
            case 21 -> style |= Style.UNDERLINE;
            case 22 -> style &= ~(Style.BOLD | Style.DIM);
            case 23, 24, 25, 27, 28, 29 -> style &= ~Style.attribute(code - 20);
            default -> simpleColour(code);
        }
    }

    /// Handles underlines: `4:0` means none, `4:1` to `4:5` are its kinds.
    private void underline() {
        boolean isNone = sequence.isSub(index + 1) && sequence.value(index + 1) == 0;
        style = isNone ? (style & ~Style.UNDERLINE) : (style | Style.UNDERLINE);
    }

    /// Handles 30 to 37 and 40 to 47, 39 and 49 for the default, 90 to 97 and 100 to 107 for bright
    /// colours.
    private void simpleColour(int code) {
        int colour = code % 10;
        int kind = code / 10;
        if ((kind == 3 || kind == 4) && colour != 8) {
            set(10 * kind + 8, colour == 9 ? Style.DEFAULT_COLOUR : colour);
        } else if ((kind == 9 || kind == 10) && colour < 8) {
            set(kind == 9 ? 38 : 48, colour + BRIGHT);
        }
    }

    /// Handles 38 and 48 as `38;5;n`, `38;2;r;g;b`, `38:5:n`, `38:2:r:g:b` and `38:2:space:r:g:b`;
    /// 58, the colour of underlines, is ignored.
    private void colour(int code) {
        int kindAt = index + 1;
        int last = kindAt;
        while (sequence.isSub(last + 1)) {
            last++;
        }
        boolean hasColons = sequence.isSub(kindAt);
        int kind = sequence.value(kindAt);
        if (kind == PALETTE) {
            set(code, sequence.value(kindAt + 1) & 0xFF);
            index = hasColons ? last : kindAt + 1;
        } else if (kind == RGB) {
            set(code, rgb(hasColons && last - kindAt > 3 ? kindAt + 2 : kindAt + 1));
            index = hasColons ? last : kindAt + 3;
        }
    }

    private int rgb(int first) {
        return Style.RGB
                | ((sequence.value(first) & 0xFF) << 16)
                | ((sequence.value(first + 1) & 0xFF) << 8)
                | (sequence.value(first + 2) & 0xFF);
    }

    private void set(int code, int colour) {
        if (code == 38) {
            style = Style.withForeground(style, colour);
        } else if (code == 48) {
            style = Style.withBackground(style, colour);
        }
    }
}
