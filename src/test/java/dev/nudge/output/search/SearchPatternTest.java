package dev.nudge.output.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.nudge.output.search.regex.PatternShape;
import dev.nudge.output.search.regex.RandomRegex;
import dev.nudge.output.search.regex.Regex;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchPatternTest {
    private static final String TEXT = "abxéA.|[:]-13\033\000\001";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(((a{1000}){1000}){1000})",
                "(a{1000}){6}",
                "((((((x{9}){9}){9}){9}){9}){9})",
                "(?:[a-z]{100}|b){200}",
                "((a{1,100}){1,100})?",
                "(a{500,}){500,}",
                "(\\pL{1000}){20}",
                "(\\Qabc\\E{1000}){20}"
            })
    void refusesWhatFillsTheMemoryAndNamesThePatternAndTheLimit(String regex) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SearchPattern.compile(regex))
                .withMessageContaining("\"" + regex + "\"")
                .withMessageContaining("expected at most 5,000");
    }

    @Test
    void refusesALongTextAndWhatIsNotAnExpression() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SearchPattern.compile("a".repeat(1001)))
                .withMessage("has 1,001 characters; expected at most 1,000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SearchPattern.compile("(a"))
                .withMessageContaining("is \"(a\"; expected a regular expression");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "error error",
                "^error$ error",
                "a+error\\d error",
                "(error)+ error",
                "er?ror ror",
                "error|warning error,warning",
                "x(one|two)y one,two",
                "abc|d* -",
                "(?i)error error",
                "(?i:error)fatal errorfatal",
                "(?i)ask ask,\u017f,\u212a",
                "(?i)asking asking,\u017f,\u212a",
                "(?i)disk_full|no_space _full,pace",
                "(?i)für f",
                "error|warn|fail|fatal|panic error,warn,fail,fatal,panic",
                "a\\.b a.b",
                "\\Qa|b\\E a|b",
                "[0-9]+\\sms ms",
                "a{3}bc bc",
                "(abc){2} abc",
                "(abc){0,2} -",
                "\\033\\[31m [31m",
                "\\101bc bc",
                "\\0123 3",
                "[[:alpha]x|y[z]w x,y",
                "[A-[:alpha:]x|y[z]w x,y",
                "für für"
            })
    void knowsWhatEveryMatchContains(String regex, String needed) {
        assertThat(String.join(",", SearchPattern.compile(regex).needed()))
                .isEqualTo(needed.equals("-") ? "" : needed);
    }

    @Test
    void onlyAPlainTextIsFoundWhereverItIs() {
        assertThat(SearchPattern.compile("plain text").isLiteral()).isTrue();
        assertThat(SearchPattern.compile("(plain) text").isLiteral()).isTrue();
        assertThat(SearchPattern.compile("^plain").isLiteral()).isFalse();
        assertThat(SearchPattern.compile("\\bplain").isLiteral()).isFalse();
        assertThat(SearchPattern.compile("one|two").isLiteral()).isFalse();
        assertThat(SearchPattern.compile("one\ntwo").isLiteral()).isFalse();
        assertThat(SearchPattern.compile("").isLiteral()).isFalse();
    }

    /// The estimate is never too small, and what is needed is in every match.
    @Test
    void estimatesHoldForRandomExpressions() {
        Random random = new Random(13);
        for (int i = 0; i < 20_000; i++) {
            String regex = RandomRegex.next(random, 8);
            try {
                check(regex, Pattern.compile(regex), random);
            } catch (PatternSyntaxException e) {
                assertThat(PatternShape.of(Regex.read(regex)).size()).isPositive();
            }
        }
    }

    private static boolean contains(String text, String needed, boolean isAnyCase) {
        return isAnyCase
                ? text.toLowerCase(Locale.ROOT).contains(needed.toLowerCase(Locale.ROOT))
                : text.contains(needed);
    }

    private static void check(String regex, Pattern pattern, Random random) {
        PatternShape.Shape shape = PatternShape.of(Regex.read(regex));
        assertThat(shape.size()).as(regex).isGreaterThanOrEqualTo(pattern.programSize() - 2);
        List<String> needed = shape.needed();
        for (int i = 0; i < 40 && !needed.isEmpty(); i++) {
            String text =
                    random.ints(random.nextInt(8), 0, TEXT.length())
                            .mapToObj(c -> TEXT.substring(c, c + 1))
                            .collect(Collectors.joining());
            if (pattern.matcher(text).find()) {
                assertThat(needed)
                        .as(regex + " in " + text)
                        .anyMatch(t -> contains(text, t, shape.isAnyCase()));
            } else if (shape.isLiteral()) {
                assertThat(text).as(regex).doesNotContain(needed.getFirst());
            }
        }
    }
}
