package dev.nudge.host;

import dev.nudge.exec.PtyDevice;
import dev.nudge.job.WindowSize;
import dev.nudge.protocol.UserSocket;
import dev.nudge.store.AtomicFile;
import dev.nudge.store.JobDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Holds the terminal of one job, for as long as any process has it open. The host (`host.c`)
/// starts this program, notifies it of the job's end, and records that end once all output is in
/// the log. If this program dies, the job loses its terminal, but not its exit status.
public final class TerminalHost {
    private static final Logger LOG = System.getLogger(TerminalHost.class.getName());
    private static final String ENDED = "ended";
    private static final long LOOK_MILLIS = DrainWatch.POLL.toMillis();

    /// After so many looks at a terminal that is at its end, the host must have been killed.
    private static final int ORPHANED_LOOKS = 40;

    /// The number of looks between two signs of life while the drain advances.
    private static final int LOOKS_PER_SIGN = 20;

    private static final int LOOKS_PER_CHECK = 4;

    /// How long clients may ask and look after the end.
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(1);

    private final JobDirectory directory;
    private final PtyDevice device;
    private final UserSocket socket;
    private final BufferedReader told;
    private final PrintStream said;
    private final CountDownLatch order = new CountDownLatch(1);
    private volatile boolean isEnded;
    private final Reader.Progress progress = new Reader.Progress();
    private final Set<Thread> clients = ConcurrentHashMap.newKeySet();
    private final Keyboard keyboard;
    private final Display display;
    private final InputWatch watch;

    private TerminalHost(
            JobDirectory directory,
            PtyDevice device,
            UserSocket socket,
            WindowSize size,
            InputStream told,
            PrintStream said)
            throws IOException {
        this.directory = directory;
        this.device = device;
        this.socket = socket;
        this.told = new BufferedReader(new InputStreamReader(told, StandardCharsets.UTF_8));
        this.said = said;
        this.keyboard = new Keyboard(device);
        this.display = new Display(device::resize, size, keyboard::type, directory.output());
        WaitSigns signs = new WaitSigns(directory, display, progress);
        this.watch = new InputWatch(directory, signs::look, signs::isMasked, progress);
    }

    /// Runs until no process has the terminal open.
    ///
    /// @param socket where to listen
    /// @param told the host's orders
    /// @param said receives `tty DEVICE` or `failed REASON`, and later `drained`
    public static void run(
            JobDirectory directory,
            Path socket,
            WindowSize size,
            InputStream told,
            PrintStream said)
            throws InterruptedException {
        try (PtyDevice device = PtyDevice.open(size);
                UserSocket listener = UserSocket.bind(socket)) {
            new TerminalHost(directory, device, listener, size, told, said).run();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "no terminal", e);
            said.println("failed " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    private void run() throws IOException, InterruptedException {
        try (Reader.LogWriter log =
                new Reader.LogWriter(directory.output(), () -> order.getCount() > 0)) {
            publish();
            Thread.ofPlatform().daemon().name("orders").start(this::listen);
            keyboard.start();
            new Reader(device, log, display, progress, watch::written).start();
            Thread.ofVirtual().name("accept").start(this::accept);
            said.println("tty " + device.name());
            watch.start();
            awaitEndOfJob();
            watch.end();
            if (isEnded) {
                drain();
                said.println("drained");
                awaitEndOfTerminal();
            }
        }
    }

    /// Waits for the host to say that the job has ended, or will not be started. If the stream ends
    /// without that, the host was killed, and the job still runs.
    private void listen() {
        try {
            String line = told.readLine();
            if (line != null) {
                isEnded = line.equals(ENDED);
                order.countDown();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the host is gone: {0}", e.toString());
        }
    }

    private void accept() {
        try {
            while (true) {
                acceptOne();
            }
        } catch (ClosedChannelException closed) {
            LOG.log(Level.DEBUG, "stopped listening");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void acceptOne() throws ClosedChannelException, InterruptedException {
        try {
            SocketChannel client = socket.accept();
            TerminalConversation conversation =
                    new TerminalConversation(client, display, keyboard, watch);
            Thread.ofVirtual().name("client").start(() -> hold(conversation));
        } catch (ClosedChannelException closed) {
            throw closed;
        } catch (IOException e) {
            LOG.log(Level.ERROR, "a client cannot be accepted: {0}", e.getMessage());
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private void hold(TerminalConversation conversation) {
        clients.add(Thread.currentThread());
        try {
            conversation.hold();
        } finally {
            clients.remove(Thread.currentThread());
        }
    }

    /// Waits for the end of the job. Also returns if the terminal is at its end without an order:
    /// then the host must have been killed.
    private void awaitEndOfJob() throws InterruptedException {
        int orphaned = 0;
        for (int look = 1;
                orphaned < ORPHANED_LOOKS && !order.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                look++) {
            orphaned = progress.mark().isAtEnd() ? orphaned + 1 : 0;
            if (look % LOOKS_PER_CHECK == 0) {
                stayReachable();
            }
        }
    }

    /// Restores the socket: somebody may remove it, together with its directory.
    private void stayReachable() {
        try {
            if (socket.restore()) {
                publish();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "nobody can connect any more", e);
        }
    }

    private void publish() throws IOException {
        // Not JSON, whose library this process loads only when a client connects.
        AtomicFile.replaceUnsynced(
                directory.terminal(), socket.path().toString().getBytes(StandardCharsets.UTF_8));
    }

    private void drain() throws InterruptedException {
        DrainWatch watch = new DrainWatch(System.nanoTime(), progress.mark());
        DrainWatch.Verdict verdict = DrainWatch.Verdict.ADVANCING;
        for (int look = 1; verdict == DrainWatch.Verdict.ADVANCING; look++) {
            boolean _ = progress.awaitEnd(LOOK_MILLIS);
            verdict = watch.look(System.nanoTime(), progress.mark());
            if (look % LOOKS_PER_SIGN == 0) {
                said.println("advancing");
            }
        }
        if (verdict != DrainWatch.Verdict.DRAINED) {
            LOG.log(
                    Level.WARNING,
                    verdict == DrainWatch.Verdict.STALLED
                            ? "Output drain of job {0} stalled after its exit: another process holds its terminal open"
                            : "Output drain of job {0} was cut after its exit: another process continues to write to its terminal",
                    Long.toString(directory.number()));
        }
    }

    /// Waits until no process has the terminal open. Late output is logged; clients are answered.
    private void awaitEndOfTerminal() throws InterruptedException {
        boolean _ = progress.awaitEnd(TimeUnit.DAYS.toMillis(Integer.MAX_VALUE));
        for (Thread client : clients) {
            boolean _ = client.join(LAST_ANSWERS);
        }
    }
}
