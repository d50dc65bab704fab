package dev.nudge.terminal.text;

import java.util.function.IntConsumer;

/// Removes the escape sequences of ECMA-48 and xterm from a stream of characters: CSI, OSC, DCS,
/// APC, PM, SOS, character sets and single escapes, in their 7-bit and 8-bit forms, and also a
/// sequence that is incomplete at the end of the stream. Everything else goes to a receiver,
/// control characters included.
///
/// Unlike in a terminal, a line end inside a control sequence or OSC ends it: one stray escape byte
/// in binary output must not swallow the rest.
final class EscapeFilter {
    private static final int ESC = 0x1b;
    private static final int CAN = 0x18;
    private static final int SUB = 0x1a;
    private static final int BEL = 0x07;
    private static final int C1_ST = 0x9c;

    private enum State {
        TEXT,
        ESCAPE,
        ESCAPE_INTERMEDIATE,
        CSI,
        OSC,
        STRING,
        STRING_ESCAPE
    }

    private final IntConsumer receiver;
    private State state = State.TEXT;

    EscapeFilter(IntConsumer receiver) {
        this.receiver = receiver;
    }

    boolean isInText() {
        return state == State.TEXT;
    }

    void accept(int c) {
        state =
                switch (state) {
                    case TEXT -> text(c);
                    case ESCAPE -> escape(c);
                    case ESCAPE_INTERMEDIATE -> intermediate(c);
                    case CSI -> controlSequence(c);
                    case OSC -> c == BEL ? State.TEXT : c == '\n' ? text(c) : string(c);
                    case STRING -> string(c);
                    // ESC ends the string; with a backslash it is the string terminator.
                    case STRING_ESCAPE -> c == '\\' ? State.TEXT : escape(c);
                };
    }

    private State text(int c) {
        return switch (c) {
            case ESC -> State.ESCAPE;
            case 0x9b -> State.CSI;
            case 0x9d -> State.OSC;
            case 0x90, 0x98, 0x9e, 0x9f -> State.STRING;
            default -> {
                receiver.accept(c);
                yield State.TEXT;
            }
        };
    }

    private State escape(int c) {
        return switch (c) {
            case '[' -> State.CSI;
            case ']' -> State.OSC;
            case 'P', 'X', '^', '_' -> State.STRING;
            default -> intermediate(c);
        };
    }

    /// Handles an escape sequence: ESC, any number of characters 0x20 to 0x2f, one final character.
    private State intermediate(int c) {
        if (c >= 0x20 && c <= 0x2f) {
            return State.ESCAPE_INTERMEDIATE;
        }
        return c >= 0x30 && c <= 0x7e ? State.TEXT : text(c);
    }

    private State controlSequence(int c) {
        if (c >= 0x20 && c <= 0x3f) {
            return State.CSI;
        }
        boolean isFinal = c >= 0x40 && c <= 0x7e;
        return isFinal || c == CAN || c == SUB ? State.TEXT : text(c);
    }

    private State string(int c) {
        return switch (c) {
            case ESC -> State.STRING_ESCAPE;
            case CAN, SUB, C1_ST -> State.TEXT;
            default -> state;
        };
    }
}
