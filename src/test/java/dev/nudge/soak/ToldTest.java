package dev.nudge.soak;

import static dev.nudge.soak.RecordedPane.endOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ToldTest {
    private static final String END = endOf(7);

    private static Arguments unheard(List<Boolean> unheard, UnaryOperator<RecordedPane> told) {
        return arguments(unheard, told);
    }

    static List<Arguments> panes() {
        return List.of(
                unheard(List.of(true), p -> p.typed(END).killed()),
                unheard(List.of(true), p -> p.typed(END).began()),
                unheard(List.of(false), p -> p.typed(END)),
                unheard(List.of(false), p -> p.typed(END).asked(END).killed().began()),
                unheard(List.of(false, true), p -> p.typed(END).typed(END).asked(END).killed()),
                unheard(List.of(false), p -> p.handed(END).asked("How are the jobs?").killed()),
                unheard(List.of(true), p -> p.typed(END).denied(END)),
                unheard(List.of(false), p -> p.received(7).killed().began()));
    }

    @ParameterizedTest
    @MethodSource("panes")
    void messageIsUnheardOnceItsAgentIsGoneUnlessAPromptAskedWithIt(
            List<Boolean> unheard, UnaryOperator<RecordedPane> told) {
        Told all = told.apply(new RecordedPane().began()).told();

        assertThat(all.of(7).stream().map(all::isUnheard)).containsExactlyElementsOf(unheard);
    }

    @Test
    void turnBeginsWithOneOfEqualTexts() {
        Told told = new RecordedPane().began().typed(END).typed(END).turn(END).killed().told();

        assertThat(told.of(7).stream().map(told::isBegun)).containsExactly(true, false);
        assertThat(told.of(7).stream().map(told::isUnheard)).containsExactly(true, true);
    }

    @Test
    void turnBeginsWithWhatHooksHaveGiven() {
        Told told =
                new RecordedPane()
                        .began()
                        .handed(endOf(8))
                        .turn("How are the jobs?")
                        .killed()
                        .told();

        assertThat(told.of(8).stream().map(told::isBegun)).containsExactly(true);
    }

    @Test
    void messageThatOnlyCountsJobsTellsOfThoseOfWhichItIsTheReport() {
        String text =
                "Background commands completed: job 7: \"x\" (Exit code: 1); 2 jobs from 8 to 12: exit 0 [nudge: 3 jobs, automatic notice]";
        Told told = new RecordedPane().began().typed(text).typed(endOf(10)).told();

        List.of(7L, 8L).forEach(job -> told.addCounted(job, text));
        assertThat(told.miscounted()).hasSize(1);
        told.addCounted(12, "17 /transcript " + text);
        told.addCounted(9, endOf(9));

        assertThat(List.of(told.of(7), told.of(8), told.of(12)))
                .allSatisfy(
                        m -> assertThat(m).extracting(Told.Message::text).containsExactly(text));
        assertThat(told.of(9)).isEmpty();
        assertThat(told.miscounted()).isEmpty();
        told.addCounted(10, text);
        assertThat(told.of(10)).extracting(Told.Message::text).containsExactly(text, endOf(10));
        assertThat(told.miscounted()).hasSize(1);
    }
}
