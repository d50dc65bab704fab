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

    interface Sink {
        /// Takes printable ASCII characters, at least one.
        void printAscii(byte[] bytes, int from, int to);

        /// Takes one character that is neither ASCII nor a control.
        void print(int codePoint);

        /// Takes a control character: C0 (below 0x20), or C1 (0x80 to 0x9f) except those that begin
        /// a sequence.
        void execute(int control);

        /// Takes an escape sequence: ESC, an intermediate character or 0, and a final one.
        void escape(int intermediate, int last);

        /// Takes a control sequence. It is valid during this call only.
        void control(ControlSequence sequence);

        /// Takes an operating system command, cut after 4,096 characters.
        void command(String text);
    }

    private final Sink sink;
    private final Utf8Decoder decoder = new Utf8Decoder();
    private final ControlSequence sequence = new ControlSequence();
    private final StringBuilder command = new StringBuilder();
    private State state = State.GROUND;
    private int intermediate;
    private int stringLength;

    Parser(Sink sink) {
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

    boolean isIdle() {
        return state == State.GROUND && decoder.needed == 0;
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
        return switch (c) {
            case STRING_TERMINATOR -> {
                endString();
                yield State.GROUND;
            }
            case 0x90, 0x98, 0x9B, 0x9D, 0x9E, 0x9F -> introduce(c - 0x40);
            default -> {
                sink.execute(c);
                yield State.GROUND;
            }
        };
    }

    /// Returns the state for the character after ESC, if it begins more than an escape sequence.
    private State introduce(int c) {
        if (c == '[') {
            sequence.start();
            return State.CSI;
        }
        command.setLength(0);
        stringLength = 0;
        return c == ']' ? State.COMMAND : State.STRING;
    }

    private State escape(int c) {
        if (state == State.ESCAPE) {
            intermediate = 0;
            if ("[]PX^_".indexOf(c) >= 0) {
                return introduce(c);
            }
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
            if (state != State.CSI_IGNORE && c < DEL) {
                sequence.last = c;
                sink.control(sequence);
            }
            return State.GROUND;
        }
        if (state == State.CSI_IGNORE) {
            return state;
        }
        if (c < 0x30) {
            sequence.intermediate(c);
            return State.CSI_INTERMEDIATE;
        }
        return parameter(c);
    }

    private State parameter(int c) {
        if (state == State.CSI_INTERMEDIATE || (c >= '<' && state != State.CSI)) {
            return State.CSI_IGNORE;
        }
        if (c >= '<') {
            sequence.prefix = c;
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

    /// Decodes UTF-8 byte by byte, so that a character may be split between chunks. Each maximal
    /// part of an invalid sequence is one U+FFFD, as the WHATWG Encoding Standard says.
    private static final class Utf8Decoder {
        private static final int PENDING = -1;

        /// The bytes pending were invalid: they count as U+FFFD, and this byte must be given again.
        private static final int AGAIN = -2;

        private static final int REPLACEMENT = 0xFFFD;

        private int needed;
        private int codePoint;
        private int lower;
        private int upper;

        private int accept(int b) {
            return needed == 0 ? first(b) : following(b);
        }

        /// Of the second byte, the bounds exclude overlong forms, surrogates and what is beyond
        /// U+10FFFF.
        private int first(int b) {
            if (b < 0x80) {
                return b;
            }
            if (b < 0xC2 || b > 0xF4) {
                return REPLACEMENT;
            }
            lower = b == 0xE0 ? 0xA0 : b == 0xF0 ? 0x90 : 0x80;
            upper = b == 0xED ? 0x9F : b == 0xF4 ? 0x8F : 0xBF;
            needed = b < 0xE0 ? 1 : b < 0xF0 ? 2 : 3;
            codePoint = b & (0x3F >> needed);
            return PENDING;
        }

        private int following(int b) {
            if (b < lower || b > upper) {
                needed = 0;
                return AGAIN;
            }
            lower = 0x80;
            upper = 0xBF;
            codePoint = (codePoint << 6) | (b & 0x3F);
            needed--;
            return needed == 0 ? codePoint : PENDING;
        }
    }
}
