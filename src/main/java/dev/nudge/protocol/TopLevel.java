package dev.nudge.protocol;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The simple values at the top level of a JSON object. For the pump and the carrier of a command,
/// which somebody waits for: they start without a library.
public final class TopLevel {
    private static final TopLevel NOTHING = new TopLevel(Map.of());

    private final Map<String, Value> values;

    private TopLevel(Map<String, Value> values) {
        this.values = values;
    }

    /// A simple value.
    ///
    /// @param text a string's text, or the characters of a number or a word
    private record Value(String text, boolean isString) {}

    /// Reads a line; one that is not a JSON object has no values.
    public static TopLevel of(String line) {
        try {
            return new TopLevel(new Scanner(line).object());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return NOTHING;
        }
    }

    /// Returns a string; empty if there is none of this name.
    public Optional<String> string(String name) {
        Value value = values.get(name);
        return value != null && value.isString() ? Optional.of(value.text()) : Optional.empty();
    }

    /// Returns a whole number as its digits; empty if there is none of this name.
    public Optional<String> number(String name) {
        Value value = values.get(name);
        return value != null && !value.isString() && isWhole(value.text())
                ? Optional.of(value.text())
                : Optional.empty();
    }

    private static boolean isWhole(String text) {
        int start = text.startsWith("-") ? 1 : 0;
        for (int i = start; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return start < text.length();
    }

    /// Walks over the text. Where it is not JSON, it throws, or takes it for a word.
    private static final class Scanner {
        private final String text;
        private int at;

        Scanner(String text) {
            this.text = text;
        }

        Map<String, Value> object() {
            Map<String, Value> values = new HashMap<>();
            expect('{');
            if (peek() == '}') {
                return values;
            }
            do {
                expect('"');
                String name = string();
                expect(':');
                Value value = value();
                if (value != null) {
                    values.put(name, value);
                }
            } while (next() == ',');
            at--;
            expect('}');
            return values;
        }

        /// Returns the value; null for an array or an object.
        private @Nullable Value value() {
            switch (peek()) {
                case '"' -> {
                    at++;
                    return new Value(string(), true);
                }
                case '{', '[' -> {
                    skip();
                    return null;
                }
                default -> {
                    return new Value(word(), false);
                }
            }
        }

        private String word() {
            int start = at;
            while (",}] \t\r\n".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            if (at == start) {
                throw new IllegalArgumentException("a value is missing");
            }
            return text.substring(start, at);
        }

        private void skip() {
            int depth = 0;
            do {
                switch (next()) {
                    case '{', '[' -> depth++;
                    case '}', ']' -> depth--;
                    case '"' -> skipString();
                    default -> {}
                }
            } while (depth > 0);
        }

        private void skipString() {
            for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
                if (c == '\\') {
                    at++;
                }
            }
        }

        /// Reads a string whose first quotation mark has been read.
        private String string() {
            int start = at;
            skipString();
            String raw = text.substring(start, at - 1);
            return raw.indexOf('\\') < 0 ? raw : unescaped(raw);
        }

        private static String unescaped(String raw) {
            StringBuilder plain = new StringBuilder(raw.length());
            for (int i = 0; i < raw.length(); i++) {
                if (raw.charAt(i) != '\\') {
                    plain.append(raw.charAt(i));
                } else if (raw.charAt(++i) == 'u') {
                    plain.append((char) Integer.parseInt(raw, i + 1, i + 5, 16));
                    i += 4;
                } else {
                    plain.append(unescaped(raw.charAt(i)));
                }
            }
            return plain.toString();
        }

        private static char unescaped(char letter) {
            return switch (letter) {
                case 'n' -> '\n';
                case 't' -> '\t';
                case 'r' -> '\r';
                case 'b' -> '\b';
                case 'f' -> '\f';
                default -> letter;
            };
        }

        private void expect(char expected) {
            if (next() != expected) {
                throw new IllegalArgumentException("no " + expected + " at " + at);
            }
        }

        private char next() {
            char c = peek();
            at++;
            return c;
        }

        /// Returns the next character that is not white space.
        private char peek() {
            while (" \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            return text.charAt(at);
        }
    }
}
