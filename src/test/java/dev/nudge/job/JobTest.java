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
    void timerThatWasKilledWasCancelled() {
        ExitStatus killed = new ExitStatus.Signaled(Signal.TERM);
        JobSpec timer = SomeJob.spec("tea", new VirtualTask.Timer(Instant.EPOCH, "tea"));

        assertThat(job(Telling.SILENT, AGENT).after(new JobEvent.EndSeen(killed, Instant.EPOCH)))
                .returns("signal SIGTERM", Job::outcome);
        assertThat(
                        Job.starting(1, timer, Instant.EPOCH, AGENT)
                                .after(new JobEvent.EndSeen(killed, Instant.EPOCH)))
                .returns("cancelled", Job::outcome);
    }

    @Test
    void jobWithoutAnAgentIsToldToNobody() {
        assertThat(job(Telling.INJECT, Optional.empty()).nudge()).isEqualTo(new NudgeState.Off());
    }

    private static Question question(long id) {
        return new Question(id, Question.Kind.PROMPT, "bash", "Go on? ", false);
    }

    private static boolean isAskOpen(Job job) {
        return job.interim().orElseThrow().isOpen();
    }

    @Test
    void questionIsToldOnceForEachOfItsNumbers() {
        Job asking = job(Telling.ON_FAILURE, AGENT).asking(question(1), Instant.EPOCH);
        assertThat(isAskOpen(asking)).isTrue();

        Job told = asking.after(1, new NudgeEvent.HandedOver(Instant.EPOCH, new Turn(1, ""), ""));
        assertThat(isAskOpen(told.notAsking().asking(question(1), Instant.EPOCH))).isFalse();
        assertThat(isAskOpen(told.asking(question(2), Instant.EPOCH))).isTrue();
    }

    @Test
    void questionThatIsAskedAgainIsAsItsHostSaysNow() {
        Job asking = job(Telling.INJECT, AGENT).asking(question(1), Instant.EPOCH);
        Question masked = new Question(1, Question.Kind.PROMPT, "bash", "Go on? ", true);

        assertThat(asking.asking(masked, Instant.MAX).question()).contains(masked);
        assertThat(asking.asking(masked, Instant.MAX).asks().orElseThrow().at())
                .isEqualTo(Instant.EPOCH);
    }

    @Test
    void answeredQuestionIsNotToldUnlessItIsBeingTyped() {
        Job asking = job(Telling.INJECT, AGENT).asking(question(1), Instant.EPOCH);
        assertThat(isAskOpen(asking.notAsking())).isFalse();
        assertThat(asking.notAsking().isToBeTold()).isTrue();

        Job typing = asking.after(1, new NudgeEvent.TypingBegun("Background …", "1"));
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
    void questionAndEndAreNewsOfTheirOwn() {
        JobEvent end = new JobEvent.EndSeen(status(0), Instant.EPOCH);
        Job asking = job(Telling.INJECT, AGENT).asking(question(1), Instant.EPOCH);
        Job ended = asking.after(end);

        assertThat(asking.news()).hasOnlyElementsOfType(News.Asks.class).hasSize(1);
        assertThat(asking.news(News.END)).isEmpty();
        assertThat(ended.news(News.END).filter(News::isOpen)).isPresent();
        assertThat(ended.news(1).filter(News::isOpen)).isEmpty();
        assertThat(ended.news(2)).isEmpty();
    }

    @Test
    void questionIsOneOnlyWhileItWaitsForItsAnswer() {
        Job asking = job(Telling.INJECT, AGENT).asking(question(1), Instant.EPOCH);

        assertThat(asking.question()).contains(question(1));
        assertThat(asking.notAsking().question()).isEmpty();
        assertThat(job(Telling.INJECT, AGENT).found("one", Instant.EPOCH).question()).isEmpty();
    }

    @Test
    void linesNotReportedYetAreReportedWithTheNext() {
        Job two =
                job(Telling.INJECT, AGENT).found("one", Instant.EPOCH).found("two", Instant.EPOCH);
        Job told = two.after(2, new NudgeEvent.HandedOver(Instant.EPOCH, new Turn(1, ""), ""));

        assertThat(two.linesWith("end")).isEqualTo(new FoundLines(3, 3, "end"));
        assertThat(told.linesWith("end")).isEqualTo(new FoundLines(3, 1, "end"));
        assertThat(told.linesFound()).isEqualTo(2);
    }

    @Test
    void endOfAWatchReportsTheLinesInTheirPlace() {
        JobEvent end = new JobEvent.EndSeen(status(0), Instant.EPOCH);
        Job ended = job(Telling.INJECT, AGENT).found("one", Instant.EPOCH).after(end);

        assertThat(ended.news().filter(News::isOpen)).hasOnlyElementsOfType(News.Ended.class);
        assertThat(ended.linesWith("two").text()).isEqualTo("2 lines, the last: two");
        assertThat(ended.found("late", Instant.EPOCH)).isEqualTo(ended);
    }

    /// If the agent ends, its queue is lost.
    @Test
    void jobIsNotSettledWhileAMessageAboutItIsInTheQueueOfTheAgent() {
        Job silent =
                job(Telling.SILENT, AGENT)
                        .found("one", Instant.EPOCH)
                        .after(new JobEvent.EndSeen(status(0), Instant.EPOCH));
        assertThat(silent.isSettled()).isTrue();

        Job watch = job(Telling.ON_FAILURE, AGENT).found("one", Instant.EPOCH);
        Job queued =
                watch.after(1, new NudgeEvent.TypingBegun("Watch has matched: …", "1"))
                        .after(1, new NudgeEvent.PromptTaken(Instant.EPOCH))
                        .after(new JobEvent.EndSeen(status(0), Instant.EPOCH));
        assertThat(queued.isToBeTold()).isFalse();
        assertThat(queued.isSettled()).isFalse();
    }

    @Test
    void unknownTellingNamesTheChoices() {
        assertThatThrownBy(() -> Words.named(Telling.class, "--notify", "loud"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--notify is \"loud\"; expected inject, notify, silent or on_failure");
    }

    private static Job submitted() {
        return queued(new Queueing.Retry(2, Duration.ofSeconds(1), false))
                .after(new JobEvent.Submitted(PLACE));
    }

    private static Job queued(Queueing.Retry retry) {
        Queueing queueing =
                new Queueing(
                        Queueing.DEFAULT_GROUP,
                        0,
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(retry));
        return Job.queued(1, SomeJob.spec("make").with(queueing), Instant.EPOCH, Optional.empty());
    }

    private static Job startedThere(Job job) {
        return job.after(new JobEvent.Started(Launch.of(42, Instant.EPOCH).in(PLACE)));
    }

    /// Its cluster may have started it already, when it could not be reached.
    @Test
    void jobThatIsToBeStoppedStaysSoOnceItsClusterHasStartedIt() {
        Job asked = submitted().after(new JobEvent.StopRequested("killed by the user"));

        Job started = startedThere(asked);

        assertThat(started.state()).isInstanceOf(JobState.Stopping.class);
        assertThat(started.stopReason()).contains("killed by the user");
    }

    @Test
    void signalToARunThatItsClusterPutsBackDoesNotConcernTheNextOne() {
        Job signalled = startedThere(submitted()).notRetried("sent SIGINT");

        Job back = signalled.after(new JobEvent.Requeued());

        assertThat(back.stopReason()).isEmpty();
        assertThat(startedThere(back).isRetriedAfter(new ExitStatus.Exited(3))).isTrue();
    }

    private static Job running(Queueing.Retry retry) {
        return queued(retry)
                .after(new JobEvent.Due())
                .after(new JobEvent.Started(Launch.of(42, Instant.EPOCH)));
    }

    private static Job again(Job job, ExitStatus status) {
        return job.after(new JobEvent.AttemptFailed(status, Instant.EPOCH, 0))
                .after(new JobEvent.Due())
                .after(new JobEvent.Started(Launch.of(42, Instant.EPOCH)));
    }

    @Test
    void onlyARebootStartsAJobAgainThatIsNotRetried() {
        Job job = running(new Queueing.Retry(0, Duration.ZERO, true));

        assertThat(job.isRetriedAfter(ExitStatus.Lost.BY_REBOOT)).isTrue();
        assertThat(job.isRetriedAfter(new ExitStatus.Lost("its host was killed"))).isFalse();
        assertThat(job.isRetriedAfter(new ExitStatus.Exited(3))).isFalse();
        assertThat(
                        job.after(new JobEvent.StopRequested("killed by the user"))
                                .isRetriedAfter(ExitStatus.Lost.BY_REBOOT))
                .isFalse();
    }

    @Test
    void rebootDoesNotCountAsAFailure() {
        Job job =
                again(
                        running(new Queueing.Retry(1, Duration.ZERO, true)),
                        ExitStatus.Lost.BY_REBOOT);

        assertThat(job.isRetriedAfter(new ExitStatus.Exited(3))).isTrue();
        assertThat(again(job, new ExitStatus.Exited(3)).isRetriedAfter(new ExitStatus.Exited(3)))
                .isFalse();
    }

    @Test
    void jobThatBringsTheMachineDownDoesNotDoSoForEver() {
        Job job = running(new Queueing.Retry(0, Duration.ZERO, true));
        for (int i = 0; i < Queueing.Retry.MOST; i++) {
            assertThat(job.isRetriedAfter(ExitStatus.Lost.BY_REBOOT)).isTrue();
            job = again(job, ExitStatus.Lost.BY_REBOOT);
        }

        assertThat(job.isRetriedAfter(ExitStatus.Lost.BY_REBOOT)).isFalse();
    }

    @Test
    void jobThatIsNotRetriedIsNotAfterARebootEither() {
        assertThat(
                        running(new Queueing.Retry(3, Duration.ZERO, false))
                                .isRetriedAfter(ExitStatus.Lost.BY_REBOOT))
                .isFalse();
    }

    @Test
    void boundsOfARecordThatHoldsNonsenseAreNotTaken() {
        assertThatThrownBy(() ->
                        new Bounds(OptionalLong.of(3), OptionalDouble.empty(), OptionalInt.empty()))
                .hasMessage("memory is 3; expected 16M or more");
    }
}
