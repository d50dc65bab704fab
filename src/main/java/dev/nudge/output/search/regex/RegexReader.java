package dev.nudge.output.search.regex;

import dev.nudge.output.search.regex.Regex.Alternatives;
import dev.nudge.output.search.regex.Regex.Group;
import dev.nudge.output.search.regex.Regex.Letter;
import dev.nudge.output.search.regex.Regex.Place;
import dev.nudge.output.search.regex.Regex.Repeated;
import dev.nudge.output.search.regex.Regex.Sequence;
import dev.nudge.output.search.regex.Regex.Unknown;
import java.util.ArrayList;
import java.util.List;

/// Reads the text of a regular expression (RE2). For one text.
final class RegexReader {
    private static final int MOST_REPEATED = 1_000;

    private final RegexText text;
    private boolean isFolded;

    RegexReader(String regex) {
        this.text = new RegexText(regex);
    }

    Regex read() {
        return alternatives();
    }

    private Regex alternatives() {
        List<Regex> branches = new ArrayList<>();
        branches.add(sequence());
        while (text.skip("|")) {
            branches.add(sequence());
        }
        return branches.size() == 1 ? branches.getFirst() : new Alternatives(branches);
    }

    private Regex sequence() {
        List<Regex> parts = new ArrayList<>();
        while (!text.isEnd() && text.next() != '|' && text.next() != ')') {
            if (isRepetition()) {
                Regex last = parts.isEmpty() ? new Sequence(List.of()) : parts.removeLast();
                parts.add(repeated(last));
            } else {
                addAtom(parts);
            }
        }
        return parts.size() == 1 ? parts.getFirst() : new Sequence(parts);
    }

    /// Reads a part that is not a sequence. Nothing is added for a flag: a repetition behind it is
    /// one of what is before it.
    private void addAtom(List<Regex> parts) {
        int c = text.take();
        switch (c) {
            case '(' -> addGroup(parts);
            case '[' -> parts.add(new ClassReader(text, isFolded).read());
            case '\\' -> addEscape(parts);
            case '.' -> parts.add(CharacterSets.any());
            case '^' -> parts.add(Place.START);
            case '$' -> parts.add(Place.END);
            default -> parts.add(letter(c));
        }
    }

    private Regex letter(int c) {
        boolean isKnown = c != 0xFFFD && (c < Character.MIN_SURROGATE || c > 0xDFFF);
        return isKnown && (!isFolded || c < 0x80) ? new Letter(c, isFolded) : new Unknown();
    }

    private void addGroup(List<Regex> parts) {
        boolean wasFolded = isFolded;
        if (text.skip("?P<") || text.skip("?<")) {
            text.skipBehind('>');
        } else if (text.skip("?")) {
            readFlags();
            if (text.skip(")")) {
                return;
            }
            text.skip(":");
        }
        Regex inside = alternatives();
        text.skip(")");
        isFolded = wasFolded;
        parts.add(new Group(inside));
    }

    private void readFlags() {
        boolean isNegated = false;
        while (!text.isEnd() && text.next() != ':' && text.next() != ')') {
            int flag = text.take();
            isNegated |= flag == '-';
            isFolded = flag == 'i' ? !isNegated : isFolded;
        }
    }

    private void addEscape(List<Regex> parts) {
        int c = text.take();
        switch (c) {
            case 'Q' -> addQuoted(parts);
            case 'A' -> parts.add(Place.START);
            case 'z' -> parts.add(Place.END);
            case 'b', 'B' -> parts.add(Place.OTHER);
            default -> {
                Regex set = CharacterSets.named(c);
                if (set != null) {
                    parts.add(isFolded ? new Unknown() : set);
                } else {
                    parts.add(escaped(c));
                }
            }
        }
    }

    private Regex escaped(int c) {
        int character = text.escaped(c);
        return character == RegexText.UNKNOWN ? new Unknown() : letter(character);
    }

    private void addQuoted(List<Regex> parts) {
        while (!text.isEnd() && !text.skip("\\E")) {
            parts.add(letter(text.take()));
        }
    }

    private boolean isRepetition() {
        return switch (text.next()) {
            case '*', '?', '+' -> true;
            case '{' -> text.isCount();
            default -> false;
        };
    }

    private Regex repeated(Regex part) {
        Regex repeated =
                switch (text.take()) {
                    case '*' -> new Repeated(part, 0, Repeated.ENDLESS);
                    case '+' -> new Repeated(part, 1, Repeated.ENDLESS);
                    case '?' -> new Repeated(part, 0, 1);
                    default -> counted(part);
                };
        text.skip("?"); // as few as possible, which finds the same lines
        return repeated;
    }

    private Regex counted(Regex part) {
        int least = text.number(MOST_REPEATED);
        boolean isRange = text.skip(",");
        boolean isOpen = isRange && text.next() == '}';
        int most = isOpen ? Repeated.ENDLESS : isRange ? text.number(MOST_REPEATED) : least;
        text.skip("}");
        return new Repeated(part, least, most);
    }
}
