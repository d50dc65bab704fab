package dev.nudge.job.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.job.Bounds;
import dev.nudge.job.Bounds.BoundWay;
import dev.nudge.job.Bounds.Ways;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobLimits.LifeSpan;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobSpec.ExcerptChoice;
import dev.nudge.job.JobState;
import dev.nudge.job.JobState.Attempt;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.JobState.Paused;
import dev.nudge.job.JobState.Pauses;
import dev.nudge.job.JobState.Running;
import dev.nudge.job.JobStateTest;
import dev.nudge.job.News;
import dev.nudge.job.Question;
import dev.nudge.job.Queueing;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.job.Queueing.Dependency;
import dev.nudge.job.Queueing.Retry;
import dev.nudge.job.Reporting;
import dev.nudge.job.Signal;
import dev.nudge.job.Telling;
import dev.nudge.job.VirtualTask;
import dev.nudge.job.WindowSize;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Report;
import dev.nudge.job.nudge.NudgeState.Turn;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.testkit.SomeJob;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

class JobRecordTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00.123456Z");
    private static final Launch LAUNCH = Launch.of(42, NOW);
    private static final ClusterJob AGAIN = new ClusterJob("slurm", "4711", Optional.of("n1"), 1);
    private static final Pauses PAUSES =
            new Pauses(Duration.ofMillis(1234), Optional.of(NOW.minusSeconds(1)));
    private static final NudgeTarget TARGET = SomeJob.AGENT;

    private static final Ways WAYS =
            new Ways(
                    Optional.of(BoundWay.SYSTEMD), Optional.of(BoundWay.TASKSET), Optional.empty());
    private static final Bounds BOUNDS =
            new Bounds(OptionalLong.of(8L << 30), OptionalDouble.of(1.5), OptionalInt.of(-5), WAYS);
    private static final JobLimits LIMITS =
            new JobLimits(
                    LifeSpan.WITH_AGENT,
                    Optional.of(Duration.ofSeconds(60)),
                    Optional.of(Duration.ofSeconds(5)),
                    BOUNDS);

    private static Ended ended(ExitStatus status) {
        return new Ended(Optional.of(LAUNCH), status, NOW);
    }

    static Stream<Job> jobs() {
        ClusterJob place = ClusterJob.submitted("slurm", "4711");
        ExitStatus lost = new ExitStatus.Lost("node");
        Stream<JobState> forms =
                Stream.of(
                        new Running(LAUNCH.after(PAUSES)),
                        new Paused(LAUNCH.after(PAUSES), NOW, Duration.ofHours(2), true),
                        new Paused(LAUNCH, NOW, Duration.ofHours(2), true, true),
                        ended(new ExitStatus.Exited(7)),
                        ended(new ExitStatus.Signaled(new Signal(9))),
                        ended(new ExitStatus.Signaled(new Signal(40))),
                        ended(lost),
                        new Ended(Optional.empty(), new ExitStatus.NotStarted("no space"), NOW),
                        new Ended(Optional.empty(), lost, NOW, Optional.of(place)));
        Stream<NudgeState> nudges =
                Stream.of(
                        new NudgeState.Off(),
                        new NudgeState.Pending(),
                        new NudgeState.Typing("Background command …", "1"),
                        new NudgeState.Typing("Background command …", "1", Optional.of(NOW), true),
                        new NudgeState.Typing("Background command …", "1").leftAt(NOW),
                        new NudgeState.Undelivered(),
                        new NudgeState.Delivered(NOW, true, Optional.empty()),
                        new NudgeState.Delivered(NOW, true, report("Told.")),
                        new NudgeState.Delivered(NOW, false, report("")),
                        new NudgeState.InTurn(NOW, true, new Turn(17, "/chats/a b.jsonl"), "Told."),
                        new NudgeState.InTurn(NOW, false, new Turn(17, "/chats/a"), "a\nb"),
                        new NudgeState.Delivered(NOW, false, Optional.empty()));
        return Stream.concat(
                Stream.concat(JobStateTest.STATES.stream(), forms)
                        .map(state -> job(state, new NudgeState.Pending())),
                nudges.map(nudge -> job(new Running(LAUNCH), nudge)));
    }

    private static Optional<Report> report(String text) {
        return Optional.of(new Report(text, TARGET));
    }

    private static final Queueing QUEUEING =
            new Queueing(
                            "builds",
                            -3,
                            List.of(new Dependency(4, true), new Dependency(7, false)),
                            Optional.of(NOW),
                            Optional.of("database"),
                            Optional.of(new Retry(3, Duration.ofSeconds(30), false)))
                    .with(Optional.of(new ArrayTask(7, 12, 20, Optional.of(8))));

    private static Job job(JobState state, NudgeState nudge) {
        JobSpec spec =
                new JobSpec(
                        "make\n all",
                        "/home/me",
                        Optional.of(new WindowSize(100, 40)),
                        Optional.empty(),
                        Optional.of("build"),
                        Telling.ON_FAILURE,
                        ExcerptChoice.END,
                        LIMITS,
                        QUEUEING);
        return new Job(
                17,
                spec,
                NOW,
                state,
                new Reporting(Optional.of(TARGET), nudge, Optional.of(asks(nudge))),
                Optional.of("its agent has ended"),
                List.of(
                        new Attempt(again(new ExitStatus.Exited(3)), 4096, false),
                        new Attempt(
                                new Ended(
                                        Optional.empty(),
                                        new ExitStatus.Signaled(Signal.KILL),
                                        NOW.plusSeconds(2)),
                                4096,
                                true)));
    }

    private static Ended again(ExitStatus status) {
        return new Ended(Optional.of(LAUNCH.in(AGAIN)), status, NOW.plusSeconds(1));
    }

    private static News.Interim asks(NudgeState nudge) {
        Question question = new Question(3, Question.Kind.PROMPT, "bash", " Go on? ", false);
        return new News.Asks(question, NOW, true, nudge);
    }

    @ParameterizedTest
    @MethodSource({"jobs", "watches"})
    void keepsAllOfAJob(Job job) {
        assertThat(restored(job)).isEqualTo(job);
    }

    private static Job restored(Job job) {
        JsonMapper json = JsonMapper.shared();
        return json.readValue(json.writeValueAsString(JobRecord.of(job)), JobRecord.class).toJob();
    }

    static Stream<VirtualTask> tasks() {
        return Stream.of(
                new VirtualTask.Timer(NOW, "look at the deployment"),
                new VirtualTask.Watch(
                        OptionalLong.of(3), Path.of("/state/jobs/3/output.log"), "listen(ing)?", 1),
                new VirtualTask.Watch(
                        OptionalLong.empty(), Path.of("/var/log/messages"), "ERROR", 20));
    }

    @ParameterizedTest
    @MethodSource("tasks")
    void keepsAllOfAVirtualJob(VirtualTask task) {
        Job job = Job.starting(18, SomeJob.spec("timer", task), NOW, Optional.of(TARGET));
        Job running = job.after(new JobEvent.Started(Launch.withoutProcess(NOW)));
        Job ended = running.after(new JobEvent.EndSeen(new ExitStatus.Exited(0), NOW));

        assertThat(Stream.of(job, running, ended))
                .allSatisfy(each -> assertThat(restored(each)).isEqualTo(each))
                .allSatisfy(each -> assertThat(JobRecord.of(each).pid()).isNull());
    }

    private static Job watch(String... lines) {
        JobSpec spec = SomeJob.spec("watch log for ERROR", tasks().toList().getLast());
        Job watch = Job.starting(19, spec, NOW, Optional.of(TARGET));
        for (String line : lines) {
            watch = watch.found(line, NOW);
        }
        return watch;
    }

    private static QuestionRecord match(long id, String count, String text, boolean isStanding) {
        return new QuestionRecord(
                id, "match", count, text, NOW, isStanding, "pending", null, null, null, null);
    }

    @Test
    void linesThatAWatchHasFoundAreRecordedAsAQuestion() {
        JobEvent end = new JobEvent.EndSeen(new ExitStatus.Exited(0), NOW);
        Job shown =
                watch("one")
                        .after(1, new NudgeEvent.HandedOver(NOW, new Turn(1, ""), ""))
                        .found("two", NOW);

        assertThat(JobRecord.of(watch()).question()).isNull();
        assertThat(JobRecord.of(watch("one")).question()).isEqualTo(match(1, "1", "one", true));
        assertThat(JobRecord.of(watch("a", "", "b")).question())
                .isEqualTo(match(3, "3", "3 lines, the last: b", true));
        assertThat(JobRecord.of(watch("one").after(end)).question())
                .isEqualTo(match(1, "1", "one", false));
        assertThat(JobRecord.of(watch("😀".repeat(501))).question())
                .isEqualTo(match(1, "1", "😀".repeat(500), true));
        assertThat(JobRecord.of(shown).question()).isEqualTo(match(2, "1", "two", true));
    }

    static Stream<Job> watches() {
        NudgeEvent typing = new NudgeEvent.TypingBegun("Watch has matched: …", "1");
        return Stream.of(
                watch("one"),
                watch(""),
                watch("one", "two"),
                watch("one", "2 lines, the last: two"),
                watch("2 lines, the last: two"),
                watch("one", "two").after(2, typing),
                watch("one").after(1, typing).found("x".repeat(600), NOW));
    }

    @Test
    void refusesARecordThatContradictsItself() {
        JsonMapper json = JsonMapper.shared();
        JobRecord running = JobRecord.of(job(new Running(LAUNCH), new NudgeState.Off()));
        String without = json.writeValueAsString(running).replace("\"pid\":42", "\"pid\":null");
        JobRecord withoutPid = json.readValue(without, JobRecord.class);

        assertThatThrownBy(withoutPid::toJob)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("job 17: running without pid");
    }
}
