package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.NudgeTarget;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.process.ProcessTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WaitingCallsTest {
    private static final NudgeTarget AGENT =
            new NudgeTarget("/tmp/none", 42, "%3", "gemini-cli", 43, 44, "/tmp");
    private static final NudgeTarget OTHER =
            new NudgeTarget("/tmp/none", 42, "%4", "gemini-cli", 45, 46, "/tmp");

    private final AtomicLong clock = new AtomicLong();

    private final ExecutionLifecycleService lifecycle = new ExecutionLifecycleService();

    private final WaitingCalls calls = new WaitingCalls(lifecycle, clock::get);

    private final List<Long> heard = new ArrayList<>();

    private void answered(long at, NudgeTarget agent, long job) {
        clock.set(at);
        calls.answer(agent, at - 40, isHeard -> told(job, isHeard));
    }

    private List<Long> told(long job, boolean isHeard) {
        if (isHeard) {
            heard.add(job);
        }
        return isHeard ? List.of(job) : List.of();
    }

    @Test
    void answersAfterTheNextPromptWereHeardByNobody() {
        answered(100, AGENT, 1);
        answered(200, AGENT, 2);
        answered(300, OTHER, 3);
        answered(300, AGENT, 4);

        assertThat(calls.prompted(AGENT, 200)).containsExactly(2L, 4L);
        assertThat(calls.prompted(AGENT, 200)).as("once").isEmpty();
        assertThat(calls.prompted(OTHER, 301)).isEmpty();
        assertThat(heard).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void answerToACallBeforeTheLastPromptIsHeardByNobody() {
        assertThat(calls.prompted(AGENT, 100)).isEmpty();

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
