package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import dev.nudge.lifecycle.ExecutionLifecycleService.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class OutputTest extends LifecycleFixture {
    @Test
    void outputIsKeptAndReportedChunkByChunkToAllInTheirOrderOnce() {
        ExecutionHandle handle = attach();
        Consumer<OutputEvent> listener = this::see;
        service.subscribe(ID, _ -> seen.add("first"));
        service.subscribe(ID, listener);
        service.subscribe(ID, listener);
        service.appendOutput(ID, "a");
        service.appendOutput(ID, "");
        service.appendOutput(ID, "b");
        service.completeExecution(ID, Completion.DONE);
        assertThat(seen).containsExactly("first", "data a", "first", "data b", "first", "exit 0");
        assertThat(handle.result().join().output()).isEqualTo("ab");
    }

    @Test
    void aLateSubscriberSeesWhatThereIsThenWhatComesAlsoIfAListenerSubscribesIt() {
        attach();
        service.subscribe(ID, this::see).close();
        service.appendOutput(ID, "one ");
        service.appendOutput(ID, "two ");
        service.background(ID);
        service.subscribe(ID, this::see);
        service.appendOutput(ID, "three");
        assertThat(seen).containsExactly("data one two ", "data three");

        service.completeExecution(ID, Completion.DONE);
        seen.clear();
        attach();
        service.subscribe(
                ID,
                _ -> {
                    service.subscribe(ID, this::see);
                    seen.add("subscribed");
                });
        service.appendOutput(ID, "a");
        assertThat(seen).containsExactly("data a", "subscribed");
    }

    @Test
    void whoHasLeftHearsNothingEvenOfWhatIsBeingReported() {
        List<Subscription> later = new ArrayList<>();
        attach();
        service.subscribe(ID, _ -> later.forEach(Subscription::close));
        later.add(service.subscribe(ID, this::see));
        service.appendOutput(ID, "a");
        later.getFirst().close();
        service.completeExecution(ID, Completion.DONE);
        assertThat(seen).isEmpty();
    }

    @Test
    void anOldSubscriptionDoesNotEndOneInTheSecondLife() {
        Consumer<OutputEvent> listener = this::see;
        attach();
        Subscription old = service.subscribe(ID, listener);
        service.completeExecution(ID, Completion.DONE);
        attach();
        service.subscribe(ID, listener);
        old.close();
        service.appendOutput(ID, "second life");
        assertThat(seen).containsExactly("exit 0", "data second life");
    }

    @Test
    void aListenerThatThrowsKeepsNobodyFromTheNews() {
        attach();
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.subscribe(
                    ID,
                    event -> {
                        if (event instanceof OutputEvent.Exit) {
                            throw new AssertionError("worse");
                        }
                        throw new IllegalStateException("bad");
                    });
            service.subscribe(ID, this::see);
            service.appendOutput(ID, "a");
            service.completeExecution(ID, Completion.DONE);
            assertThat(warnings.messages())
                    .containsExactly(
                            "The output listener of execution 4321 failed; going on: bad",
                            "The output listener of execution 4321 failed; going on: worse");
        }
        assertThat(seen).containsExactly("data a", "exit 0");
        assertThat(service.isActive(ID)).isFalse();
    }

    @Test
    void ofALongOutputOrChunkTheEndIsKeptInWholeCharacters() {
        ExecutionHandle handle = attach();
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

        service.completeExecution(ID, Completion.DONE);
        ExecutionHandle next = attach();
        service.appendOutput(ID, "😀".repeat(Execution.Appended.MOST / 2) + "!");
        service.completeExecution(ID, Completion.DONE);

        assertThat(next.result().join().output())
                .isEqualTo(
                        Execution.Appended.CUT
                                + "😀".repeat(Execution.Appended.MOST / 2 - 1)
                                + "!");
    }
}
