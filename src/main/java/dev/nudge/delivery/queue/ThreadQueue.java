package dev.nudge.delivery.queue;

import dev.nudge.delivery.queue.ServerConnection.RefusedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// The queue that an agent keeps for one of its conversations, a thread. A message that `codex
/// queue` puts into it begins a turn as soon as the thread is idle, whatever is in the prompt of
/// the thread's pane, if it has one (rule R131). The queue is on disk: a message stays in it until
/// the thread takes it or it is withdrawn. Each call connects to the agent's server, and may block
/// for [#LIMIT].
///
/// @param socket where the server listens
/// @param thread the id of the thread
public record ThreadQueue(Path socket, String thread) {
    /// How long an agent may take to answer.
    public static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String THREAD = "threadId";

    /// The state of the thread.
    public sealed interface Look {
        /// The server has the thread in memory.
        ///
        /// @param isIdle whether no turn runs
        /// @param record the thread's record of the conversation
        record Loaded(boolean isIdle, Path record) implements Look {}

        /// The thread takes nothing from its queue now: nobody has it open (rule R132).
        ///
        /// @param record the thread's record of the conversation, if it is known
        record NotLoaded(Optional<Path> record) implements Look {}
    }

    private interface Ask<T> {
        T of(ServerConnection server) throws QueueClosedException;
    }

    private <T> T ask(Ask<T> ask) throws QueueClosedException {
        try (ServerConnection server = ServerConnection.open(socket, LIMIT)) {
            return ask.of(server);
        } catch (RefusedException e) {
            throw new QueueClosedException("the server has refused to answer", e);
        }
    }

    private Map<String, Object> params(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(more);
        all.put(THREAD, thread);
        return all;
    }

    /// Lists the threads that a server has in memory.
    ///
    /// @throws QueueClosedException if it cannot be asked
    public static List<String> loaded(Path socket) throws QueueClosedException {
        try (ServerConnection server = ServerConnection.open(socket, LIMIT)) {
            return server.call("thread/loaded/list", Map.of())
                    .path("data")
                    .valueStream()
                    .map(id -> id.asString(""))
                    .toList();
        } catch (RefusedException e) {
            throw new QueueClosedException("it lists no threads", e);
        }
    }

    /// Returns why the server has no such queue, as in an older version; empty if it has one.
    ///
    /// @throws QueueClosedException if it cannot be asked
    public Optional<String> objection() throws QueueClosedException {
        return ask(server -> {
            try {
                JsonNode _ = server.call("thread/queue/list", params(Map.of("limit", 1)));
                return Optional.empty();
            } catch (RefusedException e) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
        });
    }

    /// Looks at the thread.
    ///
    /// @throws QueueClosedException if the server cannot be asked
    public Look look() throws QueueClosedException {
        return ask(server -> {
            try {
                JsonNode found = server.call("thread/read", params(Map.of())).path("thread");
                Optional<Path> record =
                        Optional.of(found.path("path").asString(""))
                                .filter(path -> !path.isEmpty())
                                .map(Path::of);
                String state = found.path("status").path("type").asString("");
                boolean isLoaded = !state.equals("notLoaded") && record.isPresent();
                return isLoaded
                        ? new Look.Loaded(!state.equals("active"), record.get())
                        : new Look.NotLoaded(record);
            } catch (RefusedException unknown) {
                return new Look.NotLoaded(Optional.empty());
            }
        });
    }

    /// Puts a message into the queue.
    ///
    /// @param id the id by which the message is found in the queue and in the record
    /// @return whether the server has accepted it, which says nothing about the thread
    /// @throws QueueClosedException if that is not known
    public boolean add(String id, String text) throws QueueClosedException {
        return ask(server -> {
            try {
                JsonNode _ =
                        server.call(
                                "thread/queue/add",
                                params(
                                        Map.of(
                                                "input",
                                                List.of(Map.of("type", "text", "text", text)),
                                                "clientUserMessageId",
                                                id)));
                return true;
            } catch (RefusedException e) {
                return false;
            }
        });
    }

    /// Returns whether the message waits in the queue.
    ///
    /// @throws QueueClosedException if that is not known
    public boolean has(String id) throws QueueClosedException {
        return ask(server -> find(server, id).isPresent());
    }

    /// Makes an idle thread take a message from the queue, which it does not by itself after a
    /// person has interrupted a turn.
    ///
    /// @return whether a turn begins with it
    /// @throws QueueClosedException if that is not known
    public boolean start(String id) throws QueueClosedException {
        return ask(server -> {
            try {
                Optional<String> found = find(server, id);
                if (found.isPresent()) {
                    JsonNode _ =
                            server.call(
                                    "thread/queue/start",
                                    params(Map.of("queuedSubmissionId", found.get())));
                }
                return found.isPresent();
            } catch (RefusedException e) {
                return false;
            }
        });
    }

    /// Takes a message out of the queue.
    ///
    /// @return whether the message was there: then the thread has not taken it, and never will
    /// @throws QueueClosedException if that is not known
    public boolean withdraw(String id) throws QueueClosedException {
        return ask(server -> {
            Optional<String> found = find(server, id);
            return found.isPresent()
                    && server.call(
                                    "thread/queue/delete",
                                    params(Map.of("queuedSubmissionId", found.get())))
                            .path("deleted")
                            .asBoolean(false);
        });
    }

    private Optional<String> find(ServerConnection server, String id) throws QueueClosedException {
        Function<JsonNode, String> client = one -> one.path("clientUserMessageId").asString("");
        Map<String, Object> page = Map.of();
        while (true) {
            JsonNode list = server.call("thread/queue/list", params(page));
            Optional<String> found =
                    list.path("data")
                            .valueStream()
                            .filter(one -> client.apply(one).equals(id))
                            .map(one -> one.path("id").asString(""))
                            .findFirst();
            String next = list.path("nextCursor").asString("");
            if (found.isPresent() || next.isEmpty()) {
                return found;
            }
            page = Map.of("cursor", next);
        }
    }
}
