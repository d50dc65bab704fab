package dev.nudge.terminal.keys;

import java.util.List;

/// The result of reading the name of a key.
public sealed interface KeyReading {
    /// The name is known.
    record Known(KeyPress key) implements KeyReading {}

    /// There is no such key.
    ///
    /// @param name the name as given
    /// @param reason why not, without a full stop
    /// @param nearest valid names that look like it, nearest first; at least one
    record Unknown(String name, String reason, List<String> nearest) implements KeyReading {
        public Unknown {
            nearest = List.copyOf(nearest);
        }

        /// Returns what is wrong and what to write instead, in one line.
        public String message() {
            return "No key \"%s\": %s. Did you mean %s? Names are those of tmux, for example Enter, C-c, M-x, Up, F5."
                    .formatted(name, reason, String.join(", ", nearest));
        }
    }
}
