package dev.nudge.lifecycle;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// A service with a clock that only a test moves and a process table that a test fills.
final class LifecycleFixture {
    static final ExecutionSpec PLAIN = ExecutionSpec.of(ExecutionMethod.NONE);
    static final ExecutionSpec CHILD = ExecutionSpec.of(ExecutionMethod.CHILD_PROCESS);

    /// Near the largest value, as a real monotonic clock may be.
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

    final Set<Long> aliveProcesses = new HashSet<>();
    final List<Long> probes = new ArrayList<>();
    final ExecutionLifecycleService service =
            new ExecutionLifecycleService(nanos::get, this::isAlive);

    /// What listeners saw, in order.
    final List<String> seen = new ArrayList<>();

    private boolean isAlive(long pid) {
        probes.add(pid);
        return aliveProcesses.contains(pid);
    }

    void passTime(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    ExecutionHandle create() {
        return service.createExecution(PLAIN);
    }

    ExecutionHandle attach(long pid) {
        return service.attachExecution(pid, CHILD, ExecutionHooks.none());
    }

    /// Records an event as `data <text>`, `exit <code> <signal>`, and so on.
    void see(OutputEvent event) {
        seen.add(
                switch (event) {
                    case OutputEvent.Data(String chunk) -> "data " + chunk;
                    case OutputEvent.Screen(AnsiOutput output) ->
                            "screen of " + output.lines().size() + " lines";
                    case OutputEvent.StdinRequest(String prompt) -> "stdin_request " + prompt;
                    case OutputEvent.Exit(OptionalInt code, OptionalInt signal) ->
                            "exit " + word(code) + " " + word(signal);
                });
    }

    /// Records an exit as `exited <code> <signal>`.
    void seeExit(int code, OptionalInt signal) {
        seen.add("exited " + code + " " + word(signal));
    }

    private static String word(OptionalInt value) {
        return value.isPresent() ? Integer.toString(value.getAsInt()) : "none";
    }
}
