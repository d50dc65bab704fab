package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KillTest extends LifecycleFixture {
    private static final Duration GRACE = Duration.ofSeconds(3);

    @Test
    void withoutAHookAnExecutionIsCancelled() {
        ExecutionHandle handle = service.createExecution();
        service.onExit(handle.id(), this::seeExit);
        service.appendOutput(handle.id(), "work");
        service.kill(handle.id(), GRACE);
        assertThat(seen).containsExactly("exited 130");
        assertThat(handle.result().join().aborted()).isTrue();
        assertThat(handle.result().join().output()).isEqualTo("work");
        assertThat(handle.result().join().completion().orElseThrow().error())
                .hasValueSatisfying(
                        error -> assertThat(error).hasMessage("Operation cancelled by user."));
    }

    @Test
    void theExitThatTheHookWaitsForCountsAndTheEndIsReportedBeforeIt() {
        attach(grace -> {
            seen.add("grace " + grace.toSeconds());
            service.kill(ID, GRACE);
            service.completeExecution(ID, Completion.signaled(15));
        });
        service.onBackgroundComplete(
                end -> seen.add("completion, active " + service.isActive(end.id())));
        service.subscribe(ID, this::see);
        service.background(ID);
        service.onExit(ID, this::seeExit);
        service.kill(ID, GRACE);
        assertThat(seen)
                .containsExactly(
                        "grace 3", "completion, active true", "exit by 15", "exited by 15");
    }

    @Test
    void executionThatSurvivesContinuesAndMayBeKilledAgain() {
        ExecutionHandle handle = attach(_ -> seen.add("hook"));
        service.kill(ID, GRACE);
        service.kill(ID, GRACE);
        assertThat(seen).containsExactly("hook", "hook");
        assertThat(handle.result()).isNotDone();
    }

    @Test
    void whatAHookThrowsReachesTheCaller() {
        ExecutionHooks hooks =
                new ExecutionHooks(
                        failing("closed"), () -> false, Optional.of(failing("no shell")));
        ExecutionHandle handle = service.attachExecution(ID, hooks);
        assertThatThrownBy(() -> service.kill(ID, GRACE)).hasMessage("no shell");
        assertThatThrownBy(() -> service.kill(ID, GRACE)).hasMessage("no shell");
        assertThatThrownBy(() -> service.writeInput(ID, "x")).hasMessage("closed");
        assertThat(handle.result()).isNotDone();
        assertThat(service.isActive(ID)).isFalse();
    }

    @Test
    void inputForAnExecutionWithoutAHookIsDropped() {
        ExecutionHandle handle = service.createExecution();
        service.writeInput(handle.id(), "x");
        service.writeInput(ID, "x");
        service.background(handle.id());
        assertThat(handle.result().join().output()).isEmpty();
    }
}
