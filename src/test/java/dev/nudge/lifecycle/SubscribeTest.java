package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.Listeners.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SubscribeTest {
    private static final long PID = 4340;

    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
    void aLateSubscriberSeesWhatThereIsThenWhatComes() {
        long id = fixture.create().pid();
        service.appendOutput(id, "one ");
        service.appendOutput(id, "two ");
        service.background(id);
        service.subscribe(id, fixture::see);
        assertThat(fixture.seen).containsExactly("data one two ");
        service.appendOutput(id, "three");
        assertThat(fixture.seen).containsExactly("data one two ", "data three");
    }

    @Test
    void withoutOutputThereIsNoReplay() {
        service.subscribe(fixture.create().pid(), fixture::see);
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    void eventsThatComeWhileTheSnapshotIsTakenFollowIt() {
        attachWithSnapshot(() -> {
            service.appendOutput(PID, "chunk");
            return Optional.of(new OutputEvent.Data("snapshot"));
        });
        service.subscribe(PID, fixture::see);
        assertThat(fixture.seen).containsExactly("data snapshot", "data chunk");
    }

    @Test
    void aListenerThatSubscribesAnotherShowsItTheSnapshotAtOnce() {
        long id = fixture.create().pid();
        Consumer<OutputEvent> inner = fixture::see;
        service.subscribe(
                id,
                _ -> {
                    service.subscribe(id, inner);
                    fixture.seen.add("subscribed");
                });
        service.appendOutput(id, "a");
        assertThat(fixture.seen).containsExactly("data a", "subscribed");
    }

    @Test
    void theHooksSnapshotGoesBeforeAppendedOutput() {
        attachWithSnapshot(() -> Optional.of(new OutputEvent.Data("from hook")));
        service.appendOutput(PID, "appended");
        service.subscribe(PID, fixture::see);
        assertThat(fixture.seen).containsExactly("data from hook");
    }

    @Test
    void whereTheHookHasNoSnapshotAppendedOutputIsShown() {
        attachWithSnapshot(Optional::empty);
        service.appendOutput(PID, "appended");
        service.subscribe(PID, fixture::see);
        assertThat(fixture.seen).containsExactly("data appended");
    }

    @Test
    void anEmptyTextOfTheHookIsNotReplayed() {
        attachWithSnapshot(() -> Optional.of(new OutputEvent.Data("")));
        service.appendOutput(PID, "appended");
        service.subscribe(PID, fixture::see);
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    void aScreenIsReplayedAlsoWithoutLines() {
        attachWithSnapshot(() -> Optional.of(new OutputEvent.Screen(new AnsiOutput(List.of()))));
        service.subscribe(PID, fixture::see);
        assertThat(fixture.seen).containsExactly("screen of 0 lines");
    }

    @Test
    void aSnapshotHookThatThrowsLeavesTheAppendedOutput() {
        attachWithSnapshot(() -> {
            throw new IllegalStateException("no screen");
        });
        service.appendOutput(PID, "appended");
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.subscribe(PID, fixture::see);
            assertThat(warnings.messages())
                    .containsExactly(
                            "The snapshot hook of execution 4340 failed; going on: no screen");
        }
        assertThat(fixture.seen).containsExactly("data appended");
    }

    @Test
    void whoSubscribesToAnUnusedIdHearsItsNextUse() {
        service.subscribe(PID, fixture::see);
        fixture.attach(PID);
        service.appendOutput(PID, "first words");
        assertThat(fixture.seen).containsExactly("data first words");
    }

    @Test
    void whoSubscribesAfterTheEndHearsNothing() {
        long id = fixture.create().pid();
        service.appendOutput(id, "output");
        service.completeExecution(id, Completion.DONE);
        service.subscribe(id, fixture::see);
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    void theSameListenerHearsEachEventOnce() {
        long id = fixture.create().pid();
        Consumer<OutputEvent> listener = fixture::see;
        service.subscribe(id, listener);
        service.subscribe(id, listener);
        service.appendOutput(id, "a");
        assertThat(fixture.seen).containsExactly("data a");
    }

    @Test
    void whoHasUnsubscribedHearsNoExit() {
        long id = fixture.create().pid();
        Subscription subscription = service.subscribe(id, fixture::see);
        subscription.close();
        subscription.close();
        service.completeExecution(id, Completion.DONE);
        subscription.close();
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    void withItsLastListenerAnIdsSetGoes() {
        Subscription first = service.subscribe(PID, fixture::see);
        Subscription second = service.subscribe(PID, _ -> fixture.seen.add("second"));
        assertThat(service.size()).isEqualTo(1);
        first.close();
        service.emit(PID, new OutputEvent.Data("text"));
        assertThat(fixture.seen).containsExactly("second");
        second.close();
        assertThat(service.size()).isZero();
    }

    @Test
    void anOldSubscriptionDoesNotEndOneInTheSecondLife() {
        Consumer<OutputEvent> listener = fixture::see;
        fixture.attach(PID);
        Subscription old = service.subscribe(PID, listener);
        service.completeExecution(PID, Completion.DONE);
        fixture.attach(PID);
        service.subscribe(PID, listener);
        old.close();
        service.appendOutput(PID, "second life");
        assertThat(fixture.seen).containsExactly("exit 0 none", "data second life");
    }

    @Test
    void aListenerRemovedByAnEarlierOneIsNotCalled() {
        List<Subscription> second = new ArrayList<>();
        long id = fixture.create().pid();
        service.subscribe(id, _ -> second.forEach(Subscription::close));
        second.add(service.subscribe(id, fixture::see));
        service.appendOutput(id, "a");
        assertThat(fixture.seen).isEmpty();
    }

    private void attachWithSnapshot(Supplier<Optional<OutputEvent.Content>> snapshot) {
        service.attachExecution(
                PID,
                LifecycleFixture.CHILD,
                ExecutionHooks.none().withSubscriptionSnapshot(snapshot));
    }
}
