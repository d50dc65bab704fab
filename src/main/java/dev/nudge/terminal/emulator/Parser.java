package dev.nudge.terminal.emulator;

/// Splits a stream of bytes into text, control characters and sequences, after Paul Williams' state
/// machine of a DEC terminal (vt100.net/emu/dec_ansi_parser), but on characters instead of bytes.
/// Every chunk is handled at once, and may end anywhere.
///
/// DCS, APC, PM and SOS strings are swallowed. A string of more than 8 MiB does not count as one:
/// after that, text is text again, so that a stray byte of binary output does not swallow
/// everything that follows.
final class Parser {
    private static final int CAN = 0x18;
    private static final int SUB = 0x1A;
    private static final int ESC = 0x1B;
    private static final int BEL = 0x07;
    private static final int DEL = 0x7F;
    private static final int STRING_TERMINATOR = 0x9C;
    private static final int MAX_STRING = 8 * 1024 * 1024;
    private static final int MAX_COMMAND = 4096;

    private enum State {
        GROUND,
        ESCAPE,
        ESCAPE_INTERMEDIATE,
        CSI,
        CSI_PARAMETERS,
        CSI_INTERMEDIATE,
        CSI_IGNORE,
        COMMAND,
        STRING
    }

    private final ParserSink sink;
    private final Utf8Decoder decoder = new Utf8Decoder();
    private final ControlSequence sequence = new ControlSequence();
    private final StringBuilder command = new StringBuilder();
    private State state = State.GROUND;
    private int intermediate;
    private int stringLength;

    Parser(ParserSink sink) {
        this.sink = sink;
    }

    /// Takes the next bytes. Everything that is complete has reached the sink when this returns.
    void feed(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            int end = isIdle() ? endOfAscii(bytes, i, to) : i;
            if (end > i) {
                sink.printAscii(bytes, i, end);
                i = end;
            } else {
                decode(bytes[i] & 0xFF);
                i++;
            }
        }
    }

    /// Returns whether neither a sequence nor a character has begun.
    boolean isIdle() {
        return state == State.GROUND && decoder.isIdle();
    }

    private static int endOfAscii(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] >= 0x20 && bytes[i] < DEL) {
            i++;
        }
        return i;
    }

    private void decode(int b) {
        int c = decoder.accept(b);
        if (c == Utf8Decoder.AGAIN) {
            accept(Utf8Decoder.REPLACEMENT);
            c = decoder.accept(b);
        }
        if (c != Utf8Decoder.PENDING) {
            accept(c);
        }
    }

    private void accept(int c) {
        if (c == CAN || c == SUB) {
            state = State.GROUND;
        } else if (c == ESC) {
            endString();
            state = State.ESCAPE;
        } else if (c >= 0x80 && c < 0xA0) {
            state = c1(c);
        } else {
            state = next(c);
        }
    }

    private State next(int c) {
        return switch (state) {
            case GROUND -> ground(c);
            case ESCAPE, ESCAPE_INTERMEDIATE -> c < 0x20 ? execute(c) : escape(c);
            case CSI, CSI_PARAMETERS, CSI_INTERMEDIATE, CSI_IGNORE ->
                    c < 0x20 ? execute(c) : controlSequence(c);
            case COMMAND, STRING -> string(c);
        };
    }

    /// Carries out a control at once, even inside a sequence.
    private State execute(int c) {
        sink.execute(c);
        return state;
    }

    private State ground(int c) {
        if (c < 0x20) {
            sink.execute(c);
        } else if (c != DEL) {
            sink.print(c);
        }
        return State.GROUND;
    }

    private State c1(int c) {
        if (c == STRING_TERMINATOR) {
            endString();
            return State.GROUND;
        }
        return switch (c) {
            case 0x90, 0x98, 0x9B, 0x9D, 0x9E, 0x9F -> introduce(c - 0x40);
            default -> {
                sink.execute(c);
                yield State.GROUND;
            }
        };
    }

    /// Returns the state for the character after ESC, if it begins more than an escape sequence.
    private State introduce(int c) {
        switch (c) {
            case '[' -> {
                sequence.start();
                return State.CSI;
            }
            case ']' -> {
                command.setLength(0);
                stringLength = 0;
                return State.COMMAND;
            }
            default -> {
                stringLength = 0;
                return State.STRING;
            }
        }
    }

    private State escape(int c) {
        boolean isFirst = state == State.ESCAPE;
        if (isFirst) {
            intermediate = 0;
        }
        if (isFirst && (c == '[' || c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_')) {
            return introduce(c);
        }
        if (c < 0x30) {
            intermediate = c;
            return State.ESCAPE_INTERMEDIATE;
        }
        if (c < DEL) {
            sink.escape(intermediate, c);
        }
        return c == DEL ? state : State.GROUND;
    }

    private State controlSequence(int c) {
        if (c == DEL) {
            return state;
        }
        if (c >= 0x40) {
            return endSequence(c);
        }
        if (state == State.CSI_IGNORE) {
            return state;
        }
        return c < 0x30 ? sequenceIntermediate(c) : parameter(c);
    }

    private State endSequence(int c) {
        if (state != State.CSI_IGNORE && c < DEL) {
            sequence.end(c);
            sink.control(sequence);
        }
        return State.GROUND;
    }

    private State sequenceIntermediate(int c) {
        sequence.intermediate(c);
        return State.CSI_INTERMEDIATE;
    }

    private State parameter(int c) {
        if (state == State.CSI_INTERMEDIATE || (c >= '<' && state != State.CSI)) {
            return State.CSI_IGNORE;
        }
        if (c >= '<') {
            sequence.prefix(c);
        } else if (c <= '9') {
            sequence.digit(c - '0');
        } else {
            sequence.separator(c == ':');
        }
        return State.CSI_PARAMETERS;
    }

    private State string(int c) {
        if (++stringLength > MAX_STRING) {
            return State.GROUND;
        }
        if (state == State.COMMAND) {
            if (c == BEL) {
                endString();
                return State.GROUND;
            }
            if (command.length() < MAX_COMMAND && c >= 0x20) {
                command.appendCodePoint(c);
            }
        }
        return state;
    }

    private void endString() {
        if (state == State.COMMAND) {
            sink.command(command.toString());
        }
    }
}
