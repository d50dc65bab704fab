package dev.nudge.web;

import dev.nudge.console.PageControl;
import dev.nudge.console.Services;
import dev.nudge.protocol.Hello;
import dev.nudge.settings.Settings;
import dev.nudge.text.Reasons;
import dev.nudge.web.api.JobRequests;
import dev.nudge.web.api.LogRequests;
import dev.nudge.web.api.PlaceRequests;
import dev.nudge.web.api.QueueRequests;
import dev.nudge.web.api.RestApi;
import dev.nudge.web.live.PageSessions;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

    /// The page while it is on.
    private record On(PageServer server, SignIn signIn, PageRecord record) {}

    /// @param file tells the next daemon that the page is on
    /// @param version the version of nudge
    /// @param services the parts of the daemon that the page shows
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
        PageRecord record =
                on == null
                        ? new PageRecord(settings.webPort(), SignIn.newSecret(), caller)
                        : new PageRecord(on.record().port(), on.record().secret(), caller);
        On now = on == null ? serve(record) : new On(on.server(), on.signIn(), record);
        on = now;
        now.record().write(file);
        return new Origin(now.record().port()).entrance(now.signIn().newToken());
    }

    private On serve(PageRecord record) throws IOException {
        PageServer server =
                new PageServer(
                        record.port(),
                        api(),
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
        SignIn signIn = new SignIn(record.secret());
        server.start(new Origin(port), signIn);
        return new On(server, signIn, new PageRecord(port, record.secret(), record.opener()));
    }

    /// Returns the system's message, which the library wraps.
    private static String reason(IOException e) {
        return e.getCause() instanceof IOException system ? Reasons.of(system) : Reasons.of(e);
    }

    private RestApi api() {
        return new RestApi(
                services.jobs().reports(),
                new JobRequests(services, this::opener),
                new LogRequests(services.jobs().reports()),
                new QueueRequests(services.jobs().reports(), services.queue()),
                new PlaceRequests(services, this::opener, version));
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
}
