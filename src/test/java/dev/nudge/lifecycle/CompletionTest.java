package dev.nudge.lifecycle;

import static dev.nudge.lifecycle.LifecycleFixture.ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CompletionTest {
    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);

    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

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
    void anUnknownIdHasNeitherEndNorExit() {
        service.completeExecution(ID, Completion.DONE);
        service.kill(ID, Duration.ZERO);
        service.onExit(ID, fixture::seeExit).close();
        fixture.attach();
        service.completeExecution(ID, Completion.DONE);
        assertThat(fixture.seen).isEmpty();
        assertThat(service.size()).isEqualTo(1); // the exit
    }

    @Test
    void firstTheResultThenTheExitEventThenItIsInactive() {
        ExecutionHandle handle = fixture.attach();
        service.subscribe(
                ID,
                _ ->
                        fixture.seen.add(
                                "exit, result "
                                        + handle.result().isDone()
                                        + ", active "
                                        + service.isActive(ID)));
        CompletableFuture<Void> _ = handle.result().thenAccept(_ -> fixture.seen.add("result"));
        service.completeExecution(ID, Completion.DONE);
        assertThat(fixture.seen).containsExactly("result", "exit, result true, active true");
        assertThat(service.isActive(ID)).isFalse();
    }

    @Test
    void theFirstEndCountsAndNothingComesAfterIt() {
        ExecutionHandle handle = fixture.attach();
        service.subscribe(
                ID,
                event -> {
                    fixture.see(event);
                    service.appendOutput(ID, "late");
                    service.kill(ID, Duration.ZERO);
                    service.background(ID);
                });
        service.completeExecution(ID, Completion.signaled(9));
        service.completeExecution(ID, Completion.exited(2));
        service.kill(ID, Duration.ZERO);
        service.background(ID);
        assertThat(fixture.seen).containsExactly("exit by 9");
        assertThat(handle.result().join().backgrounded()).isFalse();
        assertThat(handle.result().join().aborted()).isFalse();
    }

    @Test
    void anExitListenerHearsTheExitAlone() {
        fixture.attach();
        service.appendOutput(ID, "before");
        service.onExit(ID, fixture::seeExit);
        service.onExit(ID, _ -> fixture.seen.add("closed")).close();
        service.appendOutput(ID, "after");
        service.completeExecution(ID, Completion.exited(3));
        fixture.attach();
        service.completeExecution(ID, Completion.exited(4));
        assertThat(fixture.seen).containsExactly("exited 3");
    }

    @Test
    void whoAsksForTheExitWhileItIsBeingReportedHearsIt() {
        fixture.attach();
        service.subscribe(ID, _ -> service.onExit(ID, fixture::seeExit));
        service.completeExecution(ID, Completion.exited(6));
        assertThat(fixture.seen).containsExactly("exited 6");
    }

    @Test
    void anExitIsKnownForFiveMinutesAndNoLonger() {
        fixture.attach();
        service.completeExecution(ID, Completion.exited(5));
        fixture.passTime(TIME_TO_LIVE.minusNanos(1));
        service.onExit(ID, fixture::seeExit).close();
        assertThat(fixture.seen).containsExactly("exited 5");
        fixture.passTime(Duration.ofNanos(1));
        service.onExit(ID, fixture::seeExit);
        assertThat(fixture.seen).hasSize(1);
    }

    @Test
    void aListenerThatThrowsAtOnceDoesNotDisturbItsCaller() {
        fixture.attach();
        service.completeExecution(ID, Completion.DONE);
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.onExit(
                    ID,
                    _ -> {
                        throw new IllegalStateException("bad");
                    });
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
            fixture.passTime(Duration.ofMinutes(1));
            assertThat(service.size()).isLessThanOrEqualTo(500);
        }
        fixture.passTime(TIME_TO_LIVE);
        service.onExit(ID, fixture::seeExit);
        assertThat(service.size()).isZero();
    }

    @Test
    void theFirstLifeDoesNotTakeTheSecondOnesExitAway() {
        endAfterMinutes(1, 0);
        endAfterMinutes(2, 2);
        endAfterMinutes(1, 1);
        fixture.passTime(Duration.ofMinutes(4));

        service.onExit(2, fixture::seeExit);
        assertThat(fixture.seen).isEmpty();
        assertThat(service.size()).isEqualTo(1);
        service.onExit(1, fixture::seeExit);
        assertThat(fixture.seen).containsExactly("exited 0");
    }

    private void endAfterMinutes(long id, int minutes) {
        fixture.passTime(Duration.ofMinutes(minutes));
        service.attachExecution(id, ExecutionHooks.NONE);
        service.completeExecution(id, Completion.DONE);
    }
}
