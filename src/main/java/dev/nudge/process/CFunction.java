package dev.nudge.process;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/// A function of the C library whose parameters and result are integers and pointers. 64-bit Linux
/// passes these as it passes `long`, to functions with variable arguments too, so one call of six
/// `long` serves all functions: it is made once, in some ten milliseconds, and another for each
/// type would take as long again. Thread-safe.
public final class CFunction {
    private static final int MOST = 6;
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CALL = call();

    private final MemorySegment address;

    private CFunction(MemorySegment address) {
        this.address = address;
    }

    @SuppressWarnings("restricted") // each function is known where it is named
    private static MethodHandle call() {
        MemoryLayout[] parameters = new MemoryLayout[MOST];
        Arrays.fill(parameters, ValueLayout.JAVA_LONG);
        return LINKER.downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_LONG, parameters));
    }

    /// Finds a function with at most six parameters, none a structure or a floating-point number.
    public static CFunction of(String name) {
        return new CFunction(LINKER.defaultLookup().findOrThrow(name));
    }

    /// Calls it. Blocks as the function does.
    ///
    /// @param arguments at most six: numbers, and addresses of memory that stays until it returns;
    ///   those that are left out are 0
    /// @return what the function returns; if that is an `int`, only the lower half is defined
    public long call(long... arguments) {
        if (arguments.length > MOST) {
            throw new IllegalArgumentException(arguments.length + " arguments are too many");
        }
        long[] all = Arrays.copyOf(arguments, MOST);
        try {
            return (long) CALL.invokeExact(address, all[0], all[1], all[2], all[3], all[4], all[5]);
        } catch (Throwable e) {
            throw new IllegalStateException("the C library cannot be called", e);
        }
    }

    /// Calls a function that returns `int`, as [#call].
    public int callInt(long... arguments) {
        return (int) call(arguments);
    }
}
