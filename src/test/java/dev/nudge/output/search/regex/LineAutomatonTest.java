package dev.nudge.output.search.regex;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.nudge.output.search.regex.LineAutomaton.Answer;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineAutomatonTest {
    private static final String[] TEXTS = {
        "a", "b", "ab", "A", "k", "K", "\u212a", "s", "\u017f", "é", "É", "😀", "\uffff", "7", "-",
        "{02}", "{2,,}", "|", ".", " ", "\t", "_", "x", "\u0000", "\u0080"
    };

    private static LineAutomaton automaton(String regex) {
        return LineAutomaton.of(Regex.read(regex)).orElseThrow();
    }

    private static Answer answer(LineAutomaton automaton, byte[] line) {
        return automaton.answer(automaton.read(automaton.start(), line, 0, line.length));
    }

    private static String line(Random random) {
        return random.ints(random.nextInt(7), 0, TEXTS.length)
                .mapToObj(t -> TEXTS[t])
                .collect(Collectors.joining());
    }

    @Test
    void findsWhatTheProgramOfRandomExpressionsFinds() {
        Random random = new Random(17);
        int expressions = 0;
        for (int i = 0; i < 30_000; i++) {
            String regex = RandomRegex.next(random, 8);
            Optional<LineAutomaton> automaton = LineAutomaton.of(Regex.read(regex));
            if (automaton.isEmpty()) {
                continue;
            }
            try {
                check(automaton.get(), Pattern.compile(regex), random);
                expressions++;
            } catch (PatternSyntaxException _) {
                // Then nobody looks for it.
            }
        }
        assertThat(expressions).isGreaterThan(5_000);
    }

    private static void check(LineAutomaton automaton, Pattern pattern, Random random) {
        for (int i = 0; i < 20; i++) {
            String line = line(random);
            assertThat(answer(automaton, line.getBytes(UTF_8)))
                    .as("%s in %s", pattern, line)
                    .isEqualTo(pattern.matcher(line).find() ? Answer.YES : Answer.NO);
        }
        byte[] bytes = line(random).getBytes(UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            byte before = bytes[i];
            bytes[i] = (byte) (0x80 + random.nextInt(0x80));
            Answer answer = answer(automaton, bytes);
            if (answer != Answer.UNKNOWN) {
                assertThat(answer)
                        .as("%s in %s", pattern, new String(bytes, UTF_8))
                        .isEqualTo(
                                pattern.matcher(new String(bytes, UTF_8)).find()
                                        ? Answer.YES
                                        : Answer.NO);
            }
            bytes[i] = before;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\\berror", "\\pL", "[é-ü]", "(?i)é", "(?i)[a-z]", "\\x41", "[[:alpha:]]"})
    void knowsNoPartThatIsNotMadeOfBytes(String regex) {
        assertThat(LineAutomaton.of(Regex.read(regex))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"c0 af", "ed a0 80", "f4 90 80 80", "e2 82", "80", "ff", "f8 88 80 80 80", "c3 28"})
    void saysNothingAboutBytesThatAreNotUtf8(String hex) {
        byte[] line = new BigInteger("61" + hex.replace(" ", ""), 16).toByteArray();

        assertThat(answer(automaton("x$"), line)).isEqualTo(Answer.UNKNOWN);
        assertThat(answer(automaton(".b"), concat(line, "b"))).isEqualTo(Answer.UNKNOWN);
    }

    private static byte[] concat(byte[] line, String text) {
        byte[] both = Arrays.copyOf(line, line.length + text.length());
        System.arraycopy(text.getBytes(UTF_8), 0, both, line.length, text.length());
        return both;
    }

    @Test
    void anExpressionWithVeryManyStatesIsLeftToOthers() {
        LineAutomaton automaton = automaton("a.{14}b");
        Random random = new Random(3);
        StringBuilder line = new StringBuilder();
        random.ints(3_000, 0, 2).forEach(i -> line.append("ac".charAt(i)));

        assertThat(answer(automaton, line.toString().getBytes(UTF_8))).isEqualTo(Answer.UNKNOWN);
        assertThat(answer(automaton, ("a" + "c".repeat(14) + "b").getBytes(UTF_8)))
                .isNotEqualTo(Answer.NO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(.{100}){20}", "(a{1000}){3}"})
    void aLargeExpressionHasNone(String regex) {
        assertThat(LineAutomaton.of(Regex.read(regex))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a{02}", "a{00}", "a{0,00}", "a{1,02}", "a{2,3,4}", "a{2,,}", "a{٢}"})
    void aBraceWithOtherNumbersStandsForItself(String regex) {
        assertThat(answer(automaton(regex), regex.getBytes(UTF_8))).isEqualTo(Answer.YES);
        assertThat(answer(automaton(regex), "aaa,4}".getBytes(UTF_8))).isEqualTo(Answer.NO);
    }

    @Test
    void readsALineInSeveralParts() {
        LineAutomaton automaton = automaton("^one two$");
        byte[] line = "one two".getBytes(UTF_8);
        int state = automaton.read(automaton.start(), line, 0, 2);
        state = automaton.read(state, line, 2, 2);

        assertThat(automaton.answer(state)).isEqualTo(Answer.NO);
        assertThat(automaton.answer(automaton.read(state, line, 2, 7))).isEqualTo(Answer.YES);
    }
}
