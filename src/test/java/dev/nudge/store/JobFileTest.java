package dev.nudge.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Question;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The form of a job on the disk. That of answers, such as those of `nudge ps --json`, is in
/// [dev.nudge.job.record.JobJsonTest], so that neither changes unseen with the other.
class JobFileTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final String RECORD =
            """
            {"job":17,"command":"npm init","cwd":"/tmp","label":null,\
            "created_at":"2026-03-01T10:00:00Z","state":"ended","pid":99,\
            "started_at":"2026-03-01T10:00:00Z","ended_at":"2026-03-01T10:00:00Z",\
            "exit_code":2,"signal":null,"not_started":null,"lost":null,"nudge":"undelivered",\
            "nudge_text":null,"nudged_at":null,"target":{"socket":"/tmp/none","server_pid":42,\
            "pane_id":"%3","session":"gemini-cli","agent_pid":43,"agent_start_time":44,\
            "cwd":"/tmp"},"telling":"inject","excerpt":"auto","life_span":"outlive",\
            "timeout_seconds":null,"silence_timeout_seconds":null,"stop_reason":null,\
            "terminal":null,"question":{"id":1,"kind":"prompt","program":"node",\
            "prompt":"name: ","asked_at":"2026-03-01T10:00:00Z","standing":false,\
            "nudge":"pending","nudge_text":null,"nudged_at":null,"report":null},\
            "virtual":null,"report":null,"skipped":null,"queue":null,"attempts":null,\
            "bounds":null,"pause":null,"cluster":null}\
            """;

    @TempDir private Path folder;

    @Test
    void hasOneForm() throws IOException {
        StateDirectory state = StateDirectory.create(folder.resolve("state"));
        Job job =
                Job.starting(17, SomeJob.spec("npm init"), NOW, Optional.of(SomeJob.AGENT))
                        .after(new JobEvent.Started(Launch.of(99, NOW)))
                        .asking(new Question(1, Question.Kind.PROMPT, "node", "name: ", false), NOW)
                        .after(new JobEvent.EndSeen(new ExitStatus.Exited(2), NOW))
                        .withNudge(new NudgeState.Undelivered());
        Files.createDirectories(state.job(17).path());
        new JobStore(state, () -> 0).save(job);

        assertThat(state.job(17).record()).hasContent(RECORD);
    }
}
