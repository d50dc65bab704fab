package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.lifecycle.listener.Subscription;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ExitListenerTest {
    private static final long PID = 4350;
    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);

    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
    @DisplayName("An exit listener gets only the exit, once")
    void anExitListenerHearsTheExitAlone() {
        fixture.attach(PID);
        service.appendOutput(PID, "before");
        service.onExit(PID, fixture::seeExit);
        service.appendOutput(PID, "after");
        service.completeExecution(PID, Completion.exited(3));
        fixture.attach(PID);
        service.completeExecution(PID, Completion.exited(4));
        assertThat(fixture.seen).containsExactly("exited 3 none");
    }

    @Test
    @DisplayName("An exit cannot be emitted, so it is reported only once")
    void anExitCannotBeEmitted() {
        fixture.attach(PID);
        service.onExit(PID, fixture::seeExit);
        service.subscribe(PID, fixture::see);

        assertThatThrownBy(() -> service.emit(PID, exit(7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the exit of execution %d cannot be emitted; end it with completeExecution",
                        PID);

        service.completeExecution(PID, Completion.exited(3));
        assertThat(fixture.seen).containsExactly("exited 3 none", "exit 3 none");
    }

    @Test
    @DisplayName("Without an exit code it is 0, with the signal")
    void withoutAnExitCodeItIsZeroWithTheSignal() {
        fixture.attach(PID);
        service.onExit(PID, fixture::seeExit);
        service.completeWithResult(PID, result(Completion.signaled(9)));
        service.onExit(PID, fixture::seeExit);
        assertThat(fixture.seen).containsExactly("exited 0 9", "exited 0 9");
    }

    @Test
    @DisplayName("A closed exit listener is not called")
    void aClosedExitListenerHearsNothing() {
        fixture.attach(PID);
        service.onExit(PID, fixture::seeExit).close();
        service.completeExecution(PID, Completion.DONE);
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    @DisplayName("The exit of an ended execution is reported at once")
    void theExitOfAnEndedExecutionIsToldAtOnce() {
        fixture.attach(PID);
        service.completeExecution(PID, Completion.exited(5));
        service.onExit(PID, fixture::seeExit).close();
        assertThat(fixture.seen).containsExactly("exited 5 none");
    }

    @Test
    @DisplayName("A listener that throws at once does not affect its caller")
    void aListenerThatThrowsAtOnceDoesNotDisturbItsCaller() {
        fixture.attach(PID);
        service.completeExecution(PID, Completion.DONE);
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.onExit(
                    PID,
                    (_, _) -> {
                        throw new IllegalStateException("bad");
                    });
            assertThat(warnings.messages())
                    .containsExactly("The exit listener of execution 4350 failed; going on: bad");
        }
    }

    @Test
    @DisplayName("For an unknown id an exit listener is never called")
    void forAnUnknownIdAnExitListenerIsNeverCalled() {
        Subscription subscription = service.onExit(PID, fixture::seeExit);
        assertThat(service.size()).isZero();
        fixture.attach(PID);
        service.completeExecution(PID, Completion.DONE);
        subscription.close();
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    @DisplayName("An exit is known for 5 minutes and no longer")
    void anExitIsKnownForFiveMinutesAndNoLonger() {
        fixture.attach(PID);
        service.completeExecution(PID, Completion.exited(5));
        fixture.passTime(TIME_TO_LIVE.minusNanos(1));
        service.onExit(PID, fixture::seeExit);
        assertThat(fixture.seen).containsExactly("exited 5 none");
        fixture.passTime(Duration.ofNanos(1));
        service.onExit(PID, fixture::seeExit);
        assertThat(fixture.seen).hasSize(1);
    }

    @Test
    @DisplayName("Memory does not grow, whether or not anyone asks")
    void memoryDoesNotGrowWhetherOrNotSomebodyAsks() {
        for (int minute = 0; minute < 100; minute++) {
            endExecutions(100);
            fixture.passTime(Duration.ofMinutes(1));
            assertThat(service.size()).isLessThanOrEqualTo(500);
        }
        fixture.passTime(TIME_TO_LIVE);
        service.onExit(PID, fixture::seeExit);
        assertThat(service.size()).isZero();
    }

    @Test
    @DisplayName("The first use of an id does not remove the exit of the second")
    void theFirstLifeDoesNotTakeTheSecondOnesExitAway() {
        fixture.attach(PID);
        service.completeExecution(PID, Completion.exited(1));
        fixture.passTime(Duration.ofMinutes(4));
        fixture.attach(PID);
        service.completeExecution(PID, Completion.exited(2));
        fixture.passTime(Duration.ofMinutes(4));
        service.onExit(PID, fixture::seeExit);
        assertThat(fixture.seen).containsExactly("exited 2 none");
        fixture.passTime(Duration.ofMinutes(1));
        service.onExit(PID, fixture::seeExit);
        assertThat(fixture.seen).hasSize(1);
    }

    @Test
    @DisplayName("A kill is reported as 130, then and later")
    void aKillIsToldAs130ThenAndLater() {
        fixture.attach(PID);
        service.onExit(PID, fixture::seeExit);
        service.kill(PID);
        service.onExit(PID, fixture::seeExit);
        assertThat(fixture.seen).containsExactly("exited 130 none", "exited 130 none");
    }

    @Test
    @DisplayName("An exit listener added while the exit is being reported is called")
    void whoAsksForTheExitWhileItIsBeingToldHearsIt() {
        fixture.attach(PID);
        service.subscribe(PID, _ -> service.onExit(PID, fixture::seeExit));
        service.completeExecution(PID, Completion.exited(6));
        assertThat(fixture.seen).containsExactly("exited 6 none");
    }

    private void endExecutions(int number) {
        for (int i = 0; i < number; i++) {
            long id = fixture.create().pid();
            service.subscribe(id, _ -> {});
            service.completeExecution(id, Completion.DONE);
        }
    }

    private static OutputEvent exit(int code) {
        return new OutputEvent.Exit(OptionalInt.of(code), OptionalInt.empty());
    }

    private static ExecutionResult result(Completion completion) {
        return ExecutionResult.ended(PID, ExecutionMethod.CHILD_PROCESS, "", completion);
    }
}
