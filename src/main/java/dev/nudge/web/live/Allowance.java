package dev.nudge.web.live;

/// How many bytes may be on their way to a page that shows them more slowly than they come.
/// Thread-safe.
final class Allowance {
    private final long most;
    private long open;

    Allowance(long most) {
        this.most = most;
    }

    /// Waits until fewer bytes than the most are on their way, and adds some.
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
