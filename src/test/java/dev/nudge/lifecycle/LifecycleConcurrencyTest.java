package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import dev.nudge.testkit.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class LifecycleConcurrencyTest extends LifecycleFixture {

    private final List<OutputEvent> events = new CopyOnWriteArrayList<>();
    private final AtomicInteger results = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final List<ExecutionResult> ends = new CopyOnWriteArrayList<>();

    @RepeatedTest(200)
    void endsAtTheSameTimeMakeOneResultAndOneExit() {
        ExecutionHandle handle = attach();
        service.subscribe(ID, events::add);
        service.onExit(ID, _ -> calls.incrementAndGet());
        service.onBackgroundComplete(end -> {
            // Another thread may be delivering it to this handle.
            assertThat(handle.result()).succeedsWithin(Patience.LONG);
            ends.add(end);
        });
        compete(
                () -> service.completeExecution(ID, Completion.exited(1)),
                () -> service.completeExecution(ID, Completion.exited(2)),
                () -> service.background(ID),
                () -> service.background(ID),
                () -> service.kill(ID, Patience.LONG),
                () -> service.kill(ID, Patience.LONG),
                () -> service.onExit(ID, _ -> calls.incrementAndGet()));
        assertThat(results).hasValue(1);
        assertThat(calls).hasValue(2);
        assertThat(events).singleElement().isInstanceOf(OutputEvent.Exit.class);
        assertThat(service.size()).isEqualTo(1); // the exit
        boolean isAborted =
                events.getFirst() instanceof OutputEvent.Exit(Completion end) && end.aborted();
        boolean isReported = handle.result().join().backgrounded() && !isAborted;
        assertThat(ends).hasSize(isReported ? 1 : 0);
    }

    @RepeatedTest(50)
    void whoSubscribesWhileOutputComesMissesNone() {
        attach();
        List<StringBuilder> seen = new CopyOnWriteArrayList<>();
        compete(
                () -> appendDigits(300),
                () -> seen.add(collect()),
                () -> seen.add(collect()),
                () -> seen.add(collect()));
        service.completeExecution(ID, Completion.DONE);
        assertThat(seen).hasSize(3).allMatch(text -> text.toString().equals(digits(300) + "!"));
    }

    @RepeatedTest(20)
    void outputOfTwoThreadsReachesAllListenersInOneOrder() {
        ExecutionHandle handle = attach();
        StringBuilder first = collect();
        StringBuilder second = collect();
        compete(() -> appendDigits(200), () -> appendDigits(200));
        service.completeExecution(ID, Completion.DONE);
        String kept = handle.result().join().output() + "!";
        assertThat(first.toString()).isEqualTo(kept).hasSize(401);
        assertThat(second.toString()).isEqualTo(kept);
    }

    @RepeatedTest(100)
    void ofThoseWhoAttachAnIdAtOnceOneSucceeds() {
        Runnable attach =
                () -> {
                    try {
                        attach();
                    } catch (IllegalStateException _) {
                        calls.incrementAndGet();
                    }
                };
        compete(attach, attach, attach);
        assertThat(calls).hasValue(2);
    }

    @RepeatedTest(50)
    void whoUnsubscribesHearsNothingAfterwards() {
        attach();
        Consumer<OutputEvent> listener = _ -> calls.incrementAndGet();
        compete(() -> appendDigits(100), () -> service.subscribe(ID, listener).close());
        int heard = calls.get();
        service.appendOutput(ID, "later");
        assertThat(calls).hasValue(heard);
    }

    @Test
    void aListenerThatDoesNotReturnKeepsNobodyElse() throws InterruptedException {
        CountDownLatch isInside = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        ExecutionHandle handle = attach();
        service.subscribe(ID, event -> stall(event, isInside, mayReturn));
        service.subscribe(ID, events::add);
        Thread stalled =
                Thread.ofVirtual().name("stalled").start(() -> service.appendOutput(ID, "a"));
        isInside.await();
        assertThat(CompletableFuture.runAsync(() -> service.kill(ID, Patience.LONG)))
                .succeedsWithin(Patience.LONG);
        assertThat(handle.result()).isCompleted();
        assertThat(calls).hasValue(0);
        mayReturn.countDown();
        assertThat(stalled.join(Patience.LONG)).isTrue();
        assertThat(calls).hasValue(1); // by the thread that was inside
        assertThat(events).hasSize(2);
    }

    private void stall(OutputEvent event, CountDownLatch isInside, CountDownLatch mayReturn) {
        if (event instanceof OutputEvent.Exit) {
            calls.incrementAndGet();
            return;
        }
        isInside.countDown();
        try {
            mayReturn.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void noLockIsHeldWhileAListenerOrHookRuns() {
        ExecutionHooks hooks =
                new ExecutionHooks(
                        _ -> useFromAnotherThread(),
                        this::useFromAnotherThread,
                        Optional.of(_ -> useFromAnotherThread()));
        service.onBackgroundComplete(_ -> useFromAnotherThread());
        ExecutionHandle handle = service.attachExecution(ID, hooks);
        CompletableFuture<Void> _ = handle.result().thenAccept(_ -> useFromAnotherThread());
        service.subscribe(ID, _ -> useFromAnotherThread());
        service.appendOutput(ID, "a");
        service.writeInput(ID, "b");
        service.kill(ID, Patience.LONG);
        assertThat(service.isActive(ID)).isTrue();
        service.background(ID);
        service.completeExecution(ID, Completion.DONE);
        service.onExit(ID, _ -> useFromAnotherThread());
        // output, input, kill, activity; result; end, exit event; exit listener
        assertThat(calls).hasValue(8);
    }

    private boolean useFromAnotherThread() {
        assertThat(CompletableFuture.runAsync(() -> service.appendOutput(ID + 1, "x")))
                .succeedsWithin(Patience.LONG);
        calls.incrementAndGet();
        return true;
    }

    /// Begins all at the same moment, each on a thread of its own. Returns when all are done.
    private static void compete(Runnable... actions) {
        CyclicBarrier start = new CyclicBarrier(actions.length);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (Runnable action : actions) {
                all.add(
                        threads.submit(() -> {
                            start.await(Patience.LONG.toSeconds(), TimeUnit.SECONDS);
                            action.run();
                            return null;
                        }));
            }
            all.forEach(one -> assertThat(one).succeedsWithin(Patience.LONG));
        }
    }

    @Override
    ExecutionHandle attach() {
        ExecutionHandle handle = super.attach();
        CompletableFuture<Void> _ = handle.result().thenAccept(_ -> results.incrementAndGet());
        return handle;
    }

    /// Subscribes and returns all text that arrives, with a `!` for the exit.
    private StringBuilder collect() {
        StringBuilder text = new StringBuilder();
        service.subscribe(
                ID,
                event -> text.append(event instanceof OutputEvent.Data(String data) ? data : "!"));
        return text;
    }

    private void appendDigits(int number) {
        digits(number).chars().forEach(c -> service.appendOutput(ID, Character.toString(c)));
    }

    private static String digits(int number) {
        return "0123456789".repeat(number / 10);
    }
}
