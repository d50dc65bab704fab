package dev.nudge.terminal.keys;

/// One press of a key with its modifiers. [KeyNames#read] makes it from a name; [KeyEncoder#encode]
/// turns it into bytes.
public sealed interface KeyPress {
    /// A key that has a name: Enter, Up, F5.
    record Named(NamedKey key, Modifiers modifiers) implements KeyPress {}

    /// A key that gives one character.
    ///
    /// @param codePoint a Unicode code point; with Ctrl one that has a control character (a to z,
    ///   Space, and the symbols `@ [ \ ] ^ _ ? /`)
    record Typed(int codePoint, Modifiers modifiers) implements KeyPress {
        /// @throws IllegalArgumentException if there is no such control character
        public Typed {
            if (modifiers.control() && !ControlCharacter.exists(codePoint)) {
                throw new IllegalArgumentException(
                        "Ctrl with '%s' has no byte in a terminal"
                                .formatted(Character.toString(codePoint)));
            }
        }
    }
}
