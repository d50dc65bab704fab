package dev.nudge.agent;

import dev.nudge.delivery.typing.TypedText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

    private final Set<String> wanted;
    private final Map<String, Message> messages = new LinkedHashMap<>();

    private Transcript(Collection<String> wanted) {
        this.wanted = wanted.stream().map(Transcript::plain).collect(Collectors.toSet());
    }

    /// @param held the wanted texts that are in it
    private record Message(boolean isModels, Set<String> held) {}

    /// Looks for texts in a record; none is in it if it cannot be read or understood. Blocks on the
    /// file system.
    public static Transcript search(Path file, Collection<String> wanted) {
        Transcript transcript = new Transcript(wanted);
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            lines.forEach(transcript::take);
        } catch (IOException | UncheckedIOException | JacksonException e) {
            transcript.messages.clear();
        }
        return transcript;
    }

    /// Returns whether the model still knows one of the wanted texts.
    public boolean holds(String text) {
        String plain = plain(text);
        return messages.values().stream().anyMatch(m -> m.held().contains(plain));
    }

    /// Returns whether the model has said something after it was told one of the wanted texts.
    public boolean answers(String text) {
        String plain = plain(text);
        return messages.values().stream()
                .dropWhile(m -> !m.held().contains(plain))
                .skip(1)
                .anyMatch(Message::isModels);
    }

    /// Leaves out what differs between a message and its record: blanks, characters that terminals
    /// show differently, and the escapes of what hooks pass on.
    private static String plain(String text) {
        return TypedText.of(text.replace("&lt;", "<").replace("&gt;", ">")).solid();
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
        StringBuilder said = new StringBuilder();
        collect(message, said);
        String plain = plain(said.toString());
        messages.put(
                message.path("id").stringValue(""),
                new Message(
                        message.path("type").stringValue("").equals("gemini"),
                        wanted.stream().filter(plain::contains).collect(Collectors.toSet())));
    }

    private static void collect(JsonNode node, StringBuilder text) {
        node.stringValueOpt().ifPresent(text::append);
        node.forEach(part -> collect(part, text));
    }

    private void rewind(String id) {
        List<String> ids = List.copyOf(messages.keySet());
        int from = ids.indexOf(id);
        messages.keySet().removeAll(ids.subList(from < 0 ? 0 : from, ids.size()));
    }
}
