package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.testkit.SomeJob;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobTest {
    private static final Optional<NudgeTarget> AGENT =
            Optional.of(new NudgeTarget("/tmp/tmux-0/default", 7, "%3", "gemini-cli", 9, 1, "/"));

    private static Job job(Telling telling, Optional<NudgeTarget> target) {
        JobSpec spec = SomeJob.spec("make", telling);
        return Job.starting(1, spec, Instant.EPOCH, target);
    }

    private static ExitStatus status(int code) {
        return code < 128 ? new ExitStatus.Exited(code) : new ExitStatus.Signaled(new Signal(9));
    }

    @ParameterizedTest
    @CsvSource({
        "INJECT, 0, pending",
        "INJECT, 1, pending",
        "NOTIFY, 0, pending",
        "ON_FAILURE, 0, off",
        "ON_FAILURE, 1, pending",
        "ON_FAILURE, 137, pending",
        "SILENT, 0, off",
        "SILENT, 1, off"
    })
    void endIsToldAsTheCallerWanted(Telling telling, int code, String nudge) {
        Job ended = job(telling, AGENT).after(new JobEvent.EndSeen(status(code), Instant.EPOCH));

        assertThat(ended.isEnded()).isTrue();
        assertThat(ended.nudge().word()).isEqualTo(nudge);
    }

    @Test
    void lostJobIsAFailure() {
        ExitStatus lost = new ExitStatus.Lost("the machine was restarted");

        Job ended = job(Telling.ON_FAILURE, AGENT).after(new JobEvent.EndSeen(lost, Instant.EPOCH));

        assertThat(ended.nudge().isOpen()).isTrue();
    }

    @Test
    void jobWithoutAnAgentIsToldToNobody() {
        assertThat(job(Telling.INJECT, Optional.empty()).nudge()).isEqualTo(new Nudge.Off());
    }

    private static Question question(long id) {
        return new Question(id, Question.Kind.PROMPT, "bash", "Go on? ");
    }

    private static boolean isAskOpen(Job job) {
        return job.question().orElseThrow().isOpen();
    }

    @Test
    void questionIsToldOnceForEachOfItsNumbers() {
        Job asking = job(Telling.ON_FAILURE, AGENT).asking(question(1), Instant.EPOCH);
        assertThat(isAskOpen(asking)).isTrue();

        Job told = asking.questionAfter(new NudgeEvent.HandedOver(Instant.EPOCH));
        assertThat(isAskOpen(told.notAsking().asking(question(1), Instant.EPOCH))).isFalse();
        assertThat(isAskOpen(told.asking(question(2), Instant.EPOCH))).isTrue();
    }

    @Test
    void answeredQuestionIsNotToldUnlessItIsBeingTyped() {
        Job asking = job(Telling.INJECT, AGENT).asking(question(1), Instant.EPOCH);
        assertThat(isAskOpen(asking.notAsking())).isFalse();
        assertThat(asking.notAsking().isToBeTold()).isTrue();

        Job typing = asking.questionAfter(new NudgeEvent.TypingBegun("Background …"));
        assertThat(isAskOpen(typing.notAsking())).isTrue();
    }

    @Test
    void endTakesTheQuestionBack() {
        JobEvent end = new JobEvent.EndSeen(status(0), Instant.EPOCH);
        Job ended = job(Telling.ON_FAILURE, AGENT).asking(question(1), Instant.EPOCH).after(end);
        assertThat(ended.isToBeTold()).isFalse();
        assertThat(ended.asking(question(2), Instant.EPOCH)).isEqualTo(ended);
    }

    @Test
    void silentJobTellsNoQuestion() {
        Job silent = job(Telling.SILENT, AGENT).asking(question(1), Instant.EPOCH);
        assertThat(silent.isToBeTold()).isFalse();
    }

    @Test
    void unknownTellingNamesTheChoices() {
        assertThatThrownBy(() -> Telling.named("--notify", "loud"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--notify is \"loud\"; expected inject, notify, silent or on_failure");
    }
}
