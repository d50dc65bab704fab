package dev.nudge.output.search;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads from the text of a regular expression (RE2) what its program would cost, and what every
/// match contains. It does not compile it: a short text can stand for a program that fills the
/// memory. Of a text that is not a regular expression, it reads what it can.
final class PatternShape {
    private static final long ENDLESS = 1_000_000_000;
    private static final int MOST_NEEDED = 16;
    private static final int END = -1;

    private final int[] text;
    private int at;
    private boolean isFolded;
    private boolean isAnchored;
    private boolean isAnyCase;

    private PatternShape(String regex) {
        this.text = regex.codePoints().toArray();
    }

    /// What is known of an expression.
    ///
    /// @param size about how many instructions it compiles to, rather too many
    /// @param needed texts of which each match contains one; empty if no such texts are known
    /// @param isAnyCase whether the ASCII letters of those texts may be of either case
    /// @param isLiteral whether a match is the one needed text, and nothing else
    record Shape(long size, List<String> needed, boolean isAnyCase, boolean isLiteral) {}

    /// Reads an expression.
    static Shape of(String regex) {
        PatternShape shape = new PatternShape(regex);
        Piece all = shape.alternatives();
        boolean isLiteral = all.exact() != null && !shape.isAnchored && !shape.isAnyCase;
        List<String> needed = shape.isAnyCase ? inAnyCase(all.best()) : all.best();
        return new Shape(all.size() + 2, needed, shape.isAnyCase, isLiteral);
    }

    /// Adds the two letters beyond ASCII that also stand for one in it, when case is ignored.
    private static List<String> inAnyCase(List<String> texts) {
        List<String> all = new ArrayList<>(texts);
        if (texts.stream().anyMatch(t -> t.contains("s") || t.contains("S"))) {
            all.add("\u017f");
        }
        if (texts.stream().anyMatch(t -> t.contains("k") || t.contains("K"))) {
            all.add("\u212a");
        }
        return all;
    }

    private Piece alternatives() {
        List<Piece> branches = new ArrayList<>();
        branches.add(sequence());
        while (next() == '|') {
            at++;
            branches.add(sequence());
        }
        if (branches.size() == 1) {
            return branches.getFirst();
        }
        boolean areAllKnown = branches.stream().noneMatch(b -> b.best().isEmpty());
        List<String> needed = branches.stream().flatMap(b -> b.best().stream()).distinct().toList();
        long size = branches.stream().mapToLong(Piece::size).sum() + branches.size();
        return Piece.of(size, areAllKnown && needed.size() <= MOST_NEEDED ? needed : List.of());
    }

    private Piece sequence() {
        Run run = new Run();
        Piece last = Piece.EMPTY;
        for (int c = next(); c != END && c != '|' && c != ')'; c = next()) {
            if (isRepetition(c)) {
                last = repeated(last, c);
                continue;
            }
            Piece atom = atom();
            // A repetition behind a flag is one of what is before the flag.
            if (atom != null) {
                run.add(last);
                last = atom;
            }
        }
        run.add(last);
        return run.piece();
    }

    private int next() {
        return at < text.length ? text[at] : END;
    }

    private boolean skip(String word) {
        int[] points = word.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            if (at + i >= text.length || text[at + i] != points[i]) {
                return false;
            }
        }
        at += points.length;
        return true;
    }

    /// Reads a part that is not a sequence; null if it is only a flag.
    private @Nullable Piece atom() {
        int c = text[at++];
        return switch (c) {
            case '(' -> group();
            case '[' -> characterClass();
            case '\\' -> escape();
            case '.' -> Piece.ANY;
            case '^', '$' -> anchor();
            default -> literal(c);
        };
    }

    private Piece anchor() {
        isAnchored = true;
        return Piece.EMPTY;
    }

    private Piece literal(int c) {
        isAnyCase |= isFolded;
        boolean isKnown = c != 0xFFFD && (c < Character.MIN_SURROGATE || c > 0xDFFF);
        if (isFolded && c >= 0x80) {
            return Piece.ANY;
        }
        return isKnown ? Piece.exactly(Character.toString(c)) : Piece.ANY;
    }

    private @Nullable Piece group() {
        boolean wasFolded = isFolded;
        if (skip("?P<") || skip("?<")) {
            skipBehind('>');
        } else if (skip("?")) {
            boolean isNegated = false;
            for (; next() != END && next() != ':' && next() != ')'; at++) {
                isNegated |= next() == '-';
                isFolded = next() == 'i' ? !isNegated : isFolded;
            }
            if (next() == ')') {
                at++;
                return null;
            }
            at++;
        }
        Piece inside = alternatives();
        at++;
        isFolded = wasFolded;
        return inside.with(inside.size() + 2);
    }

    private void skipBehind(int last) {
        while (next() != END && next() != last) {
            at++;
        }
        at++;
    }

    private Piece characterClass() {
        if (next() == '^') {
            at++;
        }
        boolean isFirst = true;
        for (; next() != END && (isFirst || next() != ']'); isFirst = false) {
            if (!skipNamed()) {
                skipRange();
            }
        }
        at++;
        return Piece.ANY;
    }

    /// Skips a class that has a name, such as `[:alpha:]`, if one is here.
    private boolean skipNamed() {
        if (!skip("[:")) {
            return false;
        }
        for (int i = at; i + 1 < text.length; i++) {
            if (text[i] == ':' && text[i + 1] == ']') {
                at = i + 2;
                return true;
            }
        }
        at -= 2;
        return false;
    }

    /// Skips a character, or two with all between them, or an escape such as `\d`, with which no
    /// such range begins.
    private void skipRange() {
        boolean isSet =
                next() == '\\' && at + 1 < text.length && "dDsSwWpP".indexOf(text[at + 1]) >= 0;
        skipCharacter();
        if (!isSet && next() == '-' && at + 1 < text.length && text[at + 1] != ']') {
            at++;
            skipCharacter();
        }
    }

    private void skipCharacter() {
        if (text[at++] == '\\') {
            Piece _ = escape();
        }
    }

    private Piece escape() {
        int c = next();
        at++;
        return switch (c) {
            case 'Q' -> quoted();
            case 'b', 'B', 'A', 'z' -> anchor();
            case 'p', 'P' -> braced(true);
            case 'x' -> braced(false);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> octal();
            default -> isWord(c) ? Piece.ANY : literal(c);
        };
    }

    /// Reads up to two more digits.
    private Piece octal() {
        for (int i = 0; i < 2 && next() >= '0' && next() <= '7'; i++) {
            at++;
        }
        return Piece.ANY;
    }

    private static boolean isWord(int c) {
        return c == END || (c < 0x80 && Character.isLetterOrDigit(c));
    }

    private Piece braced(boolean isProperty) {
        if (next() == '{') {
            skipBehind('}');
        } else {
            at += isProperty ? 1 : 2;
        }
        return Piece.ANY;
    }

    private Piece quoted() {
        Run run = new Run();
        while (next() != END && !skip("\\E")) {
            run.add(literal(text[at++]));
        }
        return run.piece();
    }

    private boolean isRepetition(int c) {
        return c == '*' || c == '?' || c == '+' || (c == '{' && isCount());
    }

    private Piece repeated(Piece piece, int how) {
        at++;
        return switch (how) {
            case '{' -> counted(piece);
            case '+' -> Piece.of(piece.size() + 2, piece.best());
            default -> Piece.of(piece.size() + 2, List.of());
        };
    }

    /// Whether `{2}`, `{2,}` or `{2,3}` follows; anything else stands for itself.
    private boolean isCount() {
        int i = at + 1;
        while (i < text.length && (Character.isDigit(text[i]) || text[i] == ',')) {
            i++;
        }
        return i < text.length && text[i] == '}' && i > at + 1 && text[at + 1] != ',';
    }

    private Piece counted(Piece piece) {
        long least = number();
        boolean isRange = next() == ',';
        at += isRange ? 1 : 0;
        boolean isOpen = isRange && next() == '}';
        long most = isOpen ? least + 1 : isRange ? number() : least;
        at++;
        long size = Math.min(ENDLESS, Math.max(1, most) * (piece.size() + 1));
        return Piece.of(size, least > 0 ? piece.best() : List.of());
    }

    private long number() {
        long number = 0;
        for (; next() != END && Character.isDigit(next()); at++) {
            number = Math.min(ENDLESS, number * 10 + Character.digit(next(), 10));
        }
        return Math.min(1_000, number);
    }

    /// A part of the expression.
    ///
    /// @param exact the only text that it matches; null if there are others
    private record Piece(long size, @Nullable String exact, List<String> needed) {
        static final Piece ANY = of(1, List.of());
        static final Piece EMPTY = exactly("");

        static Piece of(long size, List<String> needed) {
            return new Piece(Math.min(ENDLESS, size), null, needed);
        }

        static Piece exactly(String text) {
            return new Piece(Math.max(1, text.length()), text, List.of());
        }

        Piece with(long newSize) {
            return new Piece(Math.min(ENDLESS, newSize), exact, needed);
        }

        List<String> best() {
            return exact == null ? needed : exact.isEmpty() ? List.of() : List.of(exact);
        }
    }

    /// Parts that follow one another.
    private static final class Run {
        private final StringBuilder exact = new StringBuilder();
        private boolean isExact = true;
        private List<String> needed = List.of();
        private long size;

        void add(Piece piece) {
            size = Math.min(ENDLESS, size + piece.size());
            if (piece.exact() == null) {
                isExact = false;
                take(List.of(exact.toString()));
                take(piece.needed());
                exact.setLength(0);
            } else {
                exact.append(piece.exact());
            }
        }

        private void take(List<String> other) {
            if (least(other) > least(needed)) {
                needed = other;
            }
        }

        private static int least(List<String> texts) {
            return texts.stream()
                    .mapToInt(t -> t.getBytes(StandardCharsets.UTF_8).length)
                    .min()
                    .orElse(0);
        }

        Piece piece() {
            if (isExact) {
                return Piece.exactly(exact.toString()).with(Math.max(1, size));
            }
            take(List.of(exact.toString()));
            return Piece.of(size, needed);
        }
    }
}
