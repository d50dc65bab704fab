package dev.nudge.output.search;

import java.util.Random;
import java.util.stream.Collectors;

/// Texts of random pieces of regular expressions; some are not regular expressions.
final class RandomRegex {
    private static final String[] PIECES = {
        "a",
        "b",
        "ab",
        "x",
        ".",
        "^",
        "$",
        "(",
        "(?:",
        "(?i)",
        "(?P<n>",
        ")",
        "|",
        "*",
        "+",
        "?",
        "{2}",
        "{1,3}",
        "{0,2}",
        "{,1}",
        "{",
        "[ab]",
        "[^]a]",
        "[[:alpha:]x]",
        "\\d",
        "\\bx",
        "\\Qa|b\\E",
        "\\Qab\\E",
        "*?",
        "+?",
        "{2}?",
        "\\.",
        "\\pL",
        "\\x{61}",
        "\\x61",
        "-",
        "é",
        "(?i:a",
        "(?-i)b",
        "\\0",
        "\\101",
        "\\33",
        "1",
        "3",
        "\\1",
        "[",
        "]",
        "[:",
        ":]",
        "[A-[:alpha:]",
        "[\\d-[:alpha:]]",
        "[[:a]",
        "[\\101-b]",
        "k",
        "S",
        "😀",
        "\\A",
        "\\z",
        "(?-i:",
        "(?s)",
        "??",
        "{2,}",
        "{0}",
        "[^a]",
        "[a-f]",
        "[\\d-x]",
        "[^\\w]",
        "\\D",
        "\\s",
        "\\w",
        "\\W",
        "\\Q\\E",
        "\\t",
        "\\-",
        "[é]",
        "7",
        "{02}",
        "{00}",
        "{0,00}",
        "{1,02}",
        "{2,3,4}",
        "{2,,}",
        "{٢}",
        "{1,"
    };

    private RandomRegex() {}

    /// Returns one of so many pieces.
    ///
    /// @param most at least 1
    static String next(Random random, int most) {
        return random.ints(1 + random.nextInt(most), 0, PIECES.length)
                .mapToObj(p -> PIECES[p])
                .collect(Collectors.joining());
    }
}
