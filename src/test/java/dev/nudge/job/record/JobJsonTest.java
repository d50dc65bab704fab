package dev.nudge.job.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.JobSnapshot;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Question;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.protocol.Wire;
import dev.nudge.testkit.SomeJob;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobJsonTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final String ASKED =
            """
            {"job":17,"command":"npm init","cwd":"/tmp","label":null,\
            "created_at":"2026-03-01T10:00:00Z","state":"ended","pid":99,\
            "started_at":"2026-03-01T10:00:00Z","ended_at":"2026-03-01T10:00:00Z",\
            "exit_code":2,"signal":null,"not_started":null,"lost":null,"nudge":"undelivered",\
            "nudge_text":null,"nudged_at":null,"target":{"socket":"/tmp/none","server_pid":42,\
            "pane_id":"%3","session":"gemini-cli","agent_pid":43,"agent_start_time":44,\
            "cwd":"/tmp"},"notify":"inject","excerpt":"auto","life_span":"outlive",\
            "timeout_seconds":null,"silence_timeout_seconds":null,"stop_reason":null,\
            "terminal":null,"question":{"id":1,"kind":"prompt","program":"node",\
            "prompt":"name: ","asked_at":"2026-03-01T10:00:00Z","standing":false,\
            "nudge":"pending","nudge_text":null,"nudged_at":null,"report":null},\
            "virtual":null,"report":null,"skipped":null,"queue":null,"attempts":null,\
            "bounds":null,"pause":null,"cluster":null,\
            """;

    private static JobSnapshot snapshot(OptionalLong outputBytes, boolean isBinary) {
        Job job =
                Job.starting(17, SomeJob.spec("npm init"), NOW, Optional.of(SomeJob.AGENT))
                        .after(new JobEvent.Started(Launch.of(99, NOW)))
                        .asking(new Question(1, Question.Kind.PROMPT, "node", "name: ", false), NOW)
                        .after(new JobEvent.EndSeen(new ExitStatus.Exited(2), NOW))
                        .withNudge(new NudgeState.Undelivered());
        return new JobSnapshot(job, outputBytes, isBinary, Optional.empty());
    }

    @Test
    void isTheRecordAndWhatIsKnownOfTheOutputAlsoInsideOfAnotherAnswer() {
        String end = ",\"waiting\":null,\"condition\":\"failed\"}";
        assertThat(Wire.write(snapshot(OptionalLong.of(5), true)))
                .isEqualTo(ASKED + "\"output_bytes\":5,\"binary\":true" + end);
        assertThat(Wire.write(snapshot(OptionalLong.empty(), false)))
                .isEqualTo(ASKED + "\"output_bytes\":null,\"binary\":null" + end);

        JobSnapshot shown = snapshot(OptionalLong.of(5), false);

        assertThat(Wire.write(new Told(List.of(shown), true)))
                .isEqualTo("{\"jobs\":[" + Wire.write(shown) + "],\"is_whole\":true}");
    }

    /// As the page receives it.
    private record Told(List<JobSnapshot> jobs, Boolean isWhole) {}
}
