package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CompletionTest {
    private static final long PID = 4360;

    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
    void aVirtualExecutionCollectsOutputAndEndsWithIt() {
        ExecutionHandle handle = fixture.create();
        service.onExit(handle.pid(), fixture::seeExit);
        service.appendOutput(handle.pid(), "Hello");
        service.appendOutput(handle.pid(), " World");
        service.completeExecution(handle.pid(), Completion.exited(0));
        ExecutionResult result = handle.result().join();
        assertThat(result.output()).isEqualTo("Hello World");
        assertThat(result.method()).isEqualTo(ExecutionMethod.NONE);
        assertThat(result.backgrounded()).isFalse();
        assertThat(fixture.seen).containsExactly("exited 0 none");
    }

    @Test
    void theResultCarriesTheMethodThatWasGiven() {
        ExecutionHandle handle =
                service.createExecution(ExecutionSpec.of(ExecutionMethod.REMOTE_AGENT));
        service.completeExecution(handle.pid(), Completion.DONE);
        assertThat(handle.result().join().method()).isEqualTo(ExecutionMethod.REMOTE_AGENT);
    }

    @Test
    void whatIsNotGivenHasItsDefault() {
        ExecutionHandle handle = fixture.attach(PID);
        service.appendOutput(PID, "grün");
        service.completeExecution(PID, Completion.DONE);
        ExecutionResult result = handle.result().join();
        assertThat(result.rawOutput()).isEqualTo("grün".getBytes(StandardCharsets.UTF_8));
        assertThat(result.ansiOutput()).isEmpty();
        assertThat(result.exitCode()).hasValue(0);
        assertThat(result.signal()).isEmpty();
        assertThat(result.error()).isEmpty();
        assertThat(result.aborted()).isFalse();
        assertThat(result.pid()).hasValue(PID);
    }

    @Test
    void withAnErrorTheExitCodeIsOneUnlessOneIsGiven() {
        Completion failed = Completion.failed(new IllegalStateException("no"));
        assertThat(completed(failed).exitCode()).hasValue(1);
        assertThat(completed(failed.withExitCode(0)).exitCode()).hasValue(0);
        assertThat(completed(Completion.DONE).exitCode()).hasValue(0);
        assertThat(completed(Completion.exited(42)).exitCode()).hasValue(42);
    }

    @Test
    void aSignalIsKept() {
        assertThat(completed(Completion.signaled(15)).signal()).hasValue(15);
    }

    @Test
    void aScreenBecomesStructuredOutput() {
        AnsiOutput screen = new AnsiOutput(List.of(List.of(AnsiOutput.Token.plain("row"))));
        assertThat(completedWithSnapshot(new OutputEvent.Screen(screen)).ansiOutput())
                .isEqualTo(Optional.of(screen));
        assertThat(completedWithSnapshot(new OutputEvent.Data("row")).ansiOutput()).isEmpty();
    }

    @Test
    void aResultThatIsGivenIsDeliveredAsItIs() {
        ExecutionHandle handle = fixture.attach(PID);
        service.appendOutput(PID, "ignored");
        ExecutionResult given =
                ExecutionResult.ended(
                        PID,
                        ExecutionMethod.NODE_PTY,
                        "given",
                        Completion.signaled(9).withError(new IllegalStateException()));
        service.completeWithResult(PID, given);
        assertThat(handle.result().join()).isSameAs(given);
    }

    @Test
    void anUnknownIdHasNoEffect() {
        service.completeExecution(PID, Completion.DONE);
        service.completeWithResult(
                PID, ExecutionResult.ended(PID, ExecutionMethod.NONE, "", Completion.exited(0)));
        service.onExit(PID, fixture::seeExit);
        assertThat(fixture.seen).isEmpty();
        assertThat(service.size()).isZero();
    }

    @Test
    void firstTheResultThenTheExitEventThenItIsInactive() {
        ExecutionHandle handle = fixture.create();
        service.subscribe(
                handle.pid(),
                _ ->
                        fixture.seen.add(
                                "exit, result "
                                        + handle.result().isDone()
                                        + ", active "
                                        + service.isActive(handle.pid())));
        CompletableFuture<Void> _ =
                handle.result().thenAccept(_ -> fixture.seen.add("result, size " + service.size()));
        service.completeExecution(handle.pid(), Completion.DONE);
        assertThat(fixture.seen)
                .containsExactly("result, size 2", "exit, result true, active true");
        assertThat(service.isActive(handle.pid())).isFalse();
        assertThat(service.size()).isEqualTo(1); // the exit record
    }

    @Test
    void nothingComesAfterTheExit() {
        long id = fixture.create().pid();
        service.subscribe(
                id,
                event -> {
                    fixture.see(event);
                    service.appendOutput(id, "late");
                });
        service.completeExecution(id, Completion.DONE);
        assertThat(fixture.seen).containsExactly("exit 0 none");
    }

    @Test
    void theSecondEndIsIgnored() {
        ExecutionHandle handle = fixture.create();
        service.subscribe(handle.pid(), fixture::see);
        service.completeExecution(handle.pid(), Completion.exited(1));
        service.completeExecution(handle.pid(), Completion.exited(2));
        service.kill(handle.pid());
        assertThat(fixture.seen).containsExactly("exit 1 none");
        assertThat(handle.result().join().exitCode()).hasValue(1);
    }

    @Test
    void anEndFromWithinAListenerOfTheEndIsIgnored() {
        ExecutionHandle handle = fixture.create();
        service.subscribe(handle.pid(), _ -> service.kill(handle.pid()));
        service.subscribe(handle.pid(), fixture::see);
        service.completeExecution(handle.pid(), Completion.exited(1));
        assertThat(fixture.seen).containsExactly("exit 1 none");
        assertThat(handle.result().join().aborted()).isFalse();
    }

    @Test
    void aCancelledEndInTheForegroundIsToldAsAnExitToo() {
        ExecutionHandle handle = fixture.create();
        service.subscribe(handle.pid(), fixture::see);
        service.completeExecution(handle.pid(), Completion.exited(2).asAborted());
        assertThat(handle.result().join().aborted()).isTrue();
        assertThat(fixture.seen).containsExactly("exit 2 none");
    }

    @Test
    @SuppressWarnings("NullAway") // a caller's mistake
    void withoutACompletionItEndsAsFailed() {
        ExecutionHandle first = fixture.attach(PID);
        service.onExit(PID, fixture::seeExit);
        ExecutionHandle second = fixture.create();
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.completeExecution(PID, null);
            service.completeWithResult(second.pid(), null);
            assertThat(warnings.messages()).hasSize(2);
        }
        assertThat(first.result()).isCompleted();
        assertThat(first.result().join().exitCode()).hasValue(1);
        assertThat(first.result().join().error()).containsInstanceOf(NullPointerException.class);
        assertThat(second.result().join().error()).isPresent();
        assertThat(fixture.seen).containsExactly("exited 1 none");
        assertThat(service.isActive(second.pid())).isFalse();
    }

    @Test
    void anEndIsDeliveredThoughMemoryIsShort() {
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            assertAnEndIsDeliveredThoughMemoryIsShort();
            assertThat(warnings.messages()).isNotEmpty();
        }
    }

    @Test
    void anEndIsDeliveredThoughItsFailureCannotEvenBeLogged() {
        try (CapturedWarnings _ = new CapturedWarnings(new LinkageError("no log"))) {
            assertAnEndIsDeliveredThoughMemoryIsShort();
        }
    }

    private void assertAnEndIsDeliveredThoughMemoryIsShort() {
        ExecutionHooks hooks =
                ExecutionHooks.none()
                        .withSubscriptionSnapshot(() -> {
                            throw new OutOfMemoryError("a screen");
                        });
        ExecutionHandle handle = service.attachExecution(PID, LifecycleFixture.CHILD, hooks);
        service.onExit(PID, fixture::seeExit);
        service.completeExecution(PID, Completion.exited(3));
        assertThat(handle.result()).isCompletedWithValueMatching(r -> r.exitCode().orElse(0) == 3);
        assertThat(fixture.seen).containsExactly("exited 3 none");
    }

    @Test
    @SuppressWarnings("NullAway") // a caller's mistake
    void anEndWithoutACompletionThatComesMeanwhileIsDelivered() {
        ExecutionHandle handle = fixture.create();
        service.onExit(handle.pid(), fixture::seeExit);
        service.onBackground(_ -> service.completeExecution(handle.pid(), null));
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.background(handle.pid());
            assertThat(warnings.messages()).hasSize(1);
        }
        assertThat(fixture.seen).containsExactly("exited 1 none");
    }

    private ExecutionResult completed(Completion completion) {
        ExecutionHandle handle = fixture.create();
        service.completeExecution(handle.pid(), completion);
        return handle.result().join();
    }

    private ExecutionResult completedWithSnapshot(OutputEvent.Content snapshot) {
        ExecutionHooks hooks =
                ExecutionHooks.none().withSubscriptionSnapshot(() -> Optional.of(snapshot));
        ExecutionHandle handle = service.attachExecution(PID, LifecycleFixture.CHILD, hooks);
        service.completeExecution(PID, Completion.DONE);
        return handle.result().join();
    }
}
