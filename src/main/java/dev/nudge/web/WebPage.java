package dev.nudge.web;

import dev.nudge.console.Invocation.PageControl;
import dev.nudge.console.Services;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Wire;
import dev.nudge.settings.Settings;
import dev.nudge.store.AtomicFile;
import dev.nudge.text.Reasons;
import dev.nudge.web.api.RestApi;
import dev.nudge.web.live.PageSessions;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Switches the page for browsers on and off. Once opened it stays on until it is closed, also in
/// the next daemons. Thread-safe.
public final class WebPage implements PageControl {
    private static final Logger LOG = System.getLogger(WebPage.class.getName());

    private final Path file;
    private final Settings settings;
    private final String version;
    private final Services services;
    private final Visits visits;
    private @Nullable On on;

    private record On(PageServer server, SignIn signIn, PageRecord record) {
        On openedBy(Hello caller) {
            return new On(server, signIn, new PageRecord(record.port, record.secret, caller));
        }
    }

    /// Counts the pages that are connected: while there is one, the daemon does not exit.
    /// Thread-safe.
    public interface Visits {
        void came();

        void left();
    }

    /// @param file tells the next daemon that the page is on
    public WebPage(Path file, Settings settings, String version, Services services, Visits visits) {
        this.file = file;
        this.settings = settings;
        this.version = version;
        this.services = services;
        this.visits = visits;
    }

    /// Serves the page if it was on when the last daemon ended: under the same port and for the
    /// same browsers, so that an open page continues. Returns at once.
    public void resume() {
        if (Files.exists(file)) {
            Thread.ofVirtual().name("page-resume").start(this::resumeNow);
        }
    }

    private synchronized void resumeNow() {
        try {
            Optional<PageRecord> last = on == null ? PageRecord.read(file) : Optional.empty();
            if (last.isPresent()) {
                on = serve(last.get());
            }
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "the page is no longer served; \"nudge web\" opens it again: {0}",
                    Reasons.of(e));
        }
    }

    /// Resumes the page first, which a daemon that was started for this call may not have done yet,
    /// so that an open page continues.
    @Override
    public synchronized String open(Hello caller) throws IOException {
        resumeNow();
        On now =
                on == null
                        ? serve(new PageRecord(settings.webPort(), SignIn.newSecret(), caller))
                        : on.openedBy(caller);
        on = now;
        AtomicFile.replaceUnsynced(
                file, Wire.writeExact(now.record()).getBytes(StandardCharsets.UTF_8));
        return now.signIn().newLink();
    }

    private On serve(PageRecord record) throws IOException {
        PageServer server =
                new PageServer(
                        record.port(),
                        new RestApi(services, this::opener, version),
                        new PageSessions(services.jobs().reports(), services.queue()),
                        visits);
        int port;
        try {
            port = server.open();
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "The page cannot be served on port %d: %s. End what listens there, or set another web_port (0 for any that is free)."
                            .formatted(record.port(), reason(e)),
                    e);
        }
        SignIn signIn = new SignIn(port, record.secret());
        server.start(signIn);
        return new On(server, signIn, new PageRecord(port, record.secret(), record.opener()));
    }

    /// Returns the system's message, which the library wraps.
    private static String reason(IOException e) {
        return e.getCause() instanceof IOException system ? Reasons.of(system) : Reasons.of(e);
    }

    private synchronized Hello opener() {
        if (on == null) {
            throw new IllegalArgumentException("The page has been closed.");
        }
        return on.record().opener();
    }

    @Override
    public synchronized boolean close() throws IOException {
        boolean wasRecorded = Files.deleteIfExists(file);
        boolean wasOn = on != null;
        end();
        return wasRecorded || wasOn;
    }

    /// Ends the server but keeps the record, so that the next daemon resumes the page.
    public synchronized void end() {
        if (on != null) {
            on.server().close();
            on = null;
        }
    }

    /// What the next daemon needs to continue to serve an open page: a file with mode 0600, which
    /// exists as long as the page is on.
    ///
    /// @param port where the page is served
    /// @param secret the key of [SignIn]
    /// @param opener the caller that opened the page last: jobs started from the page get its
    ///   directory and environment
    private record PageRecord(int port, String secret, Hello opener) {
        /// Reads the record; empty if the page is off.
        ///
        /// @throws IOException if the file cannot be read or understood
        static Optional<PageRecord> read(Path file) throws IOException {
            try {
                return Optional.of(Wire.read(Files.readString(file), PageRecord.class));
            } catch (NoSuchFileException off) {
                return Optional.empty();
            } catch (JacksonException e) {
                throw new IOException(file + " is not understood", e);
            }
        }
    }
}
