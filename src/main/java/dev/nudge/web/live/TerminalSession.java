package dev.nudge.web.live;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.Wire;
import dev.nudge.web.live.PageSessions.PageSession;
import dev.nudge.web.live.PageSessions.PageSocket;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.core.JacksonException;

/// Shows a job's terminal in one page, connected as `nudge attach` is. A page that is too slow
/// delays only this connection: the program that holds the terminal then leaves out output, and
/// draws the screen as it is.
final class TerminalSession implements PageSession {
    private static final Logger LOG = System.getLogger(TerminalSession.class.getName());
    private static final int MOST_OPEN = 1 << 20;
    private static final int NORMAL = 1000;

    private final PageSocket page;
    private final TerminalConnection terminal;
    private final TerminalInput input;
    private final Allowance allowance = new Allowance();
    private final Thread reader = Thread.ofVirtual().name("page-terminal").unstarted(this::run);

    TerminalSession(PageSocket page, TerminalConnection terminal) {
        this.page = page;
        this.terminal = terminal;
        this.input = new TerminalInput(terminal);
    }

    /// @throws IOException if the terminal is gone, or the page has left; the message says why
    void start() throws IOException {
        if (!(terminal.ask(new TerminalRequest.Show(0, 0)) instanceof TerminalResponse.Shown now)) {
            throw new IOException("the terminal's answer is not understood");
        }
        say(new TerminalMessage.Attached(now.columns(), now.rows()));
        terminal.send(new TerminalRequest.Attach(false, true, ""));
        reader.start();
    }

    private void run() {
        try {
            Optional<TerminalResponse> next = terminal.receive();
            while (next.isPresent()) {
                show(next.get());
                next = terminal.receive();
            }
            say(new TerminalMessage.Ended());
            page.close(NORMAL, "the job has ended");
        } catch (IOException left) {
            LOG.log(Level.DEBUG, "a page no longer shows a terminal: {0}", left.getMessage());
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (OutOfMemoryError e) {
            LOG.log(Level.WARNING, "a page no longer shows a terminal", e);
        } finally {
            close();
        }
    }

    private void show(TerminalResponse response) throws IOException, InterruptedException {
        switch (response) {
            case TerminalResponse.Output(byte[] bytes) -> {
                allowance.add(bytes.length);
                page.send(bytes);
            }
            case TerminalResponse.Resized(int columns, int rows) ->
                    say(new TerminalMessage.Resized(columns, rows));
            case TerminalResponse.Failure(String message) ->
                    say(new TerminalMessage.Broken(message));
            case TerminalResponse.Done _, TerminalResponse.Shown _ -> {
                // Answers to a resize, which contain nothing.
            }
        }
    }

    @Override
    public void receive(byte[] keys) {
        request(new TerminalRequest.Raw(keys));
    }

    @Override
    public void receive(String text) {
        try {
            take(Wire.read(text, TerminalMessage.class));
        } catch (JacksonException e) {
            complain("The message is not understood: " + e.getOriginalMessage());
        }
    }

    private void take(TerminalMessage message) {
        switch (message) {
            case TerminalMessage.Resize(int columns, int rows) ->
                    request(new TerminalRequest.Resize(columns, rows));
            case TerminalMessage.Redraw _ -> request(new TerminalRequest.Attach());
            case TerminalMessage.Taken(long bytes) -> allowance.taken(bytes);
            default -> complain("This message is not for the server.");
        }
    }

    private void request(TerminalRequest request) {
        if (!input.add(request)) {
            complain(
                    "The terminal has not taken what was typed before, and no more can wait. Nothing of this was typed.");
        }
    }

    private void complain(String message) {
        try {
            say(new TerminalMessage.Broken(message));
        } catch (IOException left) {
            close();
        }
    }

    private void say(TerminalMessage message) throws IOException {
        page.send(Wire.write(message));
    }

    /// Hangs up once what was typed before has reached the terminal.
    @Override
    public void close() {
        input.end(this::hangUp);
    }

    private void hangUp() {
        reader.interrupt();
        try {
            terminal.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a connection to a terminal stays open: {0}", e.getMessage());
        }
    }

    /// Limits the bytes that are on their way to a page, which may show them more slowly than they
    /// come. Thread-safe.
    private static final class Allowance {
        private long open;

        /// Waits until fewer bytes than the limit are on their way, then adds some.
        synchronized void add(int bytes) throws InterruptedException {
            while (open >= MOST_OPEN) {
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

    /// A message about a terminal, to the page or from it (`asyncapi.yaml`). What is written and
    /// typed comes as bytes.
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    sealed interface TerminalMessage {
        record Resize(int columns, int rows) implements TerminalMessage {}

        record Redraw() implements TerminalMessage {}

        /// The page has shown so many more bytes.
        record Taken(long bytes) implements TerminalMessage {}

        /// The terminal has this size; the bytes that draw its screen follow.
        record Attached(int columns, int rows) implements TerminalMessage {}

        /// The terminal has this size from now on: a page or `nudge attach` has changed it, or
        /// left.
        record Resized(int columns, int rows) implements TerminalMessage {}

        record Ended() implements TerminalMessage {}

        @JsonTypeName("error")
        record Broken(String message) implements TerminalMessage {}
    }

    /// Sends a page's requests to a terminal, in order, on a separate thread. The program that
    /// holds the terminal may read nothing until the page has taken more output, and the page must
    /// be heard meanwhile.
    private static final class TerminalInput {
        private static final int MOST_WAITING = 32 << 20;
        private static final int WITHOUT_KEYS = 100;
        private static final Duration LAST_KEYS = Duration.ofSeconds(2);

        private final TerminalConnection terminal;
        private final AtomicInteger waitingBytes = new AtomicInteger();
        private final ExecutorService writer =
                Executors.newSingleThreadExecutor(Thread.ofVirtual().name("page-input").factory());

        TerminalInput(TerminalConnection terminal) {
            this.terminal = terminal;
        }

        /// Queues a request. Does not block.
        ///
        /// @return false if too much waits; the request is dropped then
        boolean add(TerminalRequest request) {
            int size =
                    request instanceof TerminalRequest.Raw(byte[] keys)
                            ? WITHOUT_KEYS + keys.length
                            : WITHOUT_KEYS;
            if (waitingBytes.addAndGet(size) > MOST_WAITING) {
                waitingBytes.addAndGet(-size);
                return false;
            }
            try {
                writer.execute(() -> send(request, size));
            } catch (RejectedExecutionException left) {
                LOG.log(Level.DEBUG, "a page that has left types no more");
            }
            return true;
        }

        private void send(TerminalRequest request, int size) {
            try {
                terminal.send(request);
            } catch (IOException gone) {
                LOG.log(Level.DEBUG, "a terminal is gone: {0}", gone.getMessage());
                writer.shutdownNow();
            } catch (OutOfMemoryError e) {
                LOG.log(Level.WARNING, "a terminal gets no more input from a page", e);
                writer.shutdownNow();
            } finally {
                waitingBytes.addAndGet(-size);
            }
        }

        /// Sends what waits, for at most two seconds, since the terminal may not take it; then
        /// calls `then`. Does not block.
        void end(Runnable then) {
            writer.shutdown();
            Thread.ofVirtual()
                    .name("page-input-end")
                    .start(() -> {
                        try {
                            boolean _ =
                                    writer.awaitTermination(
                                            LAST_KEYS.toMillis(), TimeUnit.MILLISECONDS);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        writer.shutdownNow();
                        then.run();
                    });
        }
    }
}
