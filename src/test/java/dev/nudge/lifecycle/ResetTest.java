package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class ResetTest {
    private static final long PID = 4390;
    private static final ExecutionSpec INJECTING =
            LifecycleFixture.PLAIN.withInjectionFormatter((_, _) -> "text");

    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;

    @Test
    void aLaterInjectionServiceTakesThePlaceOfAnEarlierOne() {
        InjectionService first = injectionService();
        InjectionService second = injectionService();
        service.setInjectionService(first);
        service.setInjectionService(second);
        endInBackground();
        assertThat(first.all()).isEmpty();
        assertThat(second.all()).hasSize(1);
    }

    @Test
    void aResetForgetsExecutionsExitsAndIds() {
        fixture.create();
        fixture.attach(PID);
        service.completeExecution(PID, Completion.DONE);
        service.reset();
        service.onExit(PID, fixture::seeExit);
        assertThat(service.size()).isZero();
        assertThat(fixture.seen).isEmpty();
        assertThat(service.isActive(2_000_000_001L)).isFalse();
        assertThat(fixture.create().pid()).isEqualTo(2_000_000_001L);
        assertThat(fixture.create().pid()).isEqualTo(2_000_000_002L);
    }

    @Test
    void aResetForgetsAllListenersAndTheInjectionService() {
        InjectionService injections = injectionService();
        service.setInjectionService(injections);
        service.subscribe(2_000_000_001L, fixture::see);
        service.onBackground(_ -> fixture.seen.add("start"));
        service.onBackgroundComplete(_ -> fixture.seen.add("completion"));
        service.reset();
        endInBackground();
        assertThat(fixture.seen).isEmpty();
        assertThat(injections.all()).isEmpty();
    }

    @Test
    void whoWaitsAtAResetGetsACancelledResult() {
        ExecutionHooks hooks =
                ExecutionHooks.none()
                        .withKill(() -> fixture.seen.add("kill"))
                        .withBackgroundOutput(() -> {
                            fixture.seen.add("output");
                            return "";
                        });
        ExecutionHandle handle = service.attachExecution(PID, LifecycleFixture.CHILD, hooks);
        service.subscribe(PID, fixture::see);
        service.reset();
        service.completeExecution(PID, Completion.exited(1));
        assertThat(handle.result().join().aborted()).isTrue();
        assertThat(handle.result().join().error())
                .hasValueSatisfying(error ->
                        assertThat(error).hasMessage("The execution lifecycle service was reset."));
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    void anEndThatAResetInterruptsDoesNotReachTheNextLife() {
        long id = fixture.create().pid();
        service.background(id);
        service.onBackgroundComplete(_ -> {
            service.reset();
            assertThat(fixture.create().pid()).isEqualTo(id);
            service.subscribe(id, fixture::see);
        });
        service.completeExecution(id, Completion.exited(5));
        assertThat(fixture.seen).isEmpty();
        assertThat(service.isActive(id)).isTrue();
    }

    private void endInBackground() {
        long id = service.createExecution(INJECTING).pid();
        service.background(id);
        service.completeExecution(id, Completion.DONE);
    }

    private static InjectionService injectionService() {
        return new InjectionService(() -> false, InstantSource.system());
    }
}
