package dev.nudge.output.search;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchPatternTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(((a{1000}){1000}){1000})", "(a{1000}){6}",
                "((((((x{9}){9}){9}){9}){9}){9})", "(?:[a-z]{100}|b){200}",
                "((a{1,100}){1,100})?", "(a{500,}){500,}",
                "(\\pL{1000}){20}", "(\\Qabc\\E{1000}){20}"
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
                "error error", "^error$ <error<", "a+error\\d aerror[0123456789]",
                "(error)+ error", "(ab)+c abc", "er?ror ror",
                "error|warning error,warning", "x(one|two)y one,two", "abc|d* -",
                "(?i)err [Ee][Rr][Rr]", "(?i:err)fatal [Ee][Rr][Rr]fatal", "^ -",
                "(?i)f\u00fcr [Ff]", "a\\.b a.b", "\\Qa|b\\E a|b",
                "[0-9]+\\.ms [0123456789].ms", "[a-c]{3,}x [abc][abc][abc]x", "a{3}bc aaabc",
                "(abc){0,2} -", "\\033\\[31m [31m", "\\101bc bc",
                "\\0123 3", "[^x]y y", "\\pLy y",
                "[\\x{61}]y y", "[[:digit:]]y [0123456789]y", "[\\]]y ]y",
                "^^y <y", "(?i)asking [Ii][Nn][Gg]", "für für"
            })
    void knowsWhatEveryMatchContains(String regex, String needed) {
        String known =
                SearchPattern.compile(regex).shape().needed().stream()
                        .map(SearchPatternTest::text)
                        .collect(Collectors.joining(","));
        assertThat(known).isEqualTo(needed.equals("-") ? "" : needed);
    }

    @Test
    void knowsAClassOfManyCharacters() {
        PatternShape shape = PatternShape.of("[" + "ab\\]".repeat(240) + "]x");

        assertThat(shape.needed()).hasSize(1);
        assertThat(text(shape.needed().getFirst())).isEqualTo("[]ab]x");
    }

    /// Returns a text with `<` for the edge of a line.
    private static String text(List<BitSet> sets) {
        StringBuilder text = new StringBuilder();
        for (BitSet set : sets) {
            String bytes = set.stream().mapToObj(Character::toString).collect(Collectors.joining());
            text.append(
                    bytes.equals("\n\r") ? "<" : set.cardinality() > 1 ? "[" + bytes + "]" : bytes);
        }
        return new String(text.toString().getBytes(ISO_8859_1), UTF_8);
    }

    @Test
    void theEstimateIsNeverTooSmall() {
        Random random = new Random(13);
        for (int i = 0; i < 5_000; i++) {
            String regex = RandomRegex.next(random, 8);
            long size = PatternShape.of(regex).size();
            try {
                assertThat(size)
                        .as(regex)
                        .isGreaterThanOrEqualTo(Pattern.compile(regex).programSize() - 2);
            } catch (PatternSyntaxException _) {
                assertThat(size).isPositive();
            }
        }
    }
}
