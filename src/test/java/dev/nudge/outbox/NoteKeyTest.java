package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.NudgeEvent;
import dev.nudge.job.NudgeState;
import dev.nudge.job.NudgeTarget;
import dev.nudge.job.Question;
import dev.nudge.job.Turn;
import dev.nudge.testkit.SomeJob;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoteKeyTest {
    private static final NudgeEvent HANDED_OVER =
            new NudgeEvent.HandedOver(Instant.EPOCH, new Turn(1, ""), "");

    private static Job asking(long question) {
        JobSpec spec = SomeJob.spec("true");
        NudgeTarget agent = NudgeTarget.outside(43, 44, "/tmp");
        return Job.starting(7, spec, Instant.EPOCH, Optional.of(agent))
                .asking(
                        new Question(question, Question.Kind.PROMPT, "sh", "Go on?"),
                        Instant.EPOCH);
    }

    @Test
    void eventOfAQuestionLeavesTheEndAsItIs() {
        NoteKey key = new NoteKey(7, 1);

        Job told = key.after(asking(1), HANDED_OVER);

        assertThat(key.nudge(told)).contains(new NudgeState.Delivered(Instant.EPOCH, false));
        assertThat(told.nudge()).isEqualTo(new NudgeState.Pending());
    }

    @Test
    void eventOfTheEndLeavesTheQuestionAsItIs() {
        Job told = NoteKey.ofEnd(7).after(asking(1), HANDED_OVER);

        assertThat(told.nudge()).isEqualTo(new NudgeState.Delivered(Instant.EPOCH, false));
        assertThat(new NoteKey(7, 1).nudge(told)).contains(new NudgeState.Pending());
    }

    @Test
    void eventOfAnEarlierQuestionChangesNothing() {
        assertThat(new NoteKey(7, 1).after(asking(2), HANDED_OVER)).isEqualTo(asking(2));
    }
}
