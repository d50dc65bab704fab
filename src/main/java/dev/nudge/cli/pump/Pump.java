package dev.nudge.cli.pump;

import dev.nudge.cli.connection.Client;
import dev.nudge.cli.connection.DaemonConnector;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader.Read;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The command `nudge mcp`: carries the lines of MCP between an agent's pipes and the daemon. If
/// the daemon dies, the pump starts another, repeats the agent's greeting to it and answers the
/// pending calls with an error, so that the agent keeps its tools. If the pump itself is killed,
/// the launcher starts another, which does the same from the record of the session (see [Journal]).
public final class Pump {
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(2);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final DaemonConnector connector;
    private final Hello hello;
    private final AgentPipes agent;
    private final Calls calls = new Calls();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Client daemon;

    public Pump(DaemonConnector connector, Hello hello, AgentPipes agent) {
        this.connector = connector;
        this.hello = hello;
        this.agent = agent;
    }

    /// Runs until the agent closes its end; then waits a moment for pending answers.
    public void run() throws IOException, InterruptedException {
        begin();
        // Not a pattern switch: setting one up takes a tenth of the pump's start-up time.
        for (Read read = agent.next(); !(read instanceof Read.End); read = agent.next()) {
            if (read instanceof Read.Line line) {
                send(line.text());
            } else if (read instanceof Read.TooLong line) {
                agent.write(Rpc.tooLong(line), "");
            }
            if (calls.isIdle()) {
                agent.settle();
            }
        }
        calls.awaitNone(LAST_ANSWERS);
    }

    private void begin() throws IOException {
        if (!agent.past().taken().isEmpty()) {
            resume();
            return;
        }
        lock.lock();
        try {
            connect();
        } finally {
            lock.unlock();
        }
    }

    /// Resumes the session of a pump that was killed.
    private void resume() throws IOException {
        agent.past().taken().forEach(line -> calls.sent(Rpc.of(line), line));
        agent.past().answered().forEach(id -> calls.answered(new Rpc(id, "")));
        if (agent.past().isTorn()) {
            agent.endTornLine();
        }
        fail(
                calls.takeUnanswered(),
                "\"nudge mcp\" was killed while it handled this call. A command that the call had started"
                        + " continues, and its result will be reported; list_jobs shows it.");
        Thread.ofVirtual().name("reconnect").start(this::reconnect);
    }

    private void fail(List<Rpc> requests, String reason) throws IOException {
        for (Rpc request : requests) {
            agent.write(request.failure(reason), request.id());
        }
    }

    private void send(String line) throws IOException {
        lock.lock();
        try {
            Rpc message = Rpc.of(line);
            Optional<String> obstacle = daemon == null ? tryConnect() : Optional.empty();
            if (obstacle.isPresent() && message.isRequest()) {
                fail(List.of(message), obstacle.get());
                return;
            }
            calls.sent(message, line);
            // If there is no daemon, the next one is told what has been noted. If it dies now, the
            // reader notices, and answers or repeats that.
            tryWrite(line);
        } finally {
            lock.unlock();
        }
    }

    private void tryWrite(String line) {
        try {
            if (daemon != null) {
                daemon.out().write(line);
            }
        } catch (IOException gone) {
            // The reader sees the same end and handles it.
        }
    }

    /// Connects.
    ///
    /// @return why that is not possible; empty if it is
    private Optional<String> tryConnect() {
        try {
            connect();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// Connects, repeats the greeting of MCP if there was one, and starts reading.
    private void connect() throws IOException {
        Client client = connector.connect(hello);
        try {
            greet(client);
        } catch (IOException e) {
            client.close();
            throw e;
        }
        daemon = client;
        Thread.ofVirtual().name("from-daemon").start(() -> read(client));
    }

    private void greet(Client client) throws IOException {
        Optional<String> initialize = calls.initialize();
        if (initialize.isPresent()) {
            client.out().write(initialize.get());
            if (calls.isInitializeAnswered()) {
                client.in().next();
            }
            if (calls.initialized().isPresent()) {
                client.out().write(calls.initialized().get());
            }
        }
    }

    private void read(Client client) {
        try {
            while (client.in().next() instanceof Read.Line line) {
                String answered = Rpc.of(line.text()).answeredId();
                agent.write(line.text(), answered);
                calls.answered(new Rpc(answered, ""));
            }
        } catch (IOException gone) {
            // Treated like an orderly end.
        }
        recover(client);
    }

    private void recover(Client client) {
        lock.lock();
        try {
            client.close();
            daemon = null;
            fail(
                    calls.takeUnanswered(),
                    "The nudge daemon ended while it handled this call. A command that it had started"
                            + " continues, and its result will be reported; list_jobs shows it.");
        } catch (IOException e) {
            // The agent has ended, or the daemon's end was already closed.
        } finally {
            lock.unlock();
        }
        reconnect();
    }

    /// Tries until there is a daemon again: the next one may die as well. Messages from the agent
    /// try in between, and get the reason if that fails.
    private void reconnect() {
        try {
            Duration pause = SHORTEST_PAUSE;
            while (!isConnected()) {
                Thread.sleep(pause);
                Duration next = pause.multipliedBy(2);
                pause = next.compareTo(LONGEST_PAUSE) < 0 ? next : LONGEST_PAUSE;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isConnected() {
        lock.lock();
        try {
            if (daemon == null) {
                connect();
            }
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            lock.unlock();
        }
    }
}
