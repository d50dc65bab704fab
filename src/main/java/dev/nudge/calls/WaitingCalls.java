package dev.nudge.calls;

import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.lifecycle.Completion;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import dev.nudge.lifecycle.ExecutionResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The tool calls that wait. Each is a virtual execution of the lifecycle service, whatever it
/// waits for, so that each can be moved to the background: its wait ends, but what it waited for
/// continues (rule R2).
public final class WaitingCalls {
    private static final Duration SETTLING = Duration.ofSeconds(1);

    private final ExecutionLifecycleService lifecycle;
    private final Map<Long, Call> calls = new ConcurrentHashMap<>();

    public WaitingCalls(ExecutionLifecycleService lifecycle) {
        this.lifecycle = lifecycle;
    }

    enum Outcome {
        DONE,
        TIME_IS_UP,
        BACKGROUNDED,
        /// The agent no longer listens.
        DROPPED
    }

    /// Begins a wait. The label says to people what is waited for: `job 17`.
    Call begin(String label, Optional<NudgeTarget> agent) {
        ExecutionHandle handle = lifecycle.createExecution();
        Call call = new Call(handle, label, agent);
        calls.put(handle.id(), call);
        return call;
    }

    /// Ends the waits of all calls of these agents, and returns what they waited for.
    public List<String> background(Predicate<NudgeTarget> isMeant) {
        List<Call> meant = of(isMeant);
        meant.forEach(call -> lifecycle.background(call.handle.id()));
        return meant.stream().map(call -> call.label).toList();
    }

    private List<Call> of(Predicate<NudgeTarget> isMeant) {
        return calls.values().stream().filter(c -> c.agent.filter(isMeant).isPresent()).toList();
    }

    /// Ends the waits of all calls of these agents, which no longer listen. Blocks until the ends
    /// kept for their answers may be reported in another way, usually for some milliseconds.
    public void drop(Predicate<NudgeTarget> isMeant) {
        List<Call> dropped = of(isMeant);
        dropped.forEach(Call::drop);
        dropped.forEach(Call::awaitSettled);
    }

    /// Returns the agents of the calls, each once however many calls it makes.
    public Stream<NudgeTarget> agents() {
        return calls.values().stream().flatMap(c -> c.agent.stream()).distinct();
    }

    final class Call implements AutoCloseable {
        private final ExecutionHandle handle;
        private final String label;
        private final Optional<NudgeTarget> agent;
        private final CountDownLatch settled = new CountDownLatch(1);

        private Call(ExecutionHandle handle, String label, Optional<NudgeTarget> agent) {
            this.handle = handle;
            this.label = label;
            this.agent = agent;
        }

        void done() {
            lifecycle.completeExecution(handle.id(), Completion.DONE);
        }

        /// Ends the wait, whose answer nobody will receive.
        void drop() {
            lifecycle.kill(handle.id(), Duration.ZERO);
        }

        /// Waits, and calls `look` once in each `pace` meanwhile.
        Outcome await(Duration limit, Duration pace, Runnable look) throws InterruptedException {
            long deadline = System.nanoTime() + limit.toNanos();
            while (true) {
                long left = deadline - System.nanoTime();
                try {
                    long pause = Math.clamp(left, 0, pace.toNanos());
                    return outcome(handle.result().get(pause, TimeUnit.NANOSECONDS));
                } catch (TimeoutException e) {
                    if (left <= 0) {
                        return Outcome.TIME_IS_UP;
                    }
                    look.run();
                } catch (ExecutionException never) {
                    throw new IllegalStateException("a result is never exceptional", never);
                }
            }
        }

        private static Outcome outcome(ExecutionResult result) {
            if (result.aborted()) {
                return Outcome.DROPPED;
            }
            return result.backgrounded() ? Outcome.BACKGROUNDED : Outcome.DONE;
        }

        /// Notes that nothing is kept for the answer any more.
        void settled() {
            settled.countDown();
        }

        private void awaitSettled() {
            try {
                boolean _ = settled.await(SETTLING.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            calls.remove(handle.id());
            lifecycle.completeExecution(handle.id(), Completion.DONE);
        }
    }
}
