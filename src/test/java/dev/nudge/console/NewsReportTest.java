package dev.nudge.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.view.JobSheet;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Turn;
import dev.nudge.job.record.JobRecord;
import dev.nudge.store.LogHole;
import dev.nudge.testkit.EndedJobs;
import dev.nudge.testkit.SomeJob;
import dev.nudge.text.CallerZone;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NewsReportTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Turn TURN = new Turn(17, "/chats/a.jsonl");
    private static final String TEXT = "Background command completed: \"make\"";

    private static Job ended(NudgeEvent... events) {
        Job job =
                SomeJob.running(7, SomeJob.spec("make"), Optional.of(SomeJob.AGENT))
                        .after(new JobEvent.EndSeen(new ExitStatus.Exited(0), NOW));
        for (NudgeEvent event : events) {
            job = job.after(event);
        }
        // As the next daemon reads it.
        return JobRecord.of(job).toJob();
    }

    private static NewsReport report(NudgeEvent... events) {
        return NewsReport.of(ended(events)).getLast();
    }

    @Test
    void typedMessageIsKnownAlsoWhenItsTurnIsOver() {
        NudgeEvent typing = new NudgeEvent.TypingBegun(TEXT, "1");
        NudgeEvent begun = new NudgeEvent.TurnBegun(NOW, TURN);
        NewsReport expected =
                new NewsReport(
                        "end",
                        "delivered",
                        false,
                        "typed",
                        "the agent 43 in pane %3, session gemini-cli",
                        NOW,
                        TEXT);

        assertThat(report(typing, begun)).isEqualTo(expected);
        assertThat(report(typing, begun, new NudgeEvent.TurnOver(true))).isEqualTo(expected);
    }

    @Test
    void messageThatWasSentAlongAndAnAnswerAreKnownAlsoWhenTheirTurnIsOver() {
        NudgeEvent over = new NudgeEvent.TurnOver(true);
        NudgeEvent handed = new NudgeEvent.HandedOver(NOW, TURN, TEXT);
        NudgeEvent given = new NudgeEvent.AnswerGiven(NOW);
        NudgeEvent received = new NudgeEvent.AnswerReceived("/chats/a.jsonl", NOW);

        assertThat(
                        Stream.of(
                                report(handed),
                                report(handed, over),
                                report(given),
                                report(given, received),
                                report(given, received, over)))
                .extracting(NewsReport::how, NewsReport::text)
                .containsExactly(
                        tuple("with_prompt", TEXT),
                        tuple("with_prompt", TEXT),
                        tuple(null, null),
                        tuple("in_answer", null),
                        tuple("in_answer", null));
    }

    @Test
    void olderRecordIsReadWithoutWhatItDoesNotHold() {
        Job old = ended().withNudge(NudgeState.of("handed_over", null, NOW, Optional.empty()));

        NewsReport report = NewsReport.of(old).getLast();

        assertThat(report.how()).isNull();
        assertThat(report.text()).isNull();
        assertThat(report.at()).isEqualTo(NOW);
        assertThat(report.to()).startsWith("the agent 43 ");
    }

    /// The agent of the job is another one by then: that agent has ended, and the next one is to
    /// receive what is left.
    @Test
    void sheetOfAJobSaysWhatWasReportedToWhom() {
        Job job =
                ended(
                                new NudgeEvent.TypingBegun(TEXT, "1"),
                                new NudgeEvent.TurnBegun(NOW, new Turn(0, "")))
                        .withTarget(SomeJob.agent(99));
        FoundJob found =
                new FoundJob(
                        EndedJobs.snapshot(job), Path.of("/log"), LogHole.NONE, Optional.empty());

        String sheet = JobSheet.of(found, Optional.empty(), NewsReport.of(job), CallerZone.UTC);

        assertThat(sheet.lines().toList())
                .endsWith(
                        "notify            inject",
                        "end reported      typed, to the agent 43 in pane %3, session gemini-cli",
                        "at                2026-03-01 10:00:00",
                        "message           " + TEXT);
        assertThat(JobSheet.of(found, Optional.empty(), List.of(), CallerZone.UTC))
                .doesNotContain("reported");
    }
}
