package dev.nudge.output.search.regex;

/// The text of a regular expression, read from its start to its end.
final class RegexText {
    static final int END = -1;

    /// Stands for a character of which no more is known.
    static final int UNKNOWN = -2;

    private final int[] text;
    private int at;

    RegexText(String regex) {
        this.text = regex.codePoints().toArray();
    }

    boolean isEnd() {
        return at >= text.length;
    }

    /// Returns the next character, or [#END].
    int next() {
        return at(0);
    }

    /// Returns the character that comes after so many others, or [#END].
    int at(int distance) {
        return at + distance < text.length ? text[at + distance] : END;
    }

    /// Reads the next character; [#END] if there is none.
    int take() {
        int c = next();
        at++;
        return c;
    }

    /// Reads a word if it comes next.
    ///
    /// @param word ASCII
    boolean skip(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (at(i) != word.charAt(i)) {
                return false;
            }
        }
        at += word.length();
        return true;
    }

    /// Reads so many characters.
    void skip(int count) {
        at += count;
    }

    void skipBehind(int last) {
        while (!isEnd() && next() != last) {
            at++;
        }
        at++;
    }

    /// Whether `{2}`, `{2,}` or `{2,3}` follows; any other brace stands for itself, also one with a
    /// number that begins with a needless zero.
    boolean isCount() {
        int end = behindNumber(1);
        if (end > 1 && at(end) == ',') {
            end = at(end + 1) == '}' ? end + 1 : behindNumber(end + 1);
        }
        return end > 1 && at(end) == '}';
    }

    /// Returns the distance behind a number; -1 if there is none at this distance.
    private int behindNumber(int distance) {
        int i = distance;
        while (at(i) >= '0' && at(i) <= '9') {
            i++;
        }
        boolean isNumber = i > distance && (at(distance) != '0' || i == distance + 1);
        return isNumber ? i : -1;
    }

    /// Reads a number; at most that large.
    int number(int most) {
        int number = 0;
        while (Character.isDigit(next())) {
            number = Math.min(most, number * 10 + Character.digit(take(), 10));
        }
        return number;
    }

    /// Reads the rest of an escape that stands for a character; [#UNKNOWN] if it may stand for
    /// several.
    ///
    /// @param c what follows the backslash
    int escaped(int c) {
        return switch (c) {
            case 'p', 'P' -> braced(1);
            case 'x' -> braced(2);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> octal();
            case 't' -> '\t';
            default -> c == END || (c < 0x80 && Character.isLetterOrDigit(c)) ? UNKNOWN : c;
        };
    }

    private int braced(int otherwise) {
        if (next() == '{') {
            skipBehind('}');
        } else {
            at += otherwise;
        }
        return UNKNOWN;
    }

    /// Reads up to two more digits.
    private int octal() {
        for (int i = 0; i < 2 && next() >= '0' && next() <= '7'; i++) {
            at++;
        }
        return UNKNOWN;
    }
}
