package dev.nudge.web.live;

import dev.nudge.console.JobReports;
import dev.nudge.console.QueueDesk;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.Wire;
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
        try {
            return terminal(page, reports.terminal(job));
        } catch (IOException | IllegalArgumentException e) {
            page.send(Wire.write(new TerminalMessage.Broken(String.valueOf(e.getMessage()))));
            page.close(REFUSED, "no terminal");
            return null;
        }
    }

    private static PageSession terminal(PageSocket page, TerminalConnection terminal)
            throws IOException {
        try {
            TerminalSession session = new TerminalSession(page, terminal);
            session.start();
            return session;
        } catch (IOException | RuntimeException e) {
            terminal.close();
            throw e;
        }
    }
}
