package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.Bounds;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.Signal;
import dev.nudge.store.ExitRecord;
import dev.nudge.testkit.SomeJob;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OutOfMemoryTest {
    private static final ExitStatus KILLED = new ExitStatus.Signaled(Signal.KILL);
    private static final ExitRecord FOR_MEMORY =
            new ExitRecord(KILLED, Instant.EPOCH, true, false, Optional.empty());
    private static final Bounds BOUNDS =
            new Bounds(OptionalLong.of(8L << 30), OptionalDouble.empty(), OptionalInt.empty());

    private static final Job RUNNING =
            SomeJob.running(1, SomeJob.spec("make").with(BOUNDS), Optional.empty());

    @Test
    void jobThatWasEndedForItsMemorySaysSo() {
        assertThat(Jobs.outOfMemory(RUNNING, FOR_MEMORY).stopReason())
                .contains("more memory than its bound of 8.0G");
    }

    @Test
    void otherEndHasNothingToDoWithMemory() {
        assertThat(Jobs.outOfMemory(RUNNING, new ExitRecord(KILLED, Instant.EPOCH)))
                .isSameAs(RUNNING);
    }

    @Test
    void jobWithoutABoundForItsMemoryWasEndedForThatOfTheMachine() {
        Job unbounded = SomeJob.running(1, SomeJob.spec("make"), Optional.empty());

        assertThat(Jobs.outOfMemory(unbounded, FOR_MEMORY)).isSameAs(unbounded);
    }

    @Test
    void reasonThatWasThereFirstIsKept() {
        Job stopping = RUNNING.after(new JobEvent.StopRequested("killed by the user"));

        assertThat(Jobs.outOfMemory(stopping, FOR_MEMORY).stopReason())
                .contains("killed by the user");
    }
}
