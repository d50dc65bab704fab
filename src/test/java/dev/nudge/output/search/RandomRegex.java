package dev.nudge.output.search;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/// Texts of random pieces of regular expressions; some are not regular expressions.
final class RandomRegex {
    private static final String PIECES =
            """
            a b ab x k S 1 3 7 - é 😀 . ^ $ \\A \\z \\bx | ( (?: (?P<n> )
            (?i) (?-i)b (?i:a (?-i: (?s)
            * + ? *? +? ?? {2} {2}? {1,3} {0,2} {2,} {0} {,1} { {1, {02} {00} {0,00} {1,02} {2,3,4} {2,,} {٢}
            [ab] [^]a] [^a] [a-f] [é] [ ] [: :] [[:alpha:]x] [A-[:alpha:] [\\d-[:alpha:]] [[:a]
            [\\101-b] [\\d-x] [^\\w] \\d \\D \\s \\w \\W \\pL
            \\Qa|b\\E \\Qab\\E \\Q\\E \\. \\- \\t \\x{61} \\x61 \\0 \\101 \\33 \\1
            """;
    private static final List<String> EACH = List.of(PIECES.strip().split("\\s+", -1));

    private RandomRegex() {}

    /// Returns one of so many pieces.
    ///
    /// @param most at least 1
    static String next(Random random, int most) {
        return random.ints(1 + random.nextInt(most), 0, EACH.size())
                .mapToObj(EACH::get)
                .collect(Collectors.joining());
    }
}
