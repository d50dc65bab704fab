package dev.nudge.delivery.queue;

import dev.nudge.delivery.queue.ServerConnection.RefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The queue that an agent keeps for one of its conversations, a thread. A message that `codex
/// queue` puts into it begins a turn as soon as the thread is idle, whatever is in the prompt of
/// its pane, if it has one (rule R131). The queue is on disk: a message stays until the thread
/// takes it or it is withdrawn. Each call connects to the agent's server, and may block for
/// [#LIMIT]; it throws a [QueueClosedException] if there is no answer, or a refusal.
public record ThreadQueue(Path socket, String thread) {
    public static final Duration LIMIT = Duration.ofSeconds(10);

    public sealed interface Look {
        /// The server has the thread in memory; it is idle if no turn runs.
        ///
        /// @param record the thread's record of the conversation
        record Loaded(boolean isIdle, Path record) implements Look {}

        /// Nobody has the thread open, so it takes nothing from its queue (rule R132).
        record NotLoaded(Optional<Path> record) implements Look {}
    }

    private Map<String, Object> params(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(more);
        all.put("threadId", thread);
        return all;
    }

    public static List<String> loaded(Path socket) throws QueueClosedException {
        try (ServerConnection server = ServerConnection.open(socket)) {
            return server.call("thread/loaded/list", Map.of())
                    .path("data")
                    .valueStream()
                    .map(id -> id.asString(""))
                    .toList();
        }
    }

    /// Returns why the server has no such queue, as in an older version; empty if it has one.
    public Optional<String> objection() throws QueueClosedException {
        try (ServerConnection server = ServerConnection.open(socket)) {
            JsonNode _ = server.call("thread/queue/list", params(Map.of("limit", 1)));
            return Optional.empty();
        } catch (RefusedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    public Look look() throws QueueClosedException {
        try (ServerConnection server = ServerConnection.open(socket)) {
            JsonNode found = server.call("thread/read", params(Map.of())).path("thread");
            Optional<Path> record =
                    Optional.of(found.path("path").asString(""))
                            .filter(path -> !path.isEmpty())
                            .map(Path::of);
            String state = found.path("status").path("type").asString("");
            return state.equals("notLoaded") || record.isEmpty()
                    ? new Look.NotLoaded(record)
                    : new Look.Loaded(!state.equals("active"), record.get());
        } catch (RefusedException unknown) {
            return new Look.NotLoaded(Optional.empty());
        }
    }

    /// Puts a message into the queue.
    ///
    /// @param id the id by which the message is found in the queue and in the record
    /// @return whether the server has accepted it, which says nothing about the thread
    public boolean add(String id, String text) throws QueueClosedException {
        List<?> input = List.of(Map.of("type", "text", "text", text));
        try (ServerConnection server = ServerConnection.open(socket)) {
            JsonNode _ =
                    server.call(
                            "thread/queue/add",
                            params(Map.of("input", input, "clientUserMessageId", id)));
            return true;
        } catch (RefusedException e) {
            return false;
        }
    }

    public boolean has(String id) throws QueueClosedException {
        try (ServerConnection server = ServerConnection.open(socket)) {
            return find(server, id).isPresent();
        }
    }

    /// Makes an idle thread take a message from the queue, which it does not by itself after a
    /// person has interrupted a turn. Returns whether a turn begins with it.
    public boolean start(String id) throws QueueClosedException {
        try {
            return onQueued(id, "thread/queue/start").isPresent();
        } catch (RefusedException e) {
            return false;
        }
    }

    /// Takes a message out of the queue. Returns whether it was there: then the thread has not
    /// taken it, and never will.
    public boolean withdraw(String id) throws QueueClosedException {
        return onQueued(id, "thread/queue/delete")
                .filter(answer -> answer.path("deleted").asBoolean(false))
                .isPresent();
    }

    /// Makes a call about a message; empty if it is not in the queue.
    private Optional<JsonNode> onQueued(String id, String method) throws QueueClosedException {
        try (ServerConnection server = ServerConnection.open(socket)) {
            Optional<String> found = find(server, id);
            return found.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            server.call(method, params(Map.of("queuedSubmissionId", found.get()))));
        }
    }

    private Optional<String> find(ServerConnection server, String id) throws QueueClosedException {
        Map<String, Object> page = Map.of();
        while (true) {
            JsonNode list = server.call("thread/queue/list", params(page));
            Optional<String> found =
                    list.path("data")
                            .valueStream()
                            .filter(one -> one.path("clientUserMessageId").asString("").equals(id))
                            .map(one -> one.path("id").asString(""))
                            .findFirst();
            String next = list.path("nextCursor").asString("");
            if (found.isPresent() || next.isEmpty()) {
                return found;
            }
            page = Map.of("cursor", next);
        }
    }

    /// Thrown when a server cannot be reached or does not answer: it may have done what was asked.
    public static class QueueClosedException extends IOException {
        private static final long serialVersionUID = 1L;

        QueueClosedException(String message) {
            super(message);
        }

        QueueClosedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /// The record that an agent keeps of a thread, in JSON lines. The model knows what is in it; a
    /// message from the queue is in it with its id.
    public static final class ThreadRecord {
        private static final String ID = "\"client_id\":\"";

        private ThreadRecord() {}

        /// Returns the size of the record in bytes; 0 if there is none yet.
        public static long size(Path record) {
            try {
                return Files.size(record);
            } catch (IOException none) {
                return 0;
            }
        }

        /// Returns whether the record has this message after an offset in bytes. Reads the file.
        public static boolean holds(Path record, long from, String id) {
            return hasLine(record, from, ID + id + "\"");
        }

        /// Returns whether the record has any ids: another version's may not. Reads the file.
        public static boolean showsIds(Path record) {
            return hasLine(record, 0, ID);
        }

        private static boolean hasLine(Path record, long from, String part) {
            try (InputStream bytes = Files.newInputStream(record)) {
                bytes.skipNBytes(from);
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
                return lines.lines().anyMatch(line -> line.contains(part));
            } catch (IOException | UncheckedIOException none) {
                return false;
            }
        }
    }
}
