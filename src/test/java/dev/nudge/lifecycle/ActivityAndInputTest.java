package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class ActivityAndInputTest {
    private static final long PID = 4321;

    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
    void anEndedVirtualExecutionIsInactive() {
        long id = fixture.create().pid();
        service.completeExecution(id, Completion.DONE);
        fixture.aliveProcesses.add(id);
        fixture.aliveProcesses.add(2_000_000_000L);
        assertThat(service.isActive(id)).isFalse();
        assertThat(service.isActive(2_000_000_000L)).isFalse();
        assertThat(fixture.probes).isEmpty();
    }

    @Test
    void anUnknownProcessIdIsLookedUp() {
        fixture.aliveProcesses.add(1_999_999_999L);
        assertThat(service.isActive(1_999_999_999L)).isTrue();
        assertThat(service.isActive(12)).isFalse();
        assertThat(fixture.probes).containsExactly(1_999_999_999L, 12L);
    }

    @Test
    void aLookUpThatFailsMeansInactive() {
        ExecutionLifecycleService broken =
                new ExecutionLifecycleService(
                        System::nanoTime,
                        _ -> {
                            throw new IllegalStateException("no process table");
                        });
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            assertThat(broken.isActive(12)).isFalse();
            assertThat(warnings.messages())
                    .containsExactly(
                            "The look-up of process 12 failed; going on: no process table");
        }
    }

    @Test
    void byDefaultTheSystemsProcessTableIsAsked() {
        ExecutionLifecycleService real = new ExecutionLifecycleService();
        assertThat(real.isActive(ProcessHandle.current().pid())).isTrue();
        assertThat(real.isActive(1_999_999_999L)).isFalse();
        assertThat(real.isActive(-1)).isFalse();
    }

    @Test
    void aVirtualExecutionIsActiveUntilItEnds() {
        long id = fixture.create().pid();
        service.background(id);
        assertThat(service.isActive(id)).isTrue();
        assertThat(fixture.probes).isEmpty();
    }

    @Test
    void anExternalExecutionIsActiveIfItsHookSaysSo() {
        attachWithActivity(PID, () -> true);
        attachWithActivity(PID + 1, () -> false);
        fixture.aliveProcesses.add(PID + 1);
        assertThat(service.isActive(PID)).isTrue();
        assertThat(service.isActive(PID + 1)).isFalse();
        assertThat(fixture.probes).isEmpty();
    }

    @Test
    void anActivityHookThatThrowsMeansInactive() {
        fixture.aliveProcesses.add(PID);
        attachWithActivity(
                PID,
                () -> {
                    throw new IllegalStateException("bad");
                });
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            assertThat(service.isActive(PID)).isFalse();
            assertThat(warnings.messages())
                    .containsExactly("The activity hook of execution 4321 failed; going on: bad");
        }
        assertThat(fixture.probes).isEmpty();
    }

    @Test
    void withoutAHookTheProcessIsLookedUp() {
        fixture.attach(PID);
        assertThat(service.isActive(PID)).isFalse();
        fixture.aliveProcesses.add(PID);
        assertThat(service.isActive(PID)).isTrue();
    }

    @Test
    void inputGoesToTheWriteHook() {
        service.attachExecution(
                PID,
                LifecycleFixture.CHILD,
                ExecutionHooks.none().withWriteInput(fixture.seen::add));
        service.writeInput(PID, "stdin");
        assertThat(fixture.seen).containsExactly("stdin");
        service.completeExecution(PID, Completion.DONE);
        service.writeInput(PID, "too late");
        assertThat(fixture.seen).containsExactly("stdin");
    }

    @Test
    void inputForAnythingElseIsDropped() {
        ExecutionHandle virtual = fixture.create();
        service.writeInput(virtual.pid(), "x");
        ExecutionHandle external = fixture.attach(PID);
        service.writeInput(PID, "x");
        service.writeInput(99, "x");
        service.background(virtual.pid());
        service.background(PID);
        assertThat(virtual.result().join().output()).isEmpty();
        assertThat(external.result().join().output()).isEmpty();
    }

    @Test
    void whatAWriteHookThrowsReachesTheWriter() {
        service.attachExecution(
                PID,
                LifecycleFixture.CHILD,
                ExecutionHooks.none()
                        .withWriteInput(_ -> {
                            throw new IllegalStateException("closed");
                        }));
        assertThatThrownBy(() -> service.writeInput(PID, "x")).hasMessage("closed");
    }

    private void attachWithActivity(long pid, BooleanSupplier isActive) {
        service.attachExecution(
                pid, LifecycleFixture.CHILD, ExecutionHooks.none().withIsActive(isActive));
    }
}
