package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import dev.nudge.testkit.Patience;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class LifecycleConcurrencyTest {
    private static final long PID = 4400;
    private static final Duration LIMIT = Patience.LONG;

    private final ExecutionLifecycleService service = new ExecutionLifecycleService();
    private final List<OutputEvent> events = new CopyOnWriteArrayList<>();
    private final AtomicInteger results = new AtomicInteger();
    private final AtomicInteger exits = new AtomicInteger();
    private final AtomicInteger kills = new AtomicInteger();
    private final List<String> news = new CopyOnWriteArrayList<>();

    @RepeatedTest(200)
    void endsAtTheSameTimeMakeOneResultAndOneExit() {
        ExecutionHandle handle = attach();
        service.subscribe(PID, events::add);
        service.onExit(PID, (_, _) -> exits.incrementAndGet());
        Contest.run(
                () -> service.completeExecution(PID, Completion.exited(1)),
                () -> service.completeExecution(PID, Completion.exited(2)),
                () -> service.background(PID),
                () -> service.background(PID),
                () -> service.kill(PID),
                () -> service.kill(PID),
                this::subscribeLate);
        assertThat(results).hasValue(1);
        assertThat(exits).hasValue(2);
        assertThat(kills).hasValueLessThanOrEqualTo(1);
        assertThat(events).singleElement().isInstanceOf(OutputEvent.Exit.class);
        assertThat(service.size()).isEqualTo(1); // the exit record
        assertNewsFit(handle.result().join());
    }

    private void subscribeLate() {
        service.onExit(PID, (_, _) -> exits.incrementAndGet());
    }

    private void assertNewsFit(ExecutionResult result) {
        if (result.backgrounded()) {
            boolean isAborted = events.getFirst().equals(exitOf(130));
            assertThat(news).isEqualTo(isAborted ? List.of("start") : List.of("start", "end"));
        } else {
            assertThat(news).isEmpty();
            assertThat(result.exitCode()).isPresent();
        }
    }

    private static OutputEvent exitOf(int code) {
        ExecutionResult result =
                ExecutionResult.ended(PID, ExecutionMethod.NONE, "", Completion.exited(code));
        return new OutputEvent.Exit(result.exitCode(), result.signal());
    }

    @RepeatedTest(50)
    void whoSubscribesWhileOutputComesMissesNone() {
        attach();
        List<StringBuilder> seen = new CopyOnWriteArrayList<>();
        Contest.run(
                () -> appendDigits(300),
                () -> seen.add(collect()),
                () -> seen.add(collect()),
                () -> seen.add(collect()));
        service.completeExecution(PID, Completion.DONE);
        assertThat(seen).hasSize(3).allMatch(text -> text.toString().equals(digits(300) + "!"));
    }

    @RepeatedTest(20)
    void outputOfTwoThreadsReachesAllListenersInOneOrder() {
        ExecutionHandle handle = attach();
        StringBuilder first = collect();
        StringBuilder second = collect();
        Contest.run(() -> appendDigits(200), () -> appendDigits(200));
        service.completeExecution(PID, Completion.DONE);
        String kept = handle.result().join().output() + "!";
        assertThat(first.toString()).isEqualTo(kept).hasSize(401);
        assertThat(second.toString()).isEqualTo(kept);
    }

    @RepeatedTest(100)
    void ofTwoWhoAttachAnIdAtOnceOneFails() {
        AtomicInteger failures = new AtomicInteger();
        Runnable attach =
                () -> {
                    try {
                        attach();
                    } catch (IllegalStateException _) {
                        failures.incrementAndGet();
                    }
                };
        Contest.run(attach, attach, attach);
        assertThat(failures).hasValue(2);
        assertThatThrownBy(this::attach).hasMessage("Execution 4400 is already attached.");
    }

    @RepeatedTest(50)
    void whoUnsubscribesHearsNothingAfterwards() {
        attach();
        AtomicInteger afterwards = new AtomicInteger();
        Contest.run(
                () -> appendDigits(100),
                () -> service.completeExecution(PID, Completion.DONE),
                () -> {
                    Consumer<OutputEvent> listener = _ -> afterwards.incrementAndGet();
                    service.subscribe(PID, listener).close();
                });
        int heard = afterwards.get();
        service.emit(PID, new OutputEvent.Data("later"));
        assertThat(afterwards).hasValue(heard);
        assertThat(service.size()).isEqualTo(1); // the exit record
    }

    @Test
    void aListenerThatDoesNotReturnKeepsNobodyElse() throws InterruptedException {
        CountDownLatch isInside = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        ExecutionHandle handle = attach();
        service.subscribe(PID, event -> stall(event, isInside, mayReturn));
        service.subscribe(PID, events::add);
        Thread stalled =
                Thread.ofVirtual().name("stalled").start(() -> service.appendOutput(PID, "a"));
        isInside.await();
        assertThat(CompletableFuture.runAsync(() -> service.kill(PID))).succeedsWithin(LIMIT);
        assertThat(handle.result()).isCompleted();
        assertThat(exits).hasValue(0);
        mayReturn.countDown();
        assertThat(stalled.join(LIMIT)).isTrue();
        assertThat(exits).hasValue(1); // told by the thread that was inside
        assertThat(events).hasSize(2);
    }

    private void stall(OutputEvent event, CountDownLatch isInside, CountDownLatch mayReturn) {
        if (event instanceof OutputEvent.Exit) {
            exits.incrementAndGet();
            return;
        }
        isInside.countDown();
        awaitQuietly(mayReturn);
    }

    @Test
    void noLockIsHeldWhileAListenerHookOrFormatterRuns() {
        ExecutionSpec spec =
                LifecycleFixture.CHILD.withInjectionFormatter((_, _) -> useFromAnotherThread());
        ExecutionHooks hooks =
                ExecutionHooks.none()
                        .withBackgroundOutput(this::useFromAnotherThread)
                        .withIsActive(() -> !useFromAnotherThread().isEmpty())
                        .withWriteInput(_ -> useFromAnotherThread())
                        .withKill(this::useFromAnotherThread);
        service.onBackground(_ -> useFromAnotherThread());
        service.onBackgroundComplete(_ -> useFromAnotherThread());
        ExecutionHandle handle = service.attachExecution(PID, spec, hooks);
        CompletableFuture<Void> _ = handle.result().thenAccept(_ -> useFromAnotherThread());
        service.subscribe(PID, _ -> useFromAnotherThread());
        service.appendOutput(PID, "a");
        service.writeInput(PID, "b");
        assertThat(service.isActive(PID)).isTrue();
        service.background(PID);
        service.completeExecution(PID, Completion.DONE);
        service.onExit(PID, (_, _) -> useFromAnotherThread());
        service.attachExecution(PID, spec, hooks);
        service.kill(PID);
        // append, input, activity; output, result, start; output, formatter, completion, exit
        // event; exit listener; kill, output
        // kill
        assertThat(exits).hasValue(13);
    }

    private String useFromAnotherThread() {
        CompletableFuture<Void> use =
                CompletableFuture.runAsync(() -> {
                    service.appendOutput(PID + 1, "x");
                    service.onBackground(_ -> {}).close();
                });
        assertThat(use).succeedsWithin(LIMIT);
        exits.incrementAndGet();
        return "used";
    }

    private ExecutionHandle attach() {
        ExecutionHandle handle =
                service.attachExecution(
                        PID,
                        LifecycleFixture.CHILD,
                        ExecutionHooks.none().withKill(kills::incrementAndGet));
        CompletableFuture<Void> _ = handle.result().thenAccept(_ -> results.incrementAndGet());
        service.onBackground(_ -> news.add("start"));
        service.onBackgroundComplete(_ -> news.add("end"));
        return handle;
    }

    /// Subscribes and returns all text that arrives, with a `!` for the exit.
    private StringBuilder collect() {
        StringBuilder text = new StringBuilder();
        service.subscribe(
                PID,
                event -> text.append(event instanceof OutputEvent.Data(String data) ? data : "!"));
        return text;
    }

    private void appendDigits(int number) {
        digits(number).chars().forEach(c -> service.appendOutput(PID, Character.toString(c)));
    }

    private static String digits(int number) {
        return "0123456789".repeat(number / 10);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
