package dev.nudge.lifecycle;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// A service with a clock that only a test moves.
abstract class LifecycleFixture {
    static final long ID = 4321;

    /// Near the largest value, as a real monotonic clock may be.
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

    final ExecutionLifecycleService service = new ExecutionLifecycleService(nanos::get);

    /// What listeners saw, in order.
    final List<String> seen = new ArrayList<>();

    void passTime(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    ExecutionHandle attach() {
        return service.attachExecution(ID, ExecutionHooks.NONE);
    }

    ExecutionHandle attach(Consumer<Duration> kill) {
        return service.attachExecution(
                ID,
                new ExecutionHooks(
                        text -> seen.add("input " + text), () -> true, Optional.of(kill)));
    }

    /// Returns a hook or listener that fails.
    static <T> Consumer<T> failing(String message) {
        return _ -> {
            throw new IllegalStateException(message);
        };
    }

    /// Records an event as `data <text>` or `exit <code or signal>`.
    void see(OutputEvent event) {
        seen.add(
                switch (event) {
                    case OutputEvent.Data(String chunk) -> "data " + chunk;
                    case OutputEvent.Exit(Completion end) -> "exit " + word(end);
                });
    }

    /// Records an exit as `exited <code or signal>`.
    void seeExit(Completion end) {
        seen.add("exited " + word(end));
    }

    private static String word(Completion end) {
        OptionalInt code = end.exitCode();
        return code.isPresent()
                ? Integer.toString(code.getAsInt())
                : "by " + end.signal().orElseThrow();
    }
}
