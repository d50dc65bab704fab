package dev.nudge.lifecycle;

import static dev.nudge.lifecycle.LifecycleFixture.ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import dev.nudge.lifecycle.ExecutionLifecycleService.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class OutputTest {
    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
    void outputIsKeptAndReportedChunkByChunkToAllInTheirOrder() {
        ExecutionHandle handle = fixture.attach();
        service.subscribe(ID, _ -> fixture.seen.add("first"));
        service.subscribe(ID, fixture::see);
        service.appendOutput(ID, "a");
        service.appendOutput(ID, "");
        service.appendOutput(ID, "b");
        service.completeExecution(ID, Completion.DONE);
        assertThat(fixture.seen)
                .containsExactly("first", "data a", "first", "data b", "first", "exit 0");
        assertThat(handle.result().join().output()).isEqualTo("ab");
    }

    @Test
    void anUnusedIdHasNeitherOutputNorSubscribers() {
        service.subscribe(ID, fixture::see).close();
        service.appendOutput(ID, "lost");
        ExecutionHandle handle = fixture.attach();
        service.completeExecution(ID, Completion.DONE);
        service.subscribe(ID, fixture::see);
        assertThat(handle.result().join().output()).isEmpty();
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    void aLateSubscriberSeesWhatThereIsThenWhatComes() {
        fixture.attach();
        service.subscribe(ID, fixture::see).close();
        service.appendOutput(ID, "one ");
        service.appendOutput(ID, "two ");
        service.background(ID);
        service.subscribe(ID, fixture::see);
        service.appendOutput(ID, "three");
        assertThat(fixture.seen).containsExactly("data one two ", "data three");
    }

    @Test
    void aListenerThatSubscribesAnotherShowsItTheOutputAtOnce() {
        fixture.attach();
        Consumer<OutputEvent> inner = fixture::see;
        service.subscribe(
                ID,
                _ -> {
                    service.subscribe(ID, inner);
                    fixture.seen.add("subscribed");
                });
        service.appendOutput(ID, "a");
        assertThat(fixture.seen).containsExactly("data a", "subscribed");
    }

    @Test
    void theSameListenerHearsEachEventOnce() {
        fixture.attach();
        Consumer<OutputEvent> listener = fixture::see;
        service.subscribe(ID, listener);
        service.subscribe(ID, listener);
        service.appendOutput(ID, "a");
        assertThat(fixture.seen).containsExactly("data a");
    }

    @Test
    void whoHasLeftHearsNothingEvenOfWhatIsBeingReported() {
        List<Subscription> later = new ArrayList<>();
        fixture.attach();
        service.subscribe(ID, _ -> later.forEach(Subscription::close));
        later.add(service.subscribe(ID, fixture::see));
        service.appendOutput(ID, "a");
        later.getFirst().close();
        service.completeExecution(ID, Completion.DONE);
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    void anOldSubscriptionDoesNotEndOneInTheSecondLife() {
        Consumer<OutputEvent> listener = fixture::see;
        fixture.attach();
        Subscription old = service.subscribe(ID, listener);
        service.completeExecution(ID, Completion.DONE);
        fixture.attach();
        service.subscribe(ID, listener);
        old.close();
        service.appendOutput(ID, "second life");
        assertThat(fixture.seen).containsExactly("exit 0", "data second life");
    }

    @Test
    void aListenerThatThrowsKeepsNobodyFromTheNews() {
        fixture.attach();
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.subscribe(
                    ID,
                    event -> {
                        if (event instanceof OutputEvent.Exit) {
                            throw new AssertionError("worse");
                        }
                        throw new IllegalStateException("bad");
                    });
            service.subscribe(ID, fixture::see);
            service.appendOutput(ID, "a");
            service.completeExecution(ID, Completion.DONE);
            assertThat(warnings.messages())
                    .containsExactly(
                            "The output listener of execution 4321 failed; going on: bad",
                            "The output listener of execution 4321 failed; going on: worse");
        }
        assertThat(fixture.seen).containsExactly("data a", "exit 0");
        assertThat(service.isActive(ID)).isFalse();
    }

    @Test
    void ofALongOutputTheEndIsKept() {
        ExecutionHandle handle = fixture.attach();
        service.appendOutput(ID, "first");
        for (int i = 0; i < 40; i++) {
            service.appendOutput(ID, "x".repeat(1 << 20));
        }
        service.appendOutput(ID, "last");
        service.background(ID);

        assertThat(handle.result().join().output())
                .hasSize(Execution.Appended.CUT.length() + Execution.Appended.MOST)
                .startsWith(Execution.Appended.CUT + "xx")
                .endsWith("xxlast");
    }

    @Test
    void ofALongChunkTheEndIsKeptInWholeCharacters() {
        ExecutionHandle handle = fixture.attach();
        service.appendOutput(ID, "😀".repeat(Execution.Appended.MOST / 2) + "!");
        service.completeExecution(ID, Completion.DONE);

        assertThat(handle.result().join().output())
                .isEqualTo(
                        Execution.Appended.CUT
                                + "😀".repeat(Execution.Appended.MOST / 2 - 1)
                                + "!");
    }
}
