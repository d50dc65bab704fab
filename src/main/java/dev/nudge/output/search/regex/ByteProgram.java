package dev.nudge.output.search.regex;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;

/// What a regular expression asks of the bytes of a line, as a nondeterministic automaton: nodes,
/// each of which leads to others, by a byte or without one. Begins at [#start], with a loop that
/// takes every character of UTF-8 and no other bytes, and ends at [#MATCH].
final class ByteProgram {
    static final int MATCH = 0;

    /// Larger ones take more time and memory than they save.
    private static final int LARGEST = 2_000;

    private final List<Node> nodes = new ArrayList<>();
    private final int start;

    /// A node.
    sealed interface Node {
        /// The end.
        record Match() implements Node {}

        /// Leads to others without a byte.
        record Free(List<Integer> next) implements Node {}

        /// Leads to another at the start or at the end of a line.
        record At(Regex.Place place, int next) implements Node {}

        /// Leads to another by one of several bytes.
        record OneByte(BitSet bytes, int next) implements Node {}
    }

    private ByteProgram(Regex regex) {
        add(new Node.Match());
        List<Integer> ways = new ArrayList<>();
        start = add(new Node.Free(ways));
        ways.add(build(regex, MATCH));
        ways.add(build(CharacterSets.any(), start));
    }

    /// Returns the program of an expression.
    ///
    /// @throws NoSuchElementException if it has parts that are not known, or is too large
    static ByteProgram of(Regex regex) {
        return new ByteProgram(regex);
    }

    int start() {
        return start;
    }

    int size() {
        return nodes.size();
    }

    Node node(int index) {
        return nodes.get(index);
    }

    private int add(Node node) {
        if (nodes.size() == LARGEST) {
            throw new NoSuchElementException("the expression is too large");
        }
        nodes.add(node);
        return nodes.size() - 1;
    }

    private int free(Integer... next) {
        return add(new Node.Free(List.of(next)));
    }

    /// Adds the nodes of a part.
    ///
    /// @param next what follows it
    /// @return its first node
    private int build(Regex regex, int next) {
        return switch (regex) {
            case Regex.Sequence(List<Regex> parts) -> {
                int first = next;
                for (Regex part : parts.reversed()) {
                    first = build(part, first);
                }
                yield first;
            }
            case Regex.Alternatives(List<Regex> branches) ->
                    add(new Node.Free(branches.stream().map(b -> build(b, next)).toList()));
            case Regex.Group(Regex part) -> build(part, next);
            case Regex.Repeated repeated -> repeated(repeated, next);
            case Regex.Letter letter -> letter(letter, next);
            case Regex.OneOf(BitSet ascii, boolean isBeyond) -> {
                int first = add(new Node.OneByte(ascii, next));
                yield isBeyond ? free(first, beyondAscii(next)) : first;
            }
            case Regex.Place place when place != Regex.Place.OTHER -> add(new Node.At(place, next));
            case Regex.Place _, Regex.Unknown _ ->
                    throw new NoSuchElementException("parts of the expression are not known");
        };
    }

    private int repeated(Regex.Repeated how, int next) {
        int first = next;
        if (how.most() == Regex.Repeated.ENDLESS) {
            List<Integer> ways = new ArrayList<>();
            first = add(new Node.Free(ways));
            ways.add(build(how.part(), first));
            ways.add(next);
        }
        for (int i = how.least(); i < how.most(); i++) {
            first = free(build(how.part(), first), next);
        }
        for (int i = 0; i < how.least(); i++) {
            first = build(how.part(), first);
        }
        return first;
    }

    private int letter(Regex.Letter letter, int next) {
        String character = Character.toString(letter.character());
        if (!letter.isAnyCase()) {
            return text(character, next);
        }
        int lower = text(character.toLowerCase(Locale.ROOT), next);
        int upper = text(character.toUpperCase(Locale.ROOT), next);
        return switch (Character.toLowerCase(letter.character())) {
            case 's' -> free(lower, upper, text("\u017f", next));
            case 'k' -> free(lower, upper, text("\u212a", next));
            default -> free(lower, upper);
        };
    }

    private int text(String text, int next) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int first = next;
        for (int i = bytes.length - 1; i >= 0; i--) {
            first = range(bytes[i] & 0xff, bytes[i] & 0xff, first);
        }
        return first;
    }

    private int range(int least, int most, int next) {
        BitSet bytes = new BitSet();
        bytes.set(least, most + 1);
        return add(new Node.OneByte(bytes, next));
    }

    /// Adds the characters of UTF-8 that have two, three or four bytes (table 3-7 of the Unicode
    /// standard).
    private int beyondAscii(int next) {
        int last = range(0x80, 0xbf, next);
        int lastTwo = range(0x80, 0xbf, last);
        int lastThree = range(0x80, 0xbf, lastTwo);
        return free(
                range(0xc2, 0xdf, last),
                range(0xe0, 0xe0, range(0xa0, 0xbf, last)),
                range(0xe1, 0xec, lastTwo),
                range(0xed, 0xed, range(0x80, 0x9f, last)),
                range(0xee, 0xef, lastTwo),
                range(0xf0, 0xf0, range(0x90, 0xbf, lastTwo)),
                range(0xf1, 0xf3, lastThree),
                range(0xf4, 0xf4, range(0x80, 0x8f, lastTwo)));
    }
}
