package dev.nudge.output.search.regex;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds out what the program of a regular expression would cost, and what every match contains.
public final class PatternShape {
    private static final long LARGEST = 1_000_000_000;
    private static final int MOST_NEEDED = 16;
    private static final int SHORT = 4;

    private boolean isAnchored;
    private boolean isAnyCase;

    private PatternShape() {}

    /// What is known of an expression.
    ///
    /// @param size about how many instructions it compiles to, rather too many
    /// @param needed texts of which each match contains one; empty if no such texts are known
    /// @param isAnyCase whether the ASCII letters of those texts may be of either case
    /// @param isLiteral whether a match is the one needed text, and nothing else
    /// @param isFirst whether every match begins with the one needed text
    public record Shape(
            long size,
            List<String> needed,
            boolean isAnyCase,
            boolean isLiteral,
            boolean isFirst) {}

    /// Returns what is known of an expression.
    public static Shape of(Regex regex) {
        PatternShape shape = new PatternShape();
        Piece all = shape.piece(regex);
        boolean isExact = !shape.isAnchored && !shape.isAnyCase;
        List<String> needed = shape.isAnyCase ? inAnyCase(all.best()) : all.best();
        return new Shape(
                all.size() + 2,
                needed,
                shape.isAnyCase,
                isExact && all.exact() != null,
                isExact && all.first().length() > 0 && needed.equals(List.of(all.first())));
    }

    /// Returns the longest parts of texts without the two letters for which one beyond ASCII stands
    /// too, when case is ignored; if one is short, all of them, and those two letters.
    private static List<String> inAnyCase(List<String> texts) {
        List<String> parts = texts.stream().map(PatternShape::longestPart).distinct().toList();
        if (parts.stream().noneMatch(p -> p.length() < SHORT)) {
            return parts;
        }
        List<String> all = new ArrayList<>(texts);
        if (texts.stream().anyMatch(t -> t.contains("s") || t.contains("S"))) {
            all.add("\u017f");
        }
        if (texts.stream().anyMatch(t -> t.contains("k") || t.contains("K"))) {
            all.add("\u212a");
        }
        return all;
    }

    private static String longestPart(String text) {
        return Arrays.stream(text.split("[sSkK]"))
                .max(Comparator.comparingInt(String::length))
                .orElse("");
    }

    private Piece piece(Regex regex) {
        return switch (regex) {
            case Regex.Sequence(List<Regex> parts) -> sequence(parts);
            case Regex.Alternatives(List<Regex> branches) -> alternatives(branches);
            case Regex.Group(Regex part) -> {
                Piece inside = piece(part);
                yield inside.with(inside.size() + 2);
            }
            case Regex.Repeated repeated -> repeated(repeated, piece(repeated.part()));
            case Regex.Letter(int character, boolean isFolded) -> {
                isAnyCase |= isFolded;
                yield Piece.exactly(Character.toString(character));
            }
            case Regex.Place _ -> {
                isAnchored = true;
                yield Piece.EMPTY;
            }
            case Regex.OneOf _, Regex.Unknown _ -> Piece.ANY;
        };
    }

    private Piece sequence(List<Regex> parts) {
        Run run = new Run();
        for (Regex part : parts) {
            run.add(piece(part));
        }
        return run.piece();
    }

    private Piece alternatives(List<Regex> regexes) {
        List<Piece> branches = regexes.stream().map(this::piece).toList();
        boolean areAllKnown = branches.stream().noneMatch(b -> b.best().isEmpty());
        List<String> needed = branches.stream().flatMap(b -> b.best().stream()).distinct().toList();
        long size = branches.stream().mapToLong(Piece::size).sum() + branches.size();
        return Piece.of(size, areAllKnown && needed.size() <= MOST_NEEDED ? needed : List.of());
    }

    private static Piece repeated(Regex.Repeated how, Piece piece) {
        boolean isEndless = how.most() == Regex.Repeated.ENDLESS;
        long times = Math.max(1, isEndless ? how.least() : how.most());
        return Piece.of(times * (piece.size() + 1) + 1, how.least() > 0 ? piece.best() : List.of());
    }

    /// A part of the expression.
    ///
    /// @param exact the only text that it matches; null if there are others
    /// @param first a text with which each match begins; may be empty
    private record Piece(long size, @Nullable String exact, String first, List<String> needed) {
        static final Piece ANY = of(1, List.of());
        static final Piece EMPTY = exactly("");

        static Piece of(long size, List<String> needed) {
            return new Piece(Math.min(LARGEST, size), null, "", needed);
        }

        static Piece exactly(String text) {
            return new Piece(Math.max(1, text.length()), text, text, List.of());
        }

        Piece with(long newSize) {
            return new Piece(Math.min(LARGEST, newSize), exact, first, needed);
        }

        Piece beginningWith(String text) {
            return new Piece(size, exact, text, needed);
        }

        List<String> best() {
            return exact == null ? needed : exact.isEmpty() ? List.of() : List.of(exact);
        }
    }

    /// Parts that follow one another.
    private static final class Run {
        private final StringBuilder exact = new StringBuilder();
        private boolean isExact = true;
        private String first = "";
        private List<String> needed = List.of();
        private long size;

        void add(Piece piece) {
            size = Math.min(LARGEST, size + piece.size());
            if (piece.exact() == null) {
                first = isExact ? exact + piece.first() : first;
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
            return Piece.of(size, needed).beginningWith(first);
        }
    }
}
