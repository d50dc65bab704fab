package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.NudgeTarget;
import dev.nudge.process.ProcessTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeardAnswersTest {
    private static final NudgeTarget AGENT =
            new NudgeTarget("/tmp/none", 42, "%3", "gemini-cli", 43, 44, "/tmp");
    private static final NudgeTarget OTHER =
            new NudgeTarget("/tmp/none", 42, "%4", "gemini-cli", 45, 46, "/tmp");

    private final HeardAnswers answers = new HeardAnswers(() -> 0);
    private final List<Long> heard = new ArrayList<>();

    /// The call was made 40 ticks before.
    private void answered(long decided, NudgeTarget agent, long job) {
        List<Long> unheard = answers.answered(agent, decided - 40, decided, List.of(job));
        if (unheard.isEmpty()) {
            heard.add(job);
        }
    }

    @Test
    void answerAfterThePromptWasHeardByNobody() {
        answered(100, AGENT, 1);
        answered(120, AGENT, 2);
        answered(120, OTHER, 3);
        answered(200, AGENT, 4);

        assertThat(answers.prompted(AGENT, 110)).containsExactly(2L);
        assertThat(answers.prompted(AGENT, 110)).as("once").isEmpty();
        assertThat(heard).containsExactly(1L, 2L, 3L, 4L);
    }

    /// A queued prompt begins as soon as the answer has been heard.
    @Test
    void promptInTheMomentOfTheAnswerComesAfterIt() {
        answered(100, AGENT, 1);

        assertThat(answers.prompted(AGENT, 100)).isEmpty();
    }

    @Test
    void promptThatBeganTheTurnOfTheCallIsNoOther() {
        assertThat(answers.prompted(AGENT, 100)).isEmpty();

        answered(140, AGENT, 1);

        assertThat(heard).containsExactly(1L);
    }

    @Test
    void answerToACallBeforeThePromptIsHeardByNobody() {
        assertThat(answers.prompted(AGENT, 100)).isEmpty();

        answered(120, AGENT, 1);
        answered(120, OTHER, 2);
        answered(150, AGENT, 3);

        assertThat(heard).containsExactly(2L, 3L);
    }

    @Test
    void clockIsThatOfProcesses() {
        ProcessTable processes = new ProcessTable();
        long started = processes.identify(ProcessHandle.current().pid()).orElseThrow().startTime();

        assertThat(processes.clock()).isGreaterThan(started).isLessThan(started + 3_600_00);
    }
}
