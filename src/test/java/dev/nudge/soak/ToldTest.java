package dev.nudge.soak;

import static dev.nudge.soak.RecordedPane.endOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ToldTest {
    @Test
    void messageWithWhichNobodyAskedIsUnheardOnceItsAgentWasKilled() {
        assertThat(unheard(new RecordedPane().began().typed(endOf(7)).killed()))
                .containsExactly(true);
    }

    @Test
    void messageWithWhichNobodyAskedIsUnheardOnceAnotherAgentBegan() {
        assertThat(unheard(new RecordedPane().began().typed(endOf(7)).began()))
                .containsExactly(true);
    }

    @Test
    void messageInTheQueueOfALivingAgentIsNotUnheard() {
        assertThat(unheard(new RecordedPane().began().typed(endOf(7)))).containsExactly(false);
    }

    @Test
    void messageWithWhichTheModelWasAskedStaysHeard() {
        assertThat(
                        unheard(
                                new RecordedPane()
                                        .began()
                                        .typed(endOf(7))
                                        .asked(endOf(7))
                                        .killed()
                                        .began()))
                .containsExactly(false);
    }

    @Test
    void onePromptAsksWithOneOfEqualTexts() {
        assertThat(
                        unheard(
                                new RecordedPane()
                                        .began()
                                        .typed(endOf(7))
                                        .typed(endOf(7))
                                        .asked(endOf(7))
                                        .killed()))
                .containsExactly(false, true);
    }

    @Test
    void promptAsksWithWhatHooksHaveGiven() {
        assertThat(
                        unheard(
                                new RecordedPane()
                                        .began()
                                        .handed(endOf(7))
                                        .asked("How are the jobs?")
                                        .killed()))
                .containsExactly(false);
    }

    @Test
    void turnBeginsWithOneOfEqualTexts() {
        Told told =
                new RecordedPane()
                        .began()
                        .typed(endOf(7))
                        .typed(endOf(7))
                        .turn(endOf(7))
                        .killed()
                        .told();

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
    void messageWhoseTurnAHookHasDeniedIsUnheard() {
        assertThat(unheard(new RecordedPane().began().typed(endOf(7)).denied(endOf(7))))
                .containsExactly(true);
    }

    @Test
    void answerWithAReceiptIsHeard() {
        assertThat(unheard(new RecordedPane().began().received(7).killed().began()))
                .containsExactly(false);
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

    private static List<Boolean> unheard(RecordedPane pane) {
        Told told = pane.told();
        return told.of(7).stream().map(told::isUnheard).toList();
    }
}
