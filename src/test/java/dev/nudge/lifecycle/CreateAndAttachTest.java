package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import org.junit.jupiter.api.Test;

class CreateAndAttachTest extends LifecycleFixture {
    @Test
    void virtualIdsGrowFromTwoBillionAndOneAndAreNotGivenAgain() {
        assertThat(service.createExecution().id()).isEqualTo(2_000_000_001L);
        service.completeExecution(2_000_000_001L, Completion.DONE);
        service.attachExecution(2_000_000_002L, ExecutionHooks.NONE);
        assertThat(service.createExecution().id()).isEqualTo(2_000_000_003L);
    }

    @Test
    void toAttachAnActiveIdFailsAndOneThatHasEndedCanBeUsedAgainWithoutItsEarlierExit() {
        ExecutionHandle first = attach();
        service.appendOutput(ID, "kept");
        assertThatThrownBy(this::attach)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Execution 4321 is already attached.");
        service.completeExecution(ID, Completion.exited(3));
        assertThat(first.result())
                .isCompletedWithValueMatching(result -> result.output().equals("kept"));

        attach();
        service.onExit(ID, this::seeExit);
        service.background(ID);
        assertThatThrownBy(this::attach).hasMessage("Execution 4321 is already attached.");
        assertThat(seen).isEmpty();
        service.completeExecution(ID, Completion.exited(2));
        assertThat(seen).containsExactly("exited 2");
    }

    @Test
    void whoCancelsAHandlesResultDoesNotEndTheExecution() {
        ExecutionHandle handle = service.createExecution();
        assertThat(handle.result().cancel(true)).isTrue();
        assertThat(service.isActive(handle.id())).isTrue();
    }
}
