package dev.nudge.cli;

import dev.nudge.job.JobRecord;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Waits for the ends of jobs. A daemon that dies meanwhile is replaced and asked again.
final class JobWait implements AutoCloseable {
    private final Set<Long> awaited;
    private @Nullable Client client;
    private boolean isClosed;

    JobWait(Collection<Long> jobs) {
        this.awaited = new LinkedHashSet<>(jobs);
    }

    /// Whether another end is to come.
    boolean hasNext() {
        return !awaited.isEmpty();
    }

    /// Waits for the next end.
    ///
    /// @throws InterruptedException if the wait is closed meanwhile
    /// @throws IOException if no daemon is to be had, or it knows one of the jobs no more
    JobRecord next() throws IOException, InterruptedException {
        while (true) {
            Response response;
            try {
                response = connected().receive();
            } catch (ConnectionLostException | ClosedChannelException gone) {
                disconnect();
                continue;
            }
            JobRecord ended = Answers.expect(response, Response.Ended.class).job();
            if (awaited.remove(ended.job())) {
                return ended;
            }
        }
    }

    private synchronized Client connected() throws IOException, InterruptedException {
        if (isClosed) {
            throw new InterruptedException("the wait was given up");
        }
        if (client == null) {
            client = Installation.connector().connect(Installation.hello(Hello.CLI));
            client.send(new Request.AwaitEnds(List.copyOf(awaited)));
        }
        return client;
    }

    private synchronized void disconnect() throws IOException {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        disconnect();
    }
}
