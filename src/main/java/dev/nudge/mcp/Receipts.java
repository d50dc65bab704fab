package dev.nudge.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What is to be done when the answer to a call has been written, or could not be: only then is it
/// known whether it told anything.
public final class Receipts {
    private static final ThreadLocal<Receipts> CURRENT = new ThreadLocal<>();

    private final List<Consumer<Boolean>> waiting = new ArrayList<>();
    private boolean isFailure;

    Receipts() {}

    /// Has this done once the call of this thread has been answered; at once if this thread handles
    /// no call.
    ///
    /// @param receipt is given whether the answer was written as it was meant
    public static void await(Consumer<Boolean> receipt) {
        Optional.ofNullable(CURRENT.get())
                .ifPresentOrElse(r -> r.waiting.add(receipt), () -> receipt.accept(true));
    }

    /// The call is answered with an error.
    static void failed() {
        Optional.ofNullable(CURRENT.get()).ifPresent(r -> r.isFailure = true);
    }

    /// Handles a call, and does what waits for its answer.
    static void after(Runnable call) {
        Receipts receipts = new Receipts();
        CURRENT.set(receipts);
        boolean isWritten = false;
        try {
            call.run();
            isWritten = true;
        } finally {
            CURRENT.remove();
            boolean isMeant = isWritten && !receipts.isFailure;
            receipts.waiting.forEach(receipt -> receipt.accept(isMeant));
        }
    }
}
