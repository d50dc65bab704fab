package dev.nudge.protocol;

/// Strings in JSON, for programs that start without a library.
final class JsonString {
    private static final int FIRST_PRINTABLE = 0x20;

    private JsonString() {}

    /// Appends the text in quotation marks.
    static void append(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < FIRST_PRINTABLE || Character.isSurrogate(c)) {
                json.append("\\u");
                json.append(Integer.toHexString(c | 0x10000), 1, 5);
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
