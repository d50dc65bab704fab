package dev.nudge.testkit;

import dev.nudge.engine.Engine;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// An engine some of whose methods are replaced, so that they fail, or something happens at a
/// moment that a test could not choose otherwise.
public final class ChangedEngine {
    private ChangedEngine() {}

    /// What is done in place of a method.
    public interface Call {
        /// @param original makes the call of the engine itself
        Object make(Callable<Object> original) throws Exception;
    }

    /// Fails in this way as often as the counter says, which it counts down.
    public static Call failing(AtomicInteger times, Supplier<Exception> failure) {
        return original -> {
            if (times.getAndDecrement() > 0) {
                throw failure.get();
            }
            return original.call();
        };
    }

    /// Returns the engine, as one of this kind, with other methods.
    ///
    /// @param changed by the names of the methods
    public static <E extends Engine> E of(Class<E> kind, E engine, Map<String, Call> changed) {
        return kind.cast(
                Proxy.newProxyInstance(
                        Engine.class.getClassLoader(),
                        new Class<?>[] {kind},
                        (_, method, arguments) -> {
                            Callable<Object> original =
                                    () -> {
                                        try {
                                            return method.invoke(engine, arguments);
                                        } catch (InvocationTargetException e) {
                                            throw e.getCause() instanceof Exception cause
                                                    ? cause
                                                    : e;
                                        }
                                    };
                            return changed.getOrDefault(method.getName(), Callable::call)
                                    .make(original);
                        }));
    }
}
