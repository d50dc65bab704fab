package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ProgramStartTest {
    private static Process run() throws IOException {
        return new ProcessBuilder("true").start();
    }

    private static FutureTask<Integer> begin(ProgramStart.Starter starter) {
        FutureTask<Integer> start = new FutureTask<>(() -> ProgramStart.by(starter).waitFor());
        Thread thread = Thread.ofPlatform().daemon().start(start);
        await().until(thread::getState, Thread.State.WAITING::equals);
        return start;
    }

    @Test
    void programIsStartedOnlyWhenTheOneBeforeItRuns() throws Exception {
        CompletableFuture<Process> program = new CompletableFuture<>();
        AtomicBoolean isSecondStarting = new AtomicBoolean();
        FutureTask<Integer> first = begin(program::join);
        FutureTask<Integer> second =
                begin(() -> {
                    isSecondStarting.set(true);
                    return run();
                });
        assertThat(isSecondStarting).isFalse();

        program.complete(run());

        assertThat(first.get()).isZero();
        assertThat(second.get()).isZero();
    }

    @Test
    void programThatCannotBeStartedHoldsNobodyUp() throws Exception {
        assertThatThrownBy(() ->
                        ProgramStart.by(() -> {
                            throw new IOException("no such thing");
                        }))
                .hasMessage("no such thing");
        assertThat(ProgramStart.by(ProgramStartTest::run).waitFor()).isZero();
    }
}
