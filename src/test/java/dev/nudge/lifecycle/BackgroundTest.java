package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.ExecutionLifecycleService.BackgroundStart;
import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import dev.nudge.lifecycle.ExecutionSpec.CompletionBehavior;
import dev.nudge.lifecycle.Listeners.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BackgroundTest {
    private static final long PID = 4321;

    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;
    private final List<BackgroundStart> starts = new ArrayList<>();
    private Subscription startSubscription = () -> {};

    @BeforeEach
    void listenForStarts() {
        startSubscription = service.onBackground(starts::add);
    }

    @Test
    void aBackgroundedExecutionGoesOnAndEnds() {
        ExecutionHandle handle = fixture.create();
        service.subscribe(handle.pid(), fixture::see);
        service.onExit(handle.pid(), fixture::seeExit);
        service.appendOutput(handle.pid(), "Chunk 1");
        service.background(handle.pid());
        assertThat(handle.result().join().backgrounded()).isTrue();
        assertThat(handle.result().join().output()).isEqualTo("Chunk 1");
        service.appendOutput(handle.pid(), "\nChunk 2");
        service.completeExecution(handle.pid(), Completion.DONE);
        assertThat(fixture.seen)
                .containsExactly("data Chunk 1", "data \nChunk 2", "exit 0 none", "exited 0 none");
    }

    @Test
    void anExternalExecutionGoesToTheBackgroundWithItsOwnOutput() {
        ExecutionHandle handle =
                service.attachExecution(
                        PID,
                        LifecycleFixture.CHILD.withInitialOutput("seed"),
                        ExecutionHooks.none().withBackgroundOutput(() -> "seed +delta"));
        service.onExit(PID, fixture::seeExit);
        service.background(PID);
        ExecutionResult result = handle.result().join();
        assertThat(result)
                .isEqualTo(
                        ExecutionResult.backgrounded(
                                PID, ExecutionMethod.CHILD_PROCESS, "seed +delta"));
        service.completeWithResult(
                PID,
                ExecutionResult.ended(
                        PID, ExecutionMethod.CHILD_PROCESS, "all", Completion.exited(0)));
        service.onExit(PID, fixture::seeExit);
        assertThat(fixture.seen).containsExactly("exited 0 none", "exited 0 none");
        assertThat(handle.result().join()).isEqualTo(result);
    }

    @Test
    void theResultOfGoingToTheBackgroundHasNoExit() {
        ExecutionHandle handle = fixture.create();
        service.appendOutput(handle.pid(), "so far");
        service.background(handle.pid());
        ExecutionResult result = handle.result().join();
        assertThat(result.rawOutput()).isEmpty();
        assertThat(result.output()).isEqualTo("so far");
        assertThat(result.exitCode()).isEmpty();
        assertThat(result.signal()).isEmpty();
        assertThat(result.error()).isEmpty();
        assertThat(result.aborted()).isFalse();
        assertThat(result.pid()).hasValue(handle.pid());
        assertThat(result.backgrounded()).isTrue();
    }

    @Test
    void inTheBackgroundAllWorksAsBefore() {
        service.attachExecution(
                PID,
                LifecycleFixture.CHILD,
                ExecutionHooks.none()
                        .withWriteInput(text -> fixture.seen.add("input " + text))
                        .withIsActive(() -> true)
                        .withKill(() -> fixture.seen.add("killed")));
        service.background(PID);
        service.writeInput(PID, "y");
        assertThat(service.isActive(PID)).isTrue();
        service.appendOutput(PID, "out");
        service.subscribe(PID, fixture::see);
        service.kill(PID);
        assertThat(fixture.seen).containsExactly("input y", "data out", "killed", "exit 130 none");
    }

    @Test
    void theSecondTimeHasNoEffect() {
        ExecutionHandle handle = fixture.create();
        service.background(handle.pid());
        service.appendOutput(handle.pid(), "more");
        service.background(handle.pid());
        assertThat(starts).hasSize(1);
        assertThat(handle.result().join().output()).isEmpty();
    }

    @Test
    void anEndedOrUnknownExecutionDoesNotGoToTheBackground() {
        ExecutionHandle handle = fixture.create();
        service.completeExecution(handle.pid(), Completion.DONE);
        service.background(handle.pid());
        service.background(17);
        assertThat(starts).isEmpty();
        assertThat(handle.result().join().backgrounded()).isFalse();
    }

    @Test
    void fromAListenerOfItsEndItDoesNotGoToTheBackground() {
        ExecutionHandle handle = fixture.create();
        service.subscribe(handle.pid(), _ -> service.background(handle.pid()));
        service.completeExecution(handle.pid(), Completion.DONE);
        assertThat(starts).isEmpty();
        assertThat(handle.result().join().backgrounded()).isFalse();
    }

    @Test
    void listenersAreToldAfterTheResultInTheirOrder() {
        ExecutionHandle handle = fixture.create();
        service.onBackground(_ -> fixture.seen.add("first " + handle.result().isDone()));
        service.onBackground(_ -> fixture.seen.add("second"));
        CompletableFuture<Void> _ = handle.result().thenAccept(_ -> fixture.seen.add("result"));
        service.background(handle.pid());
        assertThat(fixture.seen).containsExactly("result", "first true", "second");
    }

    @Test
    void anEndFromWithinAStartListenerIsToldAfterTheStart() {
        ExecutionHandle handle = fixture.create();
        service.onBackground(start -> service.kill(start.executionId()));
        service.onBackground(
                start -> service.completeExecution(start.executionId(), Completion.exited(9)));
        service.onBackground(_ -> fixture.seen.add("start"));
        service.subscribe(handle.pid(), fixture::see);
        service.background(handle.pid());
        assertThat(fixture.seen).containsExactly("start", "exit 130 none");
        assertThat(handle.result().join().backgrounded()).isTrue();
        assertThat(service.isActive(handle.pid())).isFalse();
    }

    @Test
    void aStartIsToldWithIdMethodLabelAndOutput() {
        ExecutionHandle handle =
                service.createExecution(
                        ExecutionSpec.of(ExecutionMethod.REMOTE_AGENT)
                                .withLabel("My Remote Agent"));
        service.appendOutput(handle.pid(), "some output");
        service.background(handle.pid());
        assertThat(starts)
                .containsExactly(
                        new BackgroundStart(
                                handle.pid(),
                                ExecutionMethod.REMOTE_AGENT,
                                "My Remote Agent",
                                "some output",
                                CompletionBehavior.SILENT));
    }

    @Test
    void withoutALabelItIsMethodAndId() {
        fixture.attach(PID);
        service.background(PID);
        assertThat(starts)
                .extracting(BackgroundStart::label)
                .containsExactly("child_process (ID: 4321)");
    }

    @Test
    void aStartCarriesTheBehaviourAtTheEnd() {
        ExecutionSpec spec = LifecycleFixture.PLAIN;
        background(spec.withCompletionBehavior(CompletionBehavior.NOTIFY));
        background(spec.withInjectionFormatter((output, _) -> output));
        background(spec);
        assertThat(starts)
                .extracting(BackgroundStart::completionBehavior)
                .containsExactly(
                        CompletionBehavior.NOTIFY,
                        CompletionBehavior.INJECT,
                        CompletionBehavior.SILENT);
    }

    @Test
    void aStartListenerThatThrowsDoesNotKeepTheNewsFromOthers() {
        long id = fixture.create().pid();
        startSubscription.close();
        service.onBackground(_ -> {
            throw new IllegalStateException("bad");
        });
        service.onBackground(starts::add);
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.background(id);
            assertThat(warnings.messages())
                    .containsExactly("The background-start listener failed; going on: bad");
        }
        assertThat(starts).hasSize(1);
    }

    @Test
    void anEndInTheForegroundIsNoStart() {
        service.completeExecution(fixture.create().pid(), Completion.DONE);
        assertThat(starts).isEmpty();
    }

    @Test
    void aStartListenerCanBeRemovedAlsoTwice() {
        startSubscription.close();
        startSubscription.close();
        service.background(fixture.create().pid());
        assertThat(starts).isEmpty();
    }

    @Test
    void aStartListenerRemovedByAnEarlierOneIsNotCalled() {
        List<Subscription> later = new ArrayList<>();
        service.onBackground(_ -> later.forEach(Subscription::close));
        later.add(service.onBackground(_ -> fixture.seen.add("later")));
        service.background(fixture.create().pid());
        assertThat(fixture.seen).isEmpty();
    }

    private void background(ExecutionSpec spec) {
        service.background(service.createExecution(spec).pid());
    }
}
