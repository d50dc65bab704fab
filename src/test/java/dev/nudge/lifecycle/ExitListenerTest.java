package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.lifecycle.Listeners.Subscription;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ExitListenerTest {
    private static final long PID = 4350;
    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);

    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
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
    void withoutAnExitCodeItIsZeroWithTheSignal() {
        fixture.attach(PID);
        service.onExit(PID, fixture::seeExit);
        service.completeWithResult(PID, result(Completion.signaled(9)));
        service.onExit(PID, fixture::seeExit);
        assertThat(fixture.seen).containsExactly("exited 0 9", "exited 0 9");
    }

    @Test
    void aClosedExitListenerHearsNothing() {
        fixture.attach(PID);
        service.onExit(PID, fixture::seeExit).close();
        service.completeExecution(PID, Completion.DONE);
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    void theExitOfAnEndedExecutionIsToldAtOnce() {
        fixture.attach(PID);
        service.completeExecution(PID, Completion.exited(5));
        service.onExit(PID, fixture::seeExit).close();
        assertThat(fixture.seen).containsExactly("exited 5 none");
    }

    @Test
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
    void forAnUnknownIdAnExitListenerIsNeverCalled() {
        Subscription subscription = service.onExit(PID, fixture::seeExit);
        assertThat(service.size()).isZero();
        fixture.attach(PID);
        service.completeExecution(PID, Completion.DONE);
        subscription.close();
        assertThat(fixture.seen).isEmpty();
    }

    @Test
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
    void eachExitAgesByItself() {
        endAfterMinutes(1, 0);
        endAfterMinutes(2, 2);
        endAfterMinutes(1, 1);
        fixture.passTime(Duration.ofMinutes(4));

        service.onExit(2, fixture::seeExit);
        assertThat(fixture.seen).isEmpty();
        assertThat(service.size()).isEqualTo(1);
        service.onExit(1, fixture::seeExit);
        assertThat(fixture.seen).containsExactly("exited 0 none");
    }

    private void endAfterMinutes(long id, int minutes) {
        fixture.passTime(Duration.ofMinutes(minutes));
        fixture.attach(id);
        service.completeExecution(id, Completion.DONE);
    }

    @Test
    void aKillIsToldAs130ThenAndLater() {
        fixture.attach(PID);
        service.onExit(PID, fixture::seeExit);
        service.kill(PID);
        service.onExit(PID, fixture::seeExit);
        assertThat(fixture.seen).containsExactly("exited 130 none", "exited 130 none");
    }

    @Test
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
