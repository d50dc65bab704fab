package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import org.junit.jupiter.api.Test;

class OutputTest {
    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
    void outputIsKeptAndToldChunkByChunk() {
        ExecutionHandle handle = fixture.create();
        service.subscribe(handle.pid(), fixture::see);
        service.appendOutput(handle.pid(), "a");
        service.appendOutput(handle.pid(), "b");
        service.completeExecution(handle.pid(), Completion.DONE);
        assertThat(fixture.seen).containsExactly("data a", "data b", "exit 0 none");
        assertThat(handle.result().join().output()).isEqualTo("ab");
    }

    @Test
    void anEmptyChunkIsNoEvent() {
        ExecutionHandle handle = fixture.create();
        service.subscribe(handle.pid(), fixture::see);
        service.appendOutput(handle.pid(), "");
        service.completeExecution(handle.pid(), Completion.DONE);
        assertThat(fixture.seen).containsExactly("exit 0 none");
        assertThat(handle.result().join().output()).isEmpty();
    }

    @Test
    void outputForAnUnknownIdIsDropped() {
        service.subscribe(99, fixture::see);
        service.appendOutput(99, "lost");
        assertThat(fixture.seen).isEmpty();
        ExecutionHandle handle = fixture.attach(99);
        service.completeExecution(99, Completion.DONE);
        assertThat(handle.result().join().output()).isEmpty();
    }

    @Test
    void anEventReachesAllListenersInTheirOrder() {
        ExecutionHandle handle = fixture.create();
        service.subscribe(handle.pid(), event -> fixture.seen.add("first " + event));
        service.subscribe(handle.pid(), fixture::see);
        service.emit(handle.pid(), new OutputEvent.StdinRequest("Name? "));
        service.emit(handle.pid(), new OutputEvent.Data("not kept"));
        assertThat(fixture.seen)
                .containsExactly(
                        "first StdinRequest[prompt=Name? ]",
                        "stdin_request Name? ",
                        "first Data[chunk=not kept]",
                        "data not kept");
        service.completeExecution(handle.pid(), Completion.DONE);
        assertThat(handle.result().join().output()).isEmpty();
    }

    @Test
    void anEventReachesListenersOfAnInactiveId() {
        service.subscribe(7, fixture::see);
        service.emit(7, new OutputEvent.Data("text"));
        service.emit(8, new OutputEvent.Data("text of another"));
        service.emit(7, new OutputEvent.StdinRequest("Go on? "));
        assertThat(fixture.seen).containsExactly("data text", "stdin_request Go on? ");
    }

    @Test
    void aListenerThatThrowsKeepsNobodyFromTheNews() {
        ExecutionHandle handle = fixture.create();
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.subscribe(handle.pid(), OutputTest::fail);
            service.subscribe(handle.pid(), fixture::see);
            service.appendOutput(handle.pid(), "a");
            service.completeExecution(handle.pid(), Completion.DONE);
            assertThat(warnings.messages())
                    .hasSize(2)
                    .allMatch(message ->
                            message.equals(
                                    "The output listener of execution 2000000001 failed;"
                                            + " going on: bad listener"));
        }
        assertThat(fixture.seen).containsExactly("data a", "exit 0 none");
        assertThat(service.isActive(handle.pid())).isFalse();
        service.onExit(handle.pid(), fixture::seeExit);
        assertThat(fixture.seen).endsWith("exited 0 none");
    }

    @Test
    void anErrorOfAListenerIsIsolatedAsWell() {
        ExecutionHandle handle = fixture.create();
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.subscribe(
                    handle.pid(),
                    _ -> {
                        throw new AssertionError("worse");
                    });
            service.completeExecution(handle.pid(), Completion.DONE);
            assertThat(warnings.messages()).singleElement().asString().endsWith(": worse");
        }
        assertThat(handle.result()).isCompleted();
        assertThat(service.isActive(handle.pid())).isFalse();
    }

    @Test
    void anExternalExecutionsOutputIsWhatItsHookSays() {
        ExecutionHandle handle =
                service.attachExecution(
                        4330,
                        LifecycleFixture.CHILD,
                        ExecutionHooks.none().withBackgroundOutput(() -> "provider"));
        service.appendOutput(4330, "appended");
        service.completeExecution(4330, Completion.DONE);
        assertThat(handle.result().join().output()).isEqualTo("provider");
    }

    @Test
    void anOutputHookThatThrowsDoesNotCostTheResult() {
        ExecutionHooks broken =
                ExecutionHooks.none()
                        .withBackgroundOutput(() -> {
                            throw new IllegalStateException("no output");
                        });
        ExecutionHandle handle = service.attachExecution(4331, LifecycleFixture.CHILD, broken);
        service.appendOutput(4331, "appended");
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.completeExecution(4331, Completion.exited(4));
            assertThat(warnings.messages())
                    .containsExactly(
                            "The output hook of execution 4331 failed; going on: no output");
        }
        assertThat(handle.result().join().output()).isEqualTo("appended");
        assertThat(handle.result().join().exitCode()).hasValue(4);
    }

    @Test
    void ofALongOutputTheEndIsKept() {
        ExecutionHandle handle = fixture.create();
        service.appendOutput(handle.pid(), "first");
        for (int i = 0; i < 40; i++) {
            service.appendOutput(handle.pid(), "x".repeat(1 << 20));
        }
        service.appendOutput(handle.pid(), "last");
        service.background(handle.pid());

        String output = handle.result().join().output();
        assertThat(output)
                .hasSize(Execution.Appended.CUT.length() + Execution.Appended.MOST)
                .startsWith(Execution.Appended.CUT + "xx")
                .endsWith("xxlast");
    }

    @Test
    void ofALongChunkTheEndIsKeptInWholeCharacters() {
        ExecutionHandle handle = fixture.create();
        service.appendOutput(handle.pid(), "😀".repeat(Execution.Appended.MOST / 2) + "!");
        service.completeExecution(handle.pid(), Completion.DONE);

        assertThat(handle.result().join().output())
                .isEqualTo(
                        Execution.Appended.CUT
                                + "😀".repeat(Execution.Appended.MOST / 2 - 1)
                                + "!");
    }

    private static void fail(OutputEvent event) {
        throw new IllegalStateException("bad listener");
    }
}
