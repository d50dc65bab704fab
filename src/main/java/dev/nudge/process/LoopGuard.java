package dev.nudge.process;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// Keeps a loop alive: an exception in one round ends only that round, and is logged.
///
/// Errors count as well. An [OutOfMemoryError], a [StackOverflowError] or a [LinkageError] in one
/// round says little about the next, while a loop that has ended silently never does its work. The
/// caller waits before it tries the same work again.
public final class LoopGuard {
    private LoopGuard() {}

    @FunctionalInterface
    public interface Round {
        void run() throws Exception;
    }

    /// Runs one round, and returns whether it succeeded.
    ///
    /// @param what names the work in the log, `the delivery to pane %3`
    /// @throws InterruptedException if the round was interrupted, which is meant to end the loop
    public static boolean run(Logger log, String what, Round round) throws InterruptedException {
        try {
            round.run();
            return true;
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable failure) { // a loop must outlive errors, too
            log(log, what, failure);
            return false;
        }
    }

    /// Runs one round that does not wait, so that an interruption is left to the caller.
    public static boolean runBriefly(Logger log, String what, Runnable round) {
        try {
            return run(log, what, round::run);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void log(Logger log, String what, Throwable failure) {
        try {
            log.log(Level.ERROR, what + " failed", failure);
        } catch (Throwable ignored) { // the loop matters more than its log
            return;
        }
    }
}
