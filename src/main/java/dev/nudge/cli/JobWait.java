package dev.nudge.cli;

import dev.nudge.job.record.JobRecord;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Waits for jobs to end. A daemon that dies meanwhile is replaced and asked again.
final class JobWait implements AutoCloseable {
    private final Set<Long> awaited;
    private final Consumer<String> warnings;
    private @Nullable Client client;
    private boolean isClosed;

    /// @param warnings receives a sentence about what keeps the jobs from continuing
    JobWait(Collection<Long> jobs, Consumer<String> warnings) {
        this.warnings = warnings;
        this.awaited = new LinkedHashSet<>(jobs);
    }

    /// Returns whether another end is to come.
    boolean hasNext() {
        return !awaited.isEmpty();
    }

    /// Waits for the next end.
    ///
    /// @throws InterruptedException if the wait is closed meanwhile
    /// @throws IOException if no daemon can be had, or it no longer knows one of the jobs
    JobRecord next() throws IOException, InterruptedException {
        while (true) {
            Response response;
            try {
                response = connected().receive();
            } catch (ConnectionLostException | ClosedChannelException gone) {
                disconnect();
                continue;
            }
            if (response instanceof Response.Warning(String text)) {
                warnings.accept(text);
                continue;
            }
            JobRecord ended = Answers.expect(response, Response.Ended.class).job();
            if (awaited.remove(ended.job())) {
                return ended;
            }
        }
    }

    private Client connected() throws IOException, InterruptedException {
        Optional<Client> present = present();
        if (present.isPresent()) {
            return present.get();
        }
        // Without the lock: a daemon that is stopped can cause a wait of seconds.
        Client fresh = Installation.connector().connect(Installation.hello(Hello.CLI));
        keep(fresh);
        fresh.send(new Request.AwaitEnds(List.copyOf(awaited)));
        return fresh;
    }

    private synchronized Optional<Client> present() throws InterruptedException {
        requireOpen();
        return Optional.ofNullable(client);
    }

    private synchronized void keep(Client fresh) throws IOException, InterruptedException {
        try {
            requireOpen();
        } catch (InterruptedException e) {
            fresh.close();
            throw e;
        }
        client = fresh;
    }

    private void requireOpen() throws InterruptedException {
        if (isClosed) {
            throw new InterruptedException("the wait was given up");
        }
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
