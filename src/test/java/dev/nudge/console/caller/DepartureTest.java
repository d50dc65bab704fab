package dev.nudge.console.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.console.caller.Caller.CallerGoneException;
import dev.nudge.console.caller.CallerLine.Departure;
import dev.nudge.testkit.Patience;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DepartureTest {
    private final Departure departure = new Departure();

    @Test
    void waitReturnsWhatComes() throws Exception {
        assertThat(departure.<String>awaiting(() -> "it")).isEqualTo("it");
    }

    @Test
    void departureEndsAWaitAndNothingElse() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> end = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> waitForever(begun, end));
        begun.await();

        departure.leave();

        assertThat(end.get(Patience.LONG.toSeconds(), TimeUnit.SECONDS)).isFalse();
    }

    private void waitForever(CountDownLatch begun, CompletableFuture<Boolean> end) {
        try {
            departure.awaiting(() -> {
                begun.countDown();
                new CountDownLatch(1).await();
                return "";
            });
        } catch (CallerGoneException e) {
            end.complete(Thread.currentThread().isInterrupted());
        } catch (Exception e) {
            end.completeExceptionally(e);
        }
    }

    @Test
    void departureLeavesAlonePausesThatHaveEnded() throws Exception {
        departure.awaiting(() -> "");

        departure.leave();

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThatThrownBy(() -> departure.awaiting(() -> ""))
                .isInstanceOf(CallerGoneException.class);
        assertThatThrownBy(departure::requirePresence).isInstanceOf(CallerGoneException.class);
    }

    @Test
    void otherInterruptionStaysOne() throws Exception {
        CompletableFuture<String> end = new CompletableFuture<>();
        Thread waiting =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                end.complete(
                                        departure.awaiting(() -> {
                                            new CountDownLatch(1).await();
                                            return "";
                                        }));
                            } catch (Exception e) {
                                end.completeExceptionally(e);
                            }
                        });
        waiting.interrupt();

        assertThatThrownBy(end::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
    }
}
