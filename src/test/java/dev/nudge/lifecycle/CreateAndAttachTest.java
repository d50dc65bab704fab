package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import org.junit.jupiter.api.Test;

class CreateAndAttachTest {
    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
    void virtualIdsGrowFromTwoBillionAndOneAndAreNotGivenAgain() {
        assertThat(service.createExecution().id()).isEqualTo(2_000_000_001L);
        service.completeExecution(2_000_000_001L, Completion.DONE);
        service.attachExecution(2_000_000_002L, ExecutionHooks.NONE);
        assertThat(service.createExecution().id()).isEqualTo(2_000_000_003L);
    }

    @Test
    void toAttachAnActiveIdFailsAndChangesNothing() {
        ExecutionHandle first = fixture.attach();
        service.appendOutput(first.id(), "kept");
        assertThatThrownBy(fixture::attach)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Execution 4321 is already attached.");
        service.completeExecution(first.id(), Completion.exited(3));
        assertThat(first.result())
                .isCompletedWithValueMatching(result -> result.output().equals("kept"));
        fixture.attach();
        service.background(first.id());
        assertThatThrownBy(fixture::attach).hasMessage("Execution 4321 is already attached.");
    }

    @Test
    void anIdCanBeUsedAgainAndItsEarlierExitIsForgotten() {
        long id = fixture.attach().id();
        service.completeExecution(id, Completion.exited(1));
        fixture.attach();
        service.onExit(id, fixture::seeExit);
        assertThat(fixture.seen).isEmpty();
        service.completeExecution(id, Completion.exited(2));
        assertThat(fixture.seen).containsExactly("exited 2");
    }

    @Test
    void whoCancelsAHandlesResultDoesNotEndTheExecution() {
        ExecutionHandle handle = service.createExecution();
        assertThat(handle.result().cancel(true)).isTrue();
        assertThat(service.isActive(handle.id())).isTrue();
    }
}
