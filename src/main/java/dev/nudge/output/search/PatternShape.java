package dev.nudge.output.search;

import com.google.re2j.PatternSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What a regular expression (RE2) would cost, and what each of its matches contains. The
/// expression is read and not compiled: a short one can stand for a program that fills the memory.
///
/// @param size about how many instructions it compiles to, rather too many
/// @param needed texts of which each match contains at least one; empty if none are known. A text
///   is a list of sets of bytes, one for each of its bytes
record PatternShape(long size, List<List<BitSet>> needed) {
    private static final long LARGEST = 1_000_000_000;
    private static final int MOST_NEEDED = 16;
    private static final int LONGEST = 64;

    /// The start or the end of a line: on its other side is a line end.
    private static final BitSet EDGE = set('\n', '\r');

    /// Reads an expression; of a text that is not a valid one, as much as possible.
    static PatternShape of(String regex) {
        Part all = new Reader(regex).alternatives();
        return new PatternShape(all.size + 2, all.needed());
    }

    private static BitSet set(int... bytes) {
        return IntStream.of(bytes).collect(BitSet::new, BitSet::set, BitSet::or);
    }

    /// A part of the expression.
    ///
    /// @param steps what a match contains, in order: each step is a list of texts of which it
    ///   contains one, or an empty list if it may be anything
    private record Part(long size, List<List<List<BitSet>>> steps) {
        static final Part ANY = new Part(1, List.of(List.of()));

        Part {
            size = Math.min(LARGEST, size);
        }

        static Part exactly(List<BitSet> text) {
            return new Part(1, List.of(List.of(text)));
        }

        static Part sequence(List<Part> parts) {
            long size = parts.stream().mapToLong(Part::size).sum();
            return new Part(
                    Math.max(1, size), parts.stream().flatMap(p -> p.steps.stream()).toList());
        }

        static Part anyOf(List<Part> branches) {
            long size = branches.stream().mapToLong(Part::size).sum() + branches.size();
            List<List<List<BitSet>>> each = branches.stream().map(Part::needed).toList();
            List<List<BitSet>> all = each.stream().flatMap(List::stream).distinct().toList();
            boolean areKnown = all.size() <= MOST_NEEDED && !each.contains(List.of());
            // The texts are only a part of what is found: there may be more around them.
            return areKnown && all.size() > 1
                    ? new Part(size, List.of(all))
                    : new Part(size, List.of(List.of(), areKnown ? all : List.of(), List.of()));
        }

        /// A match begins with the least number of copies, and ends with it; in between may be
        /// anything.
        Part repeated(int least, int most) {
            long times = Math.max(1, Math.max(least, most));
            List<List<List<BitSet>>> all = new ArrayList<>();
            int copies = Math.min(least, LONGEST / Math.max(1, steps.size()));
            Collections.nCopies(copies, steps).forEach(all::addAll);
            if (copies < least || least != most) {
                all.add(List.of());
                Collections.nCopies(copies, steps).forEach(all::addAll);
            }
            return new Part(times * (size + 1) + 1, all);
        }

        List<List<BitSet>> needed() {
            List<List<BitSet>> best = List.of();
            List<BitSet> run = new ArrayList<>();
            for (List<List<BitSet>> step : steps) {
                List<BitSet> text = step.size() == 1 ? step.getFirst() : List.of();
                // Two edges may be at one place, beside one line end.
                boolean areEdges =
                        text.equals(List.of(EDGE)) && !run.isEmpty() && run.getLast().equals(EDGE);
                if (step.size() != 1 || areEdges) {
                    best = rarer(rarer(best, List.of(run)), step);
                    run = new ArrayList<>();
                }
                run.addAll(text);
            }
            return rarer(best, List.of(run));
        }

        private static List<List<BitSet>> rarer(List<List<BitSet>> one, List<List<BitSet>> other) {
            return rarity(other) > rarity(one) ? other : one;
        }

        /// Returns how rare the least rare text is; 0 if it may be in every line. Counts up to 8
        /// for each byte of a text: 8 for a known byte, 1 for one of 128.
        private static int rarity(List<List<BitSet>> texts) {
            return texts.stream()
                    .mapToInt(text -> text.stream().allMatch(EDGE::equals) ? 0 : sum(text))
                    .min()
                    .orElse(0);
        }

        private static int sum(List<BitSet> text) {
            return text.stream()
                    .mapToInt(set -> Integer.numberOfLeadingZeros(set.cardinality() - 1) - 24)
                    .sum();
        }
    }

    private static final class Reader {
        private static final int ENDLESS = -1;
        private static final int ASCII = 0x80;

        /// A character, in a class; behind it may be a minus and another one.
        private static final String IN_CLASS = "(?:\\\\x\\{[^}]*\\}|\\\\.|[^\\]\\\\])";

        private static final String CLASS =
                "\\[\\^?\\]?(?:\\[:[^\\]]*:\\]|\\\\[dswDSW]|\\\\[pP](?:\\{[^}]*\\}|.)|%s(?:-(?!\\])%s)?)*+\\]"
                        .formatted(IN_CLASS, IN_CLASS);
        private static final Pattern TOKEN =
                Pattern.compile(
                        "(?s)(?<count>[*+?]|\\{(?<least>0|[1-9]\\d*)(?<range>,(?<most>0|[1-9]\\d*)?)?\\})\\??"
                                + "|(?<open>\\((?:\\?P?<[^>]*>|\\?(?<flags>[^:)]*)(?<flagsEnd>[:)]))?)"
                                + "|\\\\Q(?<quoted>.*?)(?:\\\\E|\\z)"
                                + "|(?<edge>[\\^$]|\\\\[Az])|(?<any>\\.|\\\\[bB])"
                                + "|(?<set>"
                                + CLASS
                                + "|\\\\(?:[pPx]\\{[^}]*\\}|[pP].|x..|[0-7]{1,3}|.))|.");

        /// What stands for characters beyond ASCII that are not among the probes.
        private static final Pattern UNKNOWN = Pattern.compile("[^\\x00-\\x7f]|\\\\[pPx0-7]");

        /// All of ASCII, and characters of which one belongs to every other set.
        private static final String PROBES =
                IntStream.range(0, ASCII)
                                .mapToObj(Character::toString)
                                .collect(Collectors.joining())
                        + "\u00e9\u017f\u212a\ufffd";

        private final Matcher token;
        private boolean hasToken;
        private boolean isAnyCase;

        Reader(String regex) {
            this.token = TOKEN.matcher(regex);
            this.hasToken = token.find();
        }

        private boolean is(String group) {
            return token.group(group) != null;
        }

        private void skip() {
            hasToken = hasToken && token.find();
        }

        Part alternatives() {
            List<Part> branches = new ArrayList<>(List.of(sequence()));
            while (hasToken && token.group().equals("|")) {
                skip();
                branches.add(sequence());
            }
            return branches.size() == 1 ? branches.getFirst() : Part.anyOf(branches);
        }

        /// Adds nothing for flags, so that a repetition after them applies to the part before them.
        private Part sequence() {
            List<Part> parts = new ArrayList<>();
            while (hasToken && !token.group().equals("|") && !token.group().equals(")")) {
                if (is("open")) {
                    addGroup(parts);
                } else if (is("count")) {
                    parts.add(
                            repeated(parts.isEmpty() ? Part.sequence(parts) : parts.removeLast()));
                } else if (is("quoted")) {
                    token.group("quoted").codePoints().forEach(c -> parts.add(letter(c)));
                } else if (is("edge")) {
                    parts.add(Part.exactly(List.of(EDGE)));
                } else if (is("any")) {
                    parts.add(Part.ANY);
                } else {
                    parts.add(is("set") ? oneOf() : letter(token.group().codePointAt(0)));
                }
                skip();
            }
            return Part.sequence(parts);
        }

        private void addGroup(List<Part> parts) {
            boolean wasAnyCase = isAnyCase;
            if (is("flags")) {
                String flags = token.group("flags");
                int negated = flags.contains("-") ? flags.indexOf('-') : flags.length();
                int last = flags.lastIndexOf('i');
                isAnyCase = last < 0 ? isAnyCase : last < negated;
                if (token.group("flagsEnd").equals(")")) {
                    return;
                }
            }
            skip();
            Part inside = alternatives();
            isAnyCase = wasAnyCase;
            parts.add(new Part(inside.size + 2, inside.steps));
        }

        private Part repeated(Part part) {
            if (!is("least")) {
                int least = token.group("count").equals("+") ? 1 : 0;
                return part.repeated(least, token.group("count").equals("?") ? 1 : ENDLESS);
            }
            int least = number("least");
            return part.repeated(
                    least, !is("range") ? least : is("most") ? number("most") : ENDLESS);
        }

        /// Returns a number; RE2 refuses larger ones than 1,000.
        private int number(String group) {
            String digits = token.group(group);
            return digits.length() > 3 ? 1_000 : Integer.parseInt(digits);
        }

        /// Returns the part that stands for one of several characters. RE2/J says for which.
        private Part oneOf() {
            if (UNKNOWN.matcher(token.group()).find()) {
                return Part.ANY;
            }
            BitSet set = new BitSet();
            try {
                var each =
                        com.google.re2j.Pattern.compile((isAnyCase ? "(?i)" : "") + token.group())
                                .matcher(PROBES);
                while (each.find()) {
                    set.set(each.start());
                }
            } catch (PatternSyntaxException _) {
                return Part.ANY; // The whole expression is refused.
            }
            return set.isEmpty() || set.length() > ASCII ? Part.ANY : Part.exactly(List.of(set));
        }

        private Part letter(int c) {
            boolean isReplaced = c == 0xFFFD || Character.getType(c) == Character.SURROGATE;
            // For two letters, one beyond ASCII stands too.
            boolean isUnknown = isAnyCase && (c >= ASCII || "sSkK".indexOf(c) >= 0);
            if (isReplaced || isUnknown) {
                return Part.ANY;
            }
            if (isAnyCase) {
                return Part.exactly(
                        List.of(set(Character.toLowerCase(c), Character.toUpperCase(c))));
            }
            byte[] bytes = Character.toString(c).getBytes(StandardCharsets.UTF_8);
            return Part.exactly(
                    IntStream.range(0, bytes.length).mapToObj(i -> set(bytes[i] & 0xff)).toList());
        }
    }
}
