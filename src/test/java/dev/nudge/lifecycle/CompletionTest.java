package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CompletionTest extends LifecycleFixture {
    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);

    @Test
    void aVirtualExecutionEndsWithItsOutputAndCompletion() {
        ExecutionHandle handle = service.createExecution();
        assertThat(handle.result()).isNotDone();
        service.appendOutput(handle.id(), "Hello");
        Completion failed = Completion.failed(new IllegalStateException("broken"));
        service.completeExecution(handle.id(), failed);
        assertThat(failed.exitCode()).hasValue(1);
        assertThat(handle.result())
                .isCompletedWithValue(
                        new ExecutionResult(handle.id(), "Hello", Optional.of(failed)));
    }

    @Test
    void anUnusedIdHasNeitherOutputNorSubscribersNorEndNorExit() {
        service.subscribe(ID, this::see).close();
        service.appendOutput(ID, "lost");
        service.completeExecution(ID, Completion.DONE);
        service.kill(ID, Duration.ZERO);
        service.onExit(ID, this::seeExit).close();
        ExecutionHandle handle = attach();
        service.completeExecution(ID, Completion.DONE);
        service.subscribe(ID, this::see);
        assertThat(handle.result().join().output()).isEmpty();
        assertThat(seen).isEmpty();
        assertThat(service.size()).isEqualTo(1); // the exit
    }

    @Test
    void firstTheResultThenTheExitEventThenItIsInactive() {
        ExecutionHandle handle = attach();
        service.subscribe(ID, _ -> seen.add("exit, active " + service.isActive(ID)));
        CompletableFuture<Void> _ = handle.result().thenAccept(_ -> seen.add("result"));
        service.completeExecution(ID, Completion.DONE);
        assertThat(seen).containsExactly("result", "exit, active true");
        assertThat(service.isActive(ID)).isFalse();
    }

    @Test
    void theFirstEndCountsAndNothingComesAfterIt() {
        ExecutionHandle handle = attach();
        service.subscribe(
                ID,
                event -> {
                    see(event);
                    service.appendOutput(ID, "late");
                    service.kill(ID, Duration.ZERO);
                    service.background(ID);
                });
        service.completeExecution(ID, Completion.signaled(9));
        service.completeExecution(ID, Completion.exited(2));
        service.kill(ID, Duration.ZERO);
        service.background(ID);
        assertThat(seen).containsExactly("exit by 9");
        assertThat(handle.result().join().backgrounded()).isFalse();
        assertThat(handle.result().join().aborted()).isFalse();
    }

    @Test
    void anExitListenerHearsTheExitAloneAlsoIfItIsBeingReported() {
        attach();
        service.appendOutput(ID, "before");
        service.onExit(ID, this::seeExit);
        service.onExit(ID, _ -> seen.add("closed")).close();
        service.appendOutput(ID, "after");
        service.completeExecution(ID, Completion.exited(3));
        attach();
        service.subscribe(ID, _ -> service.onExit(ID, this::seeExit));
        service.completeExecution(ID, Completion.exited(4));
        assertThat(seen).containsExactly("exited 3", "exited 4");
    }

    @Test
    void anExitIsKnownForFiveMinutesAndNoLonger() {
        attach();
        service.completeExecution(ID, Completion.exited(5));
        passTime(TIME_TO_LIVE.minusNanos(1));
        service.onExit(ID, this::seeExit).close();
        assertThat(seen).containsExactly("exited 5");
        passTime(Duration.ofNanos(1));
        service.onExit(ID, this::seeExit);
        assertThat(seen).hasSize(1);
    }

    @Test
    void aListenerThatThrowsAtOnceDoesNotDisturbItsCaller() {
        attach();
        service.completeExecution(ID, Completion.DONE);
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.onExit(ID, failing("bad"));
            assertThat(warnings.messages())
                    .containsExactly("The exit listener of execution 4321 failed; going on: bad");
        }
    }

    @Test
    void memoryDoesNotGrowWhetherOrNotSomebodyAsks() {
        for (int minute = 0; minute < 100; minute++) {
            for (int i = 0; i < 100; i++) {
                long id = service.createExecution().id();
                service.subscribe(id, _ -> {});
                service.completeExecution(id, Completion.DONE);
            }
            passTime(Duration.ofMinutes(1));
            assertThat(service.size()).isLessThanOrEqualTo(500);
        }
        passTime(TIME_TO_LIVE);
        service.onExit(ID, this::seeExit);
        assertThat(service.size()).isZero();
    }

    @Test
    void theFirstLifeDoesNotTakeTheSecondOnesExitAway() {
        endAfterMinutes(1, 0);
        endAfterMinutes(2, 2);
        endAfterMinutes(1, 1);
        passTime(Duration.ofMinutes(4));

        service.onExit(2, this::seeExit);
        assertThat(seen).isEmpty();
        assertThat(service.size()).isEqualTo(1);
        service.onExit(1, this::seeExit);
        assertThat(seen).containsExactly("exited 0");
    }

    private void endAfterMinutes(long id, int minutes) {
        passTime(Duration.ofMinutes(minutes));
        service.attachExecution(id, ExecutionHooks.NONE);
        service.completeExecution(id, Completion.DONE);
    }
}
