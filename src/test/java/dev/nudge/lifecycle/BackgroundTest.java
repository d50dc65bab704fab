package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BackgroundTest extends LifecycleFixture {
    private final List<ExecutionResult> ends = new ArrayList<>();

    @BeforeEach
    void listen() {
        service.onBackgroundComplete(ends::add);
    }

    @Test
    void aBackgroundedExecutionContinuesAndEnds() {
        ExecutionHandle handle = attach(_ -> {});
        service.subscribe(ID, this::see);
        service.onExit(ID, this::seeExit);
        service.appendOutput(ID, "1");
        service.background(ID);
        service.appendOutput(ID, "2");
        service.background(ID);
        service.writeInput(ID, "y");
        assertThat(service.isActive(ID)).isTrue();
        Completion end = Completion.exited(7);
        service.completeExecution(ID, end);
        assertThat(seen).containsExactly("data 1", "data 2", "input y", "exit 7", "exited 7");
        assertThat(handle.result().join())
                .isEqualTo(new ExecutionResult(ID, "1", Optional.empty()));
        assertThat(handle.result().join().backgrounded()).isTrue();
        assertThat(ends).containsExactly(new ExecutionResult(ID, "12", Optional.of(end)));
    }

    @Test
    void anEndInTheForegroundOrOfACancelledOneIsNotReported() {
        ExecutionHandle first = service.createExecution();
        ExecutionHandle second = service.createExecution();
        service.completeExecution(first.id(), Completion.DONE);
        service.background(second.id());
        service.kill(second.id(), Duration.ZERO);
        service.background(17);
        assertThat(ends).isEmpty();
        assertThat(second.result().join().aborted()).isFalse();
    }

    @Test
    void aListenerThatThrowsDoesNotKeepTheNewsFromOthers() {
        service.onBackgroundComplete(failing("bad"));
        service.onBackgroundComplete(_ -> seen.add("last"));
        attach();
        service.background(ID);
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.completeExecution(ID, Completion.DONE);
            assertThat(warnings.messages())
                    .containsExactly("The background-complete listener failed; going on: bad");
        }
        assertThat(seen).containsExactly("last");
        assertThat(service.isActive(ID)).isFalse();
    }
}
