package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Question;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Report;
import dev.nudge.job.nudge.NudgeState.Turn;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.testkit.SomeJob;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoteKeyTest {
    private static final NudgeTarget AGENT = NudgeTarget.outside(43, 44, "/tmp");
    private static final NudgeEvent HANDED_OVER =
            new NudgeEvent.HandedOver(Instant.EPOCH, new Turn(1, ""), "");

    private static NudgeState told(NudgeTarget agent) {
        return new NudgeState.Delivered(Instant.EPOCH, false, Optional.of(new Report("", agent)));
    }

    private static Job asking(long question) {
        JobSpec spec = SomeJob.spec("true");
        return Job.starting(7, spec, Instant.EPOCH, Optional.of(AGENT))
                .asking(
                        new Question(question, Question.Kind.PROMPT, "sh", "Go on?", false),
                        Instant.EPOCH);
    }

    @Test
    void eventOfAQuestionLeavesAllElseAsItIsAndThatOfTheEndToo() {
        NoteKey question = new NoteKey(7, 1);

        Job told = question.after(asking(1), HANDED_OVER);
        assertThat(question.nudge(told)).contains(told(AGENT));
        assertThat(told.nudge()).isEqualTo(new NudgeState.Pending());

        told = new NoteKey(7, 0).after(asking(1), HANDED_OVER);
        assertThat(told.nudge()).isEqualTo(told(AGENT));
        assertThat(question.nudge(told)).contains(new NudgeState.Pending());

        assertThat(new NoteKey(7, 1).after(asking(2), HANDED_OVER)).isEqualTo(asking(2));
    }
}
