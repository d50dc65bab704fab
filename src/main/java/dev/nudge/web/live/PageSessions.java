package dev.nudge.web.live;

import dev.nudge.console.JobReports;
import dev.nudge.console.QueueDesk;
import dev.nudge.protocol.Wire;
import dev.nudge.web.live.Questioning.GivenAnswers;
import dev.nudge.web.live.TerminalSession.TerminalMessage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Begins the sessions of pages that connect.
public final class PageSessions {
    private static final int REFUSED = 1008;

    private final JobReports reports;
    private final QueueDesk queue;
    private final GivenAnswers answers = new GivenAnswers();

    public PageSessions(JobReports reports, QueueDesk queue) {
        this.reports = reports;
        this.queue = queue;
    }

    /// Begins a session that reports what the page watches.
    public PageSession live(PageSocket page) {
        return new LiveSession(page, reports, queue, answers);
    }

    /// Begins to show a job's terminal. If it has none, tells the page so, closes the connection,
    /// and returns null.
    ///
    /// @throws IOException if the page has left
    public @Nullable PageSession terminal(PageSocket page, long job) throws IOException {
        TerminalSession session = null;
        try {
            session = new TerminalSession(page, reports.terminal(job));
            session.start();
            return session;
        } catch (IOException | RuntimeException e) {
            if (session != null) {
                session.close();
            }
            page.send(Wire.write(new TerminalMessage.Broken(String.valueOf(e.getMessage()))));
            page.close(REFUSED, "no terminal");
            return null;
        }
    }

    /// Serves one connected page. Its messages come one after the other.
    public interface PageSession extends AutoCloseable {
        /// Takes a message of the page. May block, which delays the next message.
        void receive(String text);

        void receive(byte[] bytes);

        /// Ends everything that was done for the page, which has left.
        @Override
        void close();
    }

    /// The connection to one page. Thread-safe; a page that reads slowly blocks those who send to
    /// it.
    public interface PageSocket {
        /// Sends a message. Blocks until it is on its way.
        ///
        /// @throws IOException if the page has left
        void send(String text) throws IOException;

        /// Sends bytes, likewise.
        void send(byte[] bytes) throws IOException;

        /// @param code a status code of WebSocket (RFC 6455, 7.4.1)
        void close(int code, String reason);
    }
}
