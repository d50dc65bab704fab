package dev.nudge.lifecycle;

import static dev.nudge.lifecycle.LifecycleFixture.ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KillTest {
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
    void withoutAHookAnExecutionIsCancelled() {
        ExecutionHandle handle = service.createExecution();
        service.onExit(handle.id(), fixture::seeExit);
        service.appendOutput(handle.id(), "work");
        service.kill(handle.id(), GRACE);
        assertThat(fixture.seen).containsExactly("exited 130");
        assertThat(handle.result().join().aborted()).isTrue();
        assertThat(handle.result().join().output()).isEqualTo("work");
        assertThat(handle.result().join().completion().orElseThrow().error())
                .hasValueSatisfying(
                        error -> assertThat(error).hasMessage("Operation cancelled by user."));
    }

    @Test
    void theExitThatTheHookWaitsForCounts() {
        fixture.attach(grace -> {
            fixture.seen.add("grace " + grace.toSeconds());
            service.kill(ID, GRACE);
            service.completeExecution(ID, Completion.signaled(15));
        });
        service.onBackgroundComplete(_ -> fixture.seen.add("completion"));
        service.background(ID);
        service.onExit(ID, fixture::seeExit);
        service.kill(ID, GRACE);
        assertThat(fixture.seen).containsExactly("grace 3", "completion", "exited by 15");
    }

    @Test
    void executionThatSurvivesContinuesAndMayBeKilledAgain() {
        ExecutionHandle handle = fixture.attach(_ -> fixture.seen.add("hook"));
        service.kill(ID, GRACE);
        service.kill(ID, GRACE);
        assertThat(fixture.seen).containsExactly("hook", "hook");
        assertThat(handle.result()).isNotDone();
    }

    @Test
    void whatAHookThrowsReachesTheCaller() {
        ExecutionHandle handle =
                service.attachExecution(
                        ID,
                        new ExecutionHooks(
                                _ -> fail("closed"),
                                () -> false,
                                Optional.of(_ -> fail("no shell"))));
        assertThatThrownBy(() -> service.kill(ID, GRACE)).hasMessage("no shell");
        assertThatThrownBy(() -> service.kill(ID, GRACE)).hasMessage("no shell");
        assertThatThrownBy(() -> service.writeInput(ID, "x")).hasMessage("closed");
        assertThat(handle.result()).isNotDone();
        assertThat(service.isActive(ID)).isFalse();
    }

    private static void fail(String message) {
        throw new IllegalStateException(message);
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
