package dev.nudge.web.live;

/// Limits the bytes that are on their way to a page, which may show them more slowly than they
/// come. Thread-safe.
final class Allowance {
    private final long most;
    private long open;

    Allowance(long most) {
        this.most = most;
    }

    /// Waits until fewer bytes than the limit are on their way, then adds some.
    synchronized void add(int bytes) throws InterruptedException {
        while (open >= most) {
            wait();
        }
        open += bytes;
    }

    /// Subtracts bytes that the page has shown.
    synchronized void taken(long bytes) {
        open = Math.clamp(open - bytes, 0, open);
        notifyAll();
    }
}
