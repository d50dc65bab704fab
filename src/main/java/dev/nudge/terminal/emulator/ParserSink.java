package dev.nudge.terminal.emulator;

/// Receives what a [Parser] finds in a stream of bytes, in the order of the stream.
interface ParserSink {
    /// Takes printable ASCII characters, at least one.
    void printAscii(byte[] bytes, int from, int to);

    /// Takes one character that is neither ASCII nor a control.
    void print(int codePoint);

    /// Takes a control character: C0 (below 0x20), or C1 (0x80 to 0x9f) except those that begin a
    /// sequence.
    void execute(int control);

    /// Takes an escape sequence: ESC, an intermediate character or 0, and a final one.
    void escape(int intermediate, int last);

    /// Takes a control sequence. It is valid during this call only.
    void control(ControlSequence sequence);

    /// Takes an operating system command, cut after 4,096 characters.
    void command(String text);
}
