package dev.nudge.output.search;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/// Finds the lines that may match a pattern: every match contains one of a few known texts, so only
/// lines with one of these can. How much of each text has been found is a bit of a number
/// (Baeza-Yates and Gonnet, "A New Approach to Text Searching", 1992). If lines are to be made
/// readable, colours are skipped, and a line with any other control character than tabs and returns
/// may always match.
final class LineFinder {
    static final int NEVER = Integer.MAX_VALUE;

    private static final int MOST_BITS = 63;
    private static final int BYTES = 256;
    private static final int ESCAPE = 0x1b;
    private static final int DELETE = 0x7f;

    /// Characters of outputs, the most frequent last.
    private static final String FREQUENT = "zqjxkvbpgwyfmculdhrsnioate 0123456789\r\n";

    /// The least length of the rest of a text that begins with its rarest byte.
    private static final int SHORT = 4;

    /// The first byte of U+0080 to U+00BF in UTF-8.
    private static final int C2 = 0xc2;

    /// For each byte value, the places in the texts at which it may stand; negative if it may begin
    /// a control character.
    private final long[] places = new long[BYTES];

    private final boolean isReadable;
    private long starts;
    private long ends;

    /// The first byte of the text, if there is only one text; -1 if that byte is not known.
    /// `eitherCase` has the bits in which its two cases differ.
    private final int first;

    private final int eitherCase;

    LineFinder(PatternShape pattern, boolean isReadable) {
        this.isReadable = isReadable;
        List<List<BitSet>> known = pattern.needed();
        List<List<BitSet>> texts =
                known.size() == 1 ? List.of(fromRareByte(known.getFirst())) : known;
        int longest = MOST_BITS / Math.max(1, texts.size());
        int bit = 0;
        for (List<BitSet> text : texts) {
            starts |= 1L << bit;
            for (BitSet set : text.subList(0, Math.min(longest, text.size()))) {
                long place = 1L << bit++;
                set.stream().forEach(b -> places[b] |= place);
            }
            ends |= 1L << (bit - 1);
        }
        if (isReadable) {
            IntStream.range(0, BYTES)
                    .filter(b -> isControl(b) || b == C2)
                    .forEach(b -> places[b] |= Long.MIN_VALUE);
        }
        BitSet begin = texts.size() == 1 ? texts.getFirst().getFirst() : new BitSet();
        int least = begin.nextSetBit(0);
        this.eitherCase = begin.cardinality() == 2 ? least ^ (begin.length() - 1) : 0;
        this.first = begin.cardinality() == 1 || eitherCase == ' ' ? least | eitherCase : -1;
    }

    /// Returns the end of a text that begins with its rarest byte, which is the fastest to find.
    private static List<BitSet> fromRareByte(List<BitSet> text) {
        int rare = 0;
        for (int i = 1; i + SHORT <= text.size(); i++) {
            rare = frequency(text.get(i)) < frequency(text.get(rare)) ? i : rare;
        }
        return text.subList(rare, text.size());
    }

    private static int frequency(BitSet set) {
        return set.cardinality() > 2
                ? Integer.MAX_VALUE
                : set.stream().map(b -> 1 + FREQUENT.indexOf(b)).sum();
    }

    private static boolean isControl(int b) {
        return (b < ' ' && b != '\t' && b != '\n' && b != '\r') || b == DELETE;
    }

    /// Returns the index of a byte in the next line that may match; [#NEVER] if there is none. A
    /// line must begin at `from`, which is less than `to`.
    int find(byte[] bytes, int from, int to) {
        if (ends == 0) {
            return from;
        }
        long found = starts & places['\n'];
        for (int i = from; i < to; i++) {
            if (found == 0 && first >= 0) {
                i = ByteScan.near((byte) first, eitherCase, isReadable, bytes, i, to);
                if (i == to) {
                    break;
                }
            }
            long here = places[bytes[i] & 0xff];
            if (here < 0) {
                int behind = behindHarmless(bytes, i, to);
                if (behind == i) {
                    return i;
                }
                if (bytes[i] == ESCAPE) {
                    i = behind - 1;
                    continue;
                }
            }
            found = (found << 1 | starts) & here;
            if ((found & ends) != 0) {
                return i;
            }
        }
        boolean isAtEnd = ((found << 1 | starts) & places['\n'] & ends) != 0;
        return isAtEnd && bytes[to - 1] != '\n' ? to - 1 : NEVER;
    }

    /// Returns the index behind a colour, or behind a byte that turns out not to begin a control
    /// character; otherwise the same index.
    private static int behindHarmless(byte[] bytes, int at, int to) {
        return switch (bytes[at]) {
            case ESCAPE -> behindColour(bytes, at, to);
            case (byte) C2 -> at + 1 < to && (bytes[at + 1] & 0xe0) == 0x80 ? at : at + 1;
            default -> at;
        };
    }

    /// Returns the index behind a sequence that programs write for colours: SGR, the erasing of the
    /// rest of the line, or the selection of ASCII; otherwise the same index.
    private static int behindColour(byte[] bytes, int escape, int to) {
        int at = escape + 1;
        if (at + 1 < to && bytes[at] == '(' && bytes[at + 1] == 'B') {
            return at + 2;
        }
        if (at == to || bytes[at] != '[') {
            return escape;
        }
        do {
            at++;
        } while (at < to && bytes[at] >= '0' && bytes[at] <= ';');
        boolean isColour =
                at < to
                        && (bytes[at] == 'm'
                                || (bytes[at] == 'K' && "[0".indexOf(bytes[at - 1]) >= 0));
        return isColour ? at + 1 : escape;
    }
}
