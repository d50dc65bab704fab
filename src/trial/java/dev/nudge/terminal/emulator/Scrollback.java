package dev.nudge.terminal.emulator;

/// The scrollback of a terminal, after a program has written the same line many times.
///
/// @param lines how many lines are kept
/// @param bytes the memory they take
public record Scrollback(int lines, long bytes) {
    /// Writes a line to a new terminal.
    ///
    /// @param limit lines kept at most
    /// @param line with its line end
    public static Scrollback of(int columns, int limit, byte[] line, int times) {
        TerminalState state = new TerminalState(columns, 24, limit);
        Parser parser = new Parser(new Emulator(state));
        for (int i = 0; i < times; i++) {
            parser.feed(line, 0, line.length);
        }
        return new Scrollback(state.history.size(), state.history.bytes());
    }
}
