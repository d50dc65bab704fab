package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.job.JobState.Launch;
import dev.nudge.job.News.FoundLines;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Turn;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.testkit.SomeJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobTest {
    private static final ClusterJob PLACE = ClusterJob.submitted("slurm", "4711");
    private static final Optional<NudgeTarget> AGENT = Optional.of(SomeJob.AGENT);
    private static final Instant NOW = Instant.EPOCH;
    private static final ExitStatus FAILURE = new ExitStatus.Exited(3);
    private static final JobEvent END = new JobEvent.EndSeen(new ExitStatus.Exited(0), NOW);
    private static final JobEvent START = new JobEvent.Started(Launch.of(42, NOW));
    private static final NudgeEvent TOLD = new NudgeEvent.HandedOver(NOW, new Turn(1, ""), "");

    private static Job job(Telling telling) {
        return job(telling, AGENT);
    }

    private static Job job(Telling telling, Optional<NudgeTarget> agent) {
        return Job.starting(1, SomeJob.spec("make", telling), NOW, agent);
    }

    private static Job asking(Telling telling) {
        return job(telling).asking(question(1), NOW);
    }

    private static Question question(long id) {
        return new Question(id, Question.Kind.PROMPT, "bash", "Go on? ", false);
    }

    private static boolean isAskOpen(Job job) {
        return job.interim().orElseThrow().isOpen();
    }

    private static ExitStatus status(String word) {
        return switch (word) {
            case "killed" -> new ExitStatus.Signaled(Signal.KILL);
            case "lost" -> new ExitStatus.Lost("its host was killed");
            case "reboot" -> ExitStatus.Lost.BY_REBOOT;
            default -> new ExitStatus.Exited(Integer.parseInt(word));
        };
    }

    @ParameterizedTest
    @CsvSource({
        "INJECT, 0, pending", "INJECT, 1, pending", "NOTIFY, 0, pending",
        "ON_FAILURE, 0, off", "ON_FAILURE, 1, pending", "ON_FAILURE, killed, pending",
        "ON_FAILURE, lost, pending", "SILENT, 0, off", "SILENT, 1, off"
    })
    void endIsToldAsTheCallerWanted(Telling telling, String end, String nudge) {
        JobEvent over = new JobEvent.EndSeen(status(end), NOW);

        assertThat(job(telling).after(over).nudge().word()).isEqualTo(nudge);
        assertThat(job(telling, Optional.empty()).after(over).nudge())
                .as("for nobody")
                .isEqualTo(new NudgeState.Off());
    }

    @Test
    void timerThatWasKilledWasCancelled() {
        JobEvent killed = new JobEvent.EndSeen(new ExitStatus.Signaled(Signal.TERM), NOW);
        JobSpec timer = SomeJob.spec("tea", new VirtualTask.Timer(NOW, "tea"));

        assertThat(job(Telling.SILENT).after(killed).outcome()).isEqualTo("signal SIGTERM");
        assertThat(Job.starting(1, timer, NOW, AGENT).after(killed).outcome())
                .isEqualTo("cancelled");
    }

    @Test
    void questionIsToldOnceForEachOfItsNumbersAndIsAsItsHostSaysNow() {
        Job told = asking(Telling.ON_FAILURE).after(1, TOLD);

        assertThat(isAskOpen(asking(Telling.ON_FAILURE))).isTrue();
        assertThat(isAskOpen(told.notAsking().asking(question(1), NOW))).isFalse();
        assertThat(isAskOpen(told.asking(question(2), NOW))).isTrue();
        assertThat(asking(Telling.SILENT).reporting().isOpen()).isFalse();

        Question masked = new Question(1, Question.Kind.PROMPT, "bash", "Go on? ", true);
        Job again = asking(Telling.INJECT).asking(masked, Instant.MAX);

        assertThat(again.question()).contains(masked);
        assertThat(again.asks().orElseThrow().at()).isEqualTo(NOW);
    }

    @Test
    void answeredQuestionIsNotToldUnlessItIsBeingTyped() {
        Job asking = asking(Telling.INJECT);
        assertThat(asking.notAsking().question()).isEmpty();
        assertThat(isAskOpen(asking.notAsking())).isFalse();
        assertThat(asking.notAsking().reporting().isOpen()).isTrue();

        Job typing = asking.after(1, new NudgeEvent.TypingBegun("Background …", "1"));
        assertThat(isAskOpen(typing.notAsking())).isTrue();
    }

    @Test
    void questionAndEndAreNewsOfTheirOwnAndTheEndTakesTheQuestionBack() {
        Job asking = asking(Telling.ON_FAILURE);
        Job ended = asking.after(END);
        assertThat(ended.reporting().isOpen()).isFalse();
        assertThat(ended.asking(question(2), NOW)).isEqualTo(ended);

        ended = asking(Telling.INJECT).after(END);
        assertThat(asking.news()).hasOnlyElementsOfType(News.Asks.class).hasSize(1);
        assertThat(asking.news(News.END)).isEmpty();
        assertThat(ended.news(News.END).filter(News::isOpen)).isPresent();
        assertThat(ended.news(1).filter(News::isOpen)).isEmpty();
        assertThat(ended.news(2)).isEmpty();
    }

    @Test
    void linesNotReportedYetAreReportedWithTheNextOrInPlaceOfTheEnd() {
        Job two = job(Telling.INJECT).found("one", NOW).found("two", NOW);
        Job told = two.after(2, TOLD);

        assertThat(two.reporting().linesWith("end")).isEqualTo(new FoundLines(3, 3, "end"));
        assertThat(told.reporting().linesWith("end")).isEqualTo(new FoundLines(3, 1, "end"));
        assertThat(told.reporting().linesFound()).isEqualTo(2);
        assertThat(two.question()).isEmpty();

        Job ended = job(Telling.INJECT).found("one", NOW).after(END);

        assertThat(ended.news().filter(News::isOpen)).hasOnlyElementsOfType(News.Ended.class);
        assertThat(ended.reporting().linesWith("two").text()).isEqualTo("2 lines, the last: two");
        assertThat(ended.found("late", NOW)).isEqualTo(ended);
    }

    /// If the agent ends, its queue is lost.
    @Test
    void jobIsNotSettledWhileAMessageAboutItIsInTheQueueOfTheAgent() {
        assertThat(job(Telling.SILENT).found("one", NOW).after(END).isSettled()).isTrue();

        Job queued =
                job(Telling.ON_FAILURE)
                        .found("one", NOW)
                        .after(1, new NudgeEvent.TypingBegun("Watch has matched: …", "1"))
                        .after(1, new NudgeEvent.PromptTaken(NOW))
                        .after(END);
        assertThat(queued.reporting().isOpen()).isFalse();
        assertThat(queued.isSettled()).isFalse();
    }

    private static Job queued(int times, boolean isAfterReboot) {
        Optional<Queueing.Retry> retry =
                Optional.of(new Queueing.Retry(times, Duration.ZERO, isAfterReboot));
        Queueing queueing =
                new Queueing("default", 0, List.of(), Optional.empty(), Optional.empty(), retry);
        return Job.queued(1, SomeJob.spec("make").with(queueing), NOW, Optional.empty());
    }

    private static Job startedThere(Job job) {
        return job.after(new JobEvent.Started(Launch.of(42, NOW).in(PLACE)));
    }

    /// Its cluster may have started it already, when it could not be reached.
    @Test
    void stopOfAJobConcernsTheRunThatItsClusterStartsAndASignalNoOther() {
        Job submitted = queued(2, false).after(new JobEvent.Submitted(PLACE));
        Job started =
                startedThere(submitted.after(new JobEvent.StopRequested("killed by the user")));

        assertThat(started.state()).isInstanceOf(JobState.Stopping.class);
        assertThat(started.stopReason()).contains("killed by the user");

        Job back = startedThere(submitted).notRetried("sent SIGINT").after(new JobEvent.Requeued());

        assertThat(back.stopReason()).isEmpty();
        assertThat(startedThere(back).isRetriedAfter(FAILURE)).isTrue();
    }

    private static Job again(Job job, ExitStatus status) {
        return job.after(new JobEvent.AttemptFailed(status, NOW, 0)).after(START);
    }

    /// A job that is not retried may be after a reboot, and one that is need not be.
    @ParameterizedTest
    @CsvSource({
        "0, true, reboot, true", "0, true, lost, false", "0, true, 3, false",
        "3, false, reboot, false", "3, false, 3, true", "3, false, 0, false",
        "3, false, killed, false"
    })
    void retryIsForFailuresAndReboots(int times, boolean afterReboot, String end, boolean isDue) {
        Job running = queued(times, afterReboot).after(START);
        Job stopping = running.after(new JobEvent.StopRequested("killed by the user"));

        assertThat(running.isRetriedAfter(status(end))).isEqualTo(isDue);
        assertThat(stopping.isRetriedAfter(status(end))).isFalse();
    }

    @Test
    void retriesCountAnewForEachRun() {
        Job over = again(queued(1, false).after(START), FAILURE).after(END);
        Job anew = over.restarted(over.spec(), 0).after(START);

        assertThat(over.retries()).isEqualTo(1);
        assertThat(anew.retries()).isZero();
        assertThat(anew.isRetriedAfter(FAILURE)).isTrue();
        assertThat(again(anew, FAILURE).isRetriedAfter(FAILURE)).isFalse();
    }

    @Test
    void rebootDoesNotCountAsAFailureButIsNotSurvivedForEver() {
        Job job = again(queued(1, true).after(START), ExitStatus.Lost.BY_REBOOT);

        assertThat(job.isRetriedAfter(FAILURE)).isTrue();
        assertThat(again(job, FAILURE).isRetriedAfter(FAILURE)).isFalse();

        job = queued(0, true).after(START);
        for (int i = 0; i < Queueing.Retry.MOST; i++) {
            assertThat(job.isRetriedAfter(ExitStatus.Lost.BY_REBOOT)).isTrue();
            job = again(job, ExitStatus.Lost.BY_REBOOT);
        }

        assertThat(job.isRetriedAfter(ExitStatus.Lost.BY_REBOOT)).isFalse();
    }

    @Test
    void boundsOfARecordThatHoldsNonsenseAreNotTaken() {
        assertThatThrownBy(() ->
                        new Bounds(OptionalLong.of(3), OptionalDouble.empty(), OptionalInt.empty()))
                .hasMessage("memory is 3; expected 16M or more");
    }
}
