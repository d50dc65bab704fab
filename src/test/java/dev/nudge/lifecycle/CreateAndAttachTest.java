package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CreateAndAttachTest {
    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
    void virtualIdsStartAtTwoBillionAndOneAndGrowByOne() {
        assertThat(fixture.create().pid()).isEqualTo(2_000_000_001L);
        assertThat(fixture.create().pid()).isEqualTo(2_000_000_002L);
    }

    @Test
    void anIdThatIsActiveIsSkipped() {
        fixture.attach(2_000_000_001L);
        assertThat(fixture.create().pid()).isEqualTo(2_000_000_002L);
    }

    @Test
    void theIdOfAnEndedExecutionIsNotGivenAgain() {
        service.completeExecution(fixture.create().pid(), Completion.DONE);
        assertThat(fixture.create().pid()).isEqualTo(2_000_000_002L);
    }

    @Test
    void aNewVirtualExecutionIsPending() {
        ExecutionHandle handle =
                service.createExecution(LifecycleFixture.PLAIN.withInitialOutput("start"));
        assertThat(handle.result()).isNotDone();
        service.completeExecution(handle.pid(), Completion.DONE);
        assertThat(handle.result().join().output()).isEqualTo("start");
        assertThat(handle.result().join().method()).isEqualTo(ExecutionMethod.NONE);
    }

    @Test
    void aVirtualExecutionShowsItsInitialAndItsAppendedOutput() {
        ExecutionHandle handle =
                service.createExecution(LifecycleFixture.PLAIN.withInitialOutput("a"));
        service.appendOutput(handle.pid(), "b");
        service.subscribe(handle.pid(), fixture::see);
        service.background(handle.pid());
        assertThat(fixture.seen).containsExactly("data ab");
        assertThat(handle.result().join().output()).isEqualTo("ab");
    }

    @Test
    void anExternalExecutionHasTheCallersId() {
        ExecutionHandle handle = fixture.attach(4320);
        service.completeExecution(4320, Completion.DONE);
        assertThat(handle.pid()).isEqualTo(4320);
        assertThat(handle.result().join().output()).isEmpty();
    }

    @Test
    void toAttachAnActiveIdFailsAndChangesNothing() {
        ExecutionHandle first = fixture.attach(4324);
        service.appendOutput(4324, "kept");
        assertThatThrownBy(() -> fixture.attach(4324))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Execution 4324 is already attached.");
        service.completeExecution(4324, Completion.exited(3));
        assertThat(first.result().join().output()).isEqualTo("kept");
        assertThat(first.result().join().exitCode()).hasValue(3);
    }

    @Test
    void anIdCanBeUsedAgainAndItsEarlierExitIsForgotten() {
        fixture.attach(4325);
        service.completeExecution(4325, Completion.exited(1));
        fixture.attach(4325);
        service.onExit(4325, fixture::seeExit);
        assertThat(fixture.seen).isEmpty();
        service.completeExecution(4325, Completion.exited(2));
        assertThat(fixture.seen).containsExactly("exited 2 none");
    }

    @Test
    void toAttachABackgroundedActiveIdFails() {
        fixture.attach(4326);
        service.background(4326);
        assertThatThrownBy(() -> fixture.attach(4326))
                .hasMessage("Execution 4326 is already attached.");
    }

    @Test
    void anErrorIsPartOfTheResult() {
        ExecutionHandle handle = fixture.create();
        IllegalStateException error = new IllegalStateException("broken");
        service.completeExecution(handle.pid(), Completion.failed(error));
        assertThat(handle.result()).isCompleted();
        assertThat(handle.result().join().error()).isEqualTo(Optional.of(error));
    }

    @Test
    void whoCancelsAHandlesResultDoesNotEndTheExecution() {
        ExecutionHandle handle = fixture.create();
        assertThat(handle.result().cancel(true)).isTrue();
        service.onExit(handle.pid(), fixture::seeExit);
        assertThat(service.isActive(handle.pid())).isTrue();
        service.completeExecution(handle.pid(), Completion.DONE);
        assertThat(fixture.seen).containsExactly("exited 0 none");
    }
}
