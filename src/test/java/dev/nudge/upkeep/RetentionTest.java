package dev.nudge.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.settings.Settings;
import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionTest {
    @TempDir private Path folder;

    /// It may come back: the agent can end before it begins a turn with it.
    @Test
    void jobWhoseMessageIsInTheQueueOfAnAgentIsNotCleanedAway() throws IOException {
        JobsOnDisk disk = new JobsOnDisk(folder);
        disk.save(number -> SomeJob.ended(number, "true"));
        disk.save(number -> SomeJob.ended(number, "true"));
        Jobs jobs = disk.adopted();
        JobEntry first = jobs.require(1);
        for (NudgeEvent event : events()) {
            first.apply(j -> j.after(event));
        }

        Retention retention =
                new Retention(jobs, disk.store(), Settings.of(Map.of()), _ -> true, () -> {});

        assertThat(retention.clean(_ -> true).jobs()).isEmpty();
        assertThat(retention.kept(_ -> true)).containsExactly(1L, 2L);
        first.apply(j -> j.after(new NudgeEvent.QueueEmpty(Instant.now())));
        assertThat(retention.clean(_ -> true).jobs()).containsExactly(1L);
    }

    /// Of a message that the agent has taken from its prompt.
    private static List<NudgeEvent> events() {
        return List.of(
                new NudgeEvent.TypingBegun("both", "1"), new NudgeEvent.PromptTaken(Instant.now()));
    }
}
