package dev.nudge.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The record that Gemini CLI keeps of a conversation, and whose path it gives to hooks (rule R4):
/// a file of JSON lines. A line is a message, replaces an earlier one with the same id, takes back
/// everything since one (`$rewindTo`), or replaces everything (`$set`): when a person cancels a
/// turn, the model forgets what it was told in it, and so does the record.
public final class Transcript {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final String wanted;
    private final Map<String, Boolean> messages = new LinkedHashMap<>();

    private Transcript(String wanted) {
        this.wanted = wanted;
    }

    /// Returns whether the model still knows this text.
    ///
    /// @return false also if the record cannot be read or understood
    public static boolean holds(Path file, String text) {
        Transcript transcript = new Transcript(text);
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            lines.forEach(transcript::take);
            return transcript.messages.containsValue(true);
        } catch (IOException | UncheckedIOException | JacksonException e) {
            return false;
        }
    }

    private void take(String line) {
        if (line.isBlank()) {
            return;
        }
        JsonNode entry = JSON.readTree(line);
        JsonNode all = entry.path("$set").path("messages");
        if (all.isArray()) {
            messages.clear();
            all.forEach(this::message);
        } else if (entry.has("$rewindTo")) {
            rewind(entry.path("$rewindTo").stringValue(""));
        } else if (entry.has("id")) {
            message(entry);
        }
    }

    private void message(JsonNode message) {
        messages.put(message.path("id").stringValue(""), message.toString().contains(wanted));
    }

    private void rewind(String id) {
        List<String> ids = List.copyOf(messages.keySet());
        int from = ids.indexOf(id);
        messages.keySet().removeAll(ids.subList(from < 0 ? 0 : from, ids.size()));
    }
}
