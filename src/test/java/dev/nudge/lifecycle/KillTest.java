package dev.nudge.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class KillTest {
    private static final long PID = 4322;

    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
    void aVirtualExecutionIsKilledThroughItsHook() {
        ExecutionHandle handle =
                service.createExecution(LifecycleFixture.PLAIN, () -> fixture.seen.add("hook"));
        service.appendOutput(handle.pid(), "work");
        service.kill(handle.pid());
        service.kill(handle.pid());
        assertThat(fixture.seen).containsExactly("hook");
        assertCancelled(handle, "work");
    }

    @Test
    void anExternalExecutionIsKilledThroughItsHook() {
        ExecutionHandle handle = attach(() -> fixture.seen.add("hook"));
        service.onExit(PID, fixture::seeExit);
        service.kill(PID);
        assertThat(fixture.seen).containsExactly("hook", "exited 130 none");
        assertCancelled(handle, "running");
    }

    @Test
    void withoutAHookAnExecutionIsCancelledAllTheSame() {
        ExecutionHandle virtual = fixture.create();
        ExecutionHandle external = fixture.attach(PID);
        service.kill(virtual.pid());
        service.kill(PID);
        assertCancelled(virtual, "");
        assertCancelled(external, "");
    }

    @Test
    void anUnknownIdHasNoEffect() {
        service.kill(PID);
        service.onExit(PID, fixture::seeExit);
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    void theOutputIsWhatThereIsAfterTheHook() {
        ExecutionHandle handle = attach(() -> service.appendOutput(PID, ", bye"));
        service.kill(PID);
        assertCancelled(handle, "running, bye");
    }

    @Test
    void aKillHookThatThrowsDoesNotKeepTheExecutionFromEnding() {
        ExecutionHandle handle =
                attach(() -> {
                    throw new IllegalStateException("no such process");
                });
        service.onExit(PID, fixture::seeExit);
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.kill(PID);
            assertThat(warnings.messages())
                    .containsExactly(
                            "The kill hook of execution 4322 failed; going on: no such process");
        }
        assertThat(fixture.seen).containsExactly("exited 130 none");
        assertCancelled(handle, "running");
    }

    @Test
    void theRealExitOfAKilledExecutionIsIgnored() {
        ExecutionHandle handle = attach(() -> {});
        service.subscribe(PID, _ -> fixture.seen.add("event"));
        fixture.seen.clear();
        service.kill(PID);
        service.completeWithResult(
                PID,
                ExecutionResult.ended(
                        PID, ExecutionMethod.CHILD_PROCESS, "real", Completion.signaled(9)));
        assertThat(fixture.seen).containsExactly("event");
        assertCancelled(handle, "running");
    }

    @Test
    void anEndThatTheKillHookItselfReportsStands() {
        ExecutionHandle handle = attach(() -> service.completeExecution(PID, Completion.exited(7)));
        service.kill(PID);
        assertThat(handle.result().join().exitCode()).hasValue(7);
        assertThat(handle.result().join().aborted()).isFalse();
    }

    @Test
    void aKillHookThatKillsIsCalledOnce() {
        ExecutionHandle handle =
                attach(() -> {
                    fixture.seen.add("hook");
                    service.kill(PID);
                });
        service.kill(PID);
        assertThat(fixture.seen).containsExactly("hook");
        assertCancelled(handle, "running");
    }

    @Test
    void inTheBackgroundAKillIsAnExit() {
        ExecutionHandle handle = attach(() -> {});
        service.onBackgroundComplete(_ -> fixture.seen.add("completion"));
        service.background(PID);
        service.onExit(PID, fixture::seeExit);
        service.kill(PID);
        assertThat(fixture.seen).containsExactly("exited 130 none");
        assertThat(handle.result().join().backgrounded()).isTrue();
        assertThat(handle.result().join().aborted()).isFalse();
    }

    @Test
    void realExitCountsIfTheHookWaitsForTheEnd() {
        ExecutionHandle handle =
                attachWithEnd(grace -> {
                    fixture.seen.add("grace " + grace.orElseThrow().toSeconds());
                    service.completeExecution(PID, Completion.signaled(15));
                });
        service.onBackgroundComplete(_ -> fixture.seen.add("completion"));
        service.background(PID);
        service.onExit(PID, fixture::seeExit);
        service.kill(PID, Duration.ofSeconds(3));
        assertThat(fixture.seen).containsExactly("grace 3", "completion", "exited 0 15");
        assertThat(handle.result().join().aborted()).isFalse();
    }

    @Test
    void executionThatSurvivesContinuesAndMayBeKilledAgain() {
        ExecutionHandle handle = attachWithEnd(_ -> fixture.seen.add("hook"));
        service.kill(PID);
        service.kill(PID);
        assertThat(fixture.seen).containsExactly("hook", "hook");
        assertThat(handle.result()).isNotDone();
        service.completeExecution(PID, Completion.exited(4));
        assertThat(handle.result().join().exitCode()).hasValue(4);
    }

    @Test
    void exceptionOfAHookThatWaitsForTheEndReachesTheCaller() {
        ExecutionHandle handle =
                attachWithEnd(_ -> {
                    throw new IllegalStateException("no shell");
                });
        assertThatThrownBy(() -> service.kill(PID)).hasMessage("no shell");
        assertThatThrownBy(() -> service.kill(PID)).hasMessage("no shell");
        assertThat(handle.result()).isNotDone();
    }

    private ExecutionHandle attachWithEnd(Consumer<Optional<Duration>> end) {
        return service.attachExecution(
                PID, LifecycleFixture.CHILD, ExecutionHooks.none().withKillToTheEnd(end));
    }

    private ExecutionHandle attach(Runnable kill) {
        return service.attachExecution(
                PID,
                LifecycleFixture.CHILD.withInitialOutput("running"),
                ExecutionHooks.none().withKill(kill));
    }

    private static void assertCancelled(ExecutionHandle handle, String output) {
        ExecutionResult result = handle.result().join();
        assertThat(result.aborted()).isTrue();
        assertThat(result.exitCode()).hasValue(130);
        assertThat(result.signal()).isEmpty();
        assertThat(result.error())
                .hasValueSatisfying(
                        error -> assertThat(error).hasMessage("Operation cancelled by user."));
        assertThat(result.output()).isEqualTo(output);
        assertThat(result.rawOutput()).asString(UTF_8).isEqualTo(output);
        assertThat(result.pid()).hasValue(handle.pid());
        assertThat(result.backgrounded()).isFalse();
    }
}
