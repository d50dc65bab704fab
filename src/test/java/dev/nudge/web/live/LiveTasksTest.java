package dev.nudge.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Patience;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LiveTasksTest {
    @AutoClose private final LiveTasks tasks = new LiveTasks();
    private final BlockingQueue<String> reasons = new LinkedBlockingQueue<>();

    private String reason(LiveTasks.Task task) throws InterruptedException {
        tasks.start("task " + task, task, reasons::add);
        return reasons.poll(Patience.LONG.toSeconds(), TimeUnit.SECONDS);
    }

    private static void fail(Error error) {
        throw error;
    }

    @Test
    void theReasonOfAFailureIsSaid() throws InterruptedException {
        String reason =
                reason(() -> {
                    throw new IllegalArgumentException("Job 7 has been removed.");
                });

        assertThat(reason).isEqualTo("Job 7 has been removed.");
    }

    /// What leaves a thread of the daemon for want of memory ends the daemon.
    @Test
    void wantOfMemoryIsAFailureLikeOthers() throws InterruptedException {
        assertThat(reason(() -> fail(new OutOfMemoryError()))).contains("more memory");
        assertThat(reason(() -> fail(new StackOverflowError()))).contains("more memory");
    }
}
