package dev.nudge.daemon;

import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Release;
import dev.nudge.protocol.UserSocket;
import dev.nudge.protocol.UserSocket.UntrustedServerException;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import dev.nudge.settings.Settings.Problem;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The life of the daemon's process: one per state directory, ready or not, until its end.
public final class DaemonProcess {
    private static final Logger LOG = System.getLogger(DaemonProcess.class.getName());

    private static final Duration END_LIMIT = Duration.ofSeconds(5);

    /// The line on standard output that says that clients can connect; nothing follows it.
    public static final String READY = "ready";

    /// The beginning of the line that is written instead if the process leaves its place to a newer
    /// release; the program that starts that one follows.
    public static final String SUPERSEDED = "superseded: ";

    /// The beginning of a line before [#READY] or [#SUPERSEDED] that describes an error in the
    /// settings.
    public static final String WARNING = "warning: ";

    /// How long to wait for another daemon: one that starts may be this slow on a busy machine.
    private static final Duration OTHER_DAEMON = Duration.ofMinutes(1);

    private static final Duration END = Duration.ofSeconds(3);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final Endpoint endpoint;
    private final Release release;
    private final List<String> launcher;
    private final CountDownLatch ended = new CountDownLatch(1);

    public DaemonProcess(Endpoint endpoint, Release release, List<String> launcher) {
        this.endpoint = endpoint;
        this.release = release;
        this.launcher = List.copyOf(launcher);
    }

    /// Serves until the daemon is stopped or idle. If there is another daemon, waits until that one
    /// is ready, and returns. Returns at once if there is a newer release, whose daemon may have
    /// run and ended since the caller decided to start this program; that is checked only once no
    /// other process can become the daemon.
    ///
    /// @param out gets the errors in the settings, each line after [#WARNING], then [#READY] or
    ///   [#SUPERSEDED]; is closed, with standard error, once the daemon is ready
    /// @throws IOException if it cannot start; the message says why
    public void run(Map<String, String> environment, PrintStream out)
            throws IOException, InterruptedException {
        Settings settings = Settings.of(environment);
        StateDirectory.create(endpoint.state());
        DaemonLog.install(endpoint.log());
        Thread.setDefaultUncaughtExceptionHandler(DaemonProcess::uncaught);
        warn(settings, out);
        Optional<DaemonLock> lock = lockUnlessServed();
        if (lock.isEmpty()) {
            out.println(READY);
            return;
        }
        try (DaemonLock _ = lock.get()) {
            Optional<List<String>> newer = successor();
            if (newer.isPresent()) {
                out.println(SUPERSEDED + newer.get().getFirst());
                return;
            }
            serve(lock.get(), settings, out);
        } finally {
            ended.countDown();
        }
    }

    /// Returns the words that start the program of a newer release that ran the last daemon and is
    /// still installed, without a subcommand. If it had the same words as this program, this one
    /// has replaced it.
    private Optional<List<String>> successor() {
        Optional<Endpoint.Running> last = endpoint.lastDaemon();
        if (last.isEmpty() || !release.isOlderThan(last.get().release())) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readAllLines(endpoint.launcher()))
                    .filter(words ->
                            !words.isEmpty()
                                    && Files.isExecutable(Path.of(words.getFirst()))
                                    && !words.equals(launcher));
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    private void serve(DaemonLock lock, Settings settings, PrintStream out)
            throws IOException, InterruptedException {
        try (Daemon daemon = new Daemon(endpoint, lock, settings, release, launcher)) {
            daemon.publish();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(daemon), "shutdown"));
            out.println(READY);
            out.close();
            // Closed because nobody reads it any more: a program that this daemon starts would be
            // killed by the first message of the loader.
            System.err.close();
            long pid = ProcessHandle.current().pid();
            LOG.log(Level.INFO, "nudge " + release.version() + " is ready, process " + pid);
            daemon.run();
            LOG.log(Level.INFO, "process " + pid + " ends");
        }
    }

    /// Reports wrong settings. They are ignored, so that the user can still reach the jobs.
    private static void warn(Settings settings, PrintStream out) {
        for (Problem problem : settings.problems(Setting.Reader.DAEMON)) {
            String what = Printable.line(problem.what());
            LOG.log(Level.WARNING, what);
            if (!problem.isHarmless()) {
                out.println(WARNING + what + (what.endsWith(".") ? " It is ignored." : ""));
            }
        }
    }

    /// Logs the error, and halts if memory ran out. A call that needs too much memory gets that as
    /// its answer; outside of calls, nobody knows what was left half done, so the next daemon must
    /// start afresh.
    private static void uncaught(Thread thread, Throwable e) {
        LOG.log(Level.ERROR, "thread " + thread.getName() + " ended by an error", e);
        if (e instanceof OutOfMemoryError) {
            Runtime.getRuntime().halt(1);
        }
    }

    /// Stops the daemon in an orderly way when the process gets a signal.
    private void stop(Daemon daemon) {
        daemon.stop();
        try {
            boolean _ = ended.await(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Takes the lock; empty if another daemon has it and accepts connections. Waits for a daemon
    /// that is starting or ending. Asks an older one to end, so that this process takes its place
    /// before others notice that it is free.
    private Optional<DaemonLock> lockUnlessServed() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + OTHER_DAEMON.toNanos();
        while (true) {
            Optional<DaemonLock> lock = DaemonLock.tryAcquire(endpoint.lock());
            if (lock.isPresent() || (canConnect() && !replace())) {
                return lock;
            }
            if (System.nanoTime() > deadline) {
                throw new IOException(
                        "Another daemon holds %s, but has not taken a connection for %d s."
                                .formatted(endpoint.lock(), OTHER_DAEMON.toSeconds()));
            }
            Thread.sleep(LOOK_AGAIN);
        }
    }

    /// Ends the other daemon if it is older, and returns whether it is. Its jobs continue.
    private boolean replace() throws IOException {
        Optional<Endpoint.Running> other = endpoint.lastDaemon();
        if (other.isEmpty() || !other.get().release().isOlderThan(release)) {
            return false;
        }
        String replaced = other.get().version() + ", process " + other.get().pid();
        LOG.log(Level.INFO, "nudge " + release.version() + " replaces nudge " + replaced);
        try {
            var _ = OtherDaemon.end(Path.of(other.get().socket()), release, END_LIMIT);
        } catch (IOException e) {
            // It is asked again if it still has the lock.
            LOG.log(Level.DEBUG, "the older daemon has ended, or does not answer", e);
        }
        return true;
    }

    private boolean canConnect() throws UntrustedServerException {
        Optional<Endpoint.Running> last = endpoint.lastDaemon();
        if (last.isEmpty()) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            UserSocket.connect(channel, Path.of(last.get().socket()));
            return true;
        } catch (UntrustedServerException e) {
            throw e;
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }
}
