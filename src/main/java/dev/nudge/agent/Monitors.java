package dev.nudge.agent;

import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.Inbox.InboxAnswer;
import dev.nudge.process.ProcessId;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/// The connected monitors of agents.
final class Monitors {
    private final List<Monitor> all = new CopyOnWriteArrayList<>();

    Optional<Inbox> of(ProcessId agent) {
        return all.reversed().stream()
                .filter(monitor -> monitor.agent.equals(agent))
                .<Inbox>map(monitor -> monitor)
                .findFirst();
    }

    /// @param agent the agent that has started the monitor; empty if none has
    /// @param came called when the monitor can be used
    Conversation conversation(
            Optional<ProcessId> agent, LineReader in, LineWriter out, Runnable came) {
        if (agent.isEmpty()) {
            return () ->
                    out.write(
                            "! No agent that nudge knows has started this monitor. Agents start"
                                    + " it; to see how, run \"nudge monitor --help\".");
        }
        Monitor monitor = new Monitor(agent.get(), in, out);
        return () -> {
            all.add(monitor);
            try {
                came.run();
                monitor.hold();
            } finally {
                all.remove(monitor);
            }
        };
    }

    /// A monitor of an agent: the program `nudge monitor`. The agent reads each line that it
    /// prints, and begins a turn with it (rule R133). A message is sent as a line with its id and
    /// its text. The program prints the text, unless it has done so already, and answers with the
    /// id. That does not prove that the model has the message: the record of the conversation and
    /// the hook of the prompt do.
    private static final class Monitor implements Inbox {
        private static final Logger LOG = System.getLogger(Monitor.class.getName());

        private final ProcessId agent;
        private final LineReader in;
        private final LineWriter out;
        private final Map<String, CompletableFuture<InboxAnswer>> awaited =
                new ConcurrentHashMap<>();

        /// The id of the message that was last printed; empty if there is none.
        private String lastId = "";

        private Set<String> lastNews = Set.of();
        private boolean isUnheard;

        Monitor(ProcessId agent, LineReader in, LineWriter out) {
            this.agent = agent;
            this.in = in;
            this.out = out;
        }

        void hold() throws IOException {
            try {
                while (in.next() instanceof Read.Line(String id)) {
                    CompletableFuture<InboxAnswer> answer = awaited.get(id);
                    if (answer != null) {
                        answer.complete(InboxAnswer.TAKEN);
                    }
                }
            } finally {
                // The program may have printed messages without an answer.
                awaited.values().forEach(answer -> answer.complete(InboxAnswer.NONE));
            }
        }

        /// Sends a message. If news that was printed is to be sent again in another message, it has
        /// not become a turn: nobody listens, so this and all later messages are refused.
        @Override
        public synchronized InboxAnswer send(
                String id, Set<String> news, String text, Duration limit) {
            isUnheard |= !id.equals(lastId) && !Collections.disjoint(news, lastNews);
            if (isUnheard) {
                return InboxAnswer.REFUSED;
            }
            CompletableFuture<InboxAnswer> answer = new CompletableFuture<>();
            awaited.put(id, answer);
            try {
                out.write(id + " " + text);
                InboxAnswer given =
                        answer.completeOnTimeout(
                                        InboxAnswer.NONE, limit.toMillis(), TimeUnit.MILLISECONDS)
                                .join();
                if (given == InboxAnswer.TAKEN) {
                    lastId = id;
                    lastNews = news;
                }
                return given;
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "a monitor has not been reached", e);
                return InboxAnswer.NONE;
            } finally {
                awaited.remove(id);
            }
        }

        @Override
        public Way way() {
            return Way.MONITOR;
        }
    }
}
