package dev.nudge.agent;

import dev.nudge.delivery.typing.TypedText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The record that an agent keeps of a conversation, a file of JSON lines whose path it gives to
/// hooks.
///
/// In Gemini CLI's record (rule R4), a line is a message, replaces an earlier one with the same id,
/// takes back everything since a message (`$rewindTo`), or replaces everything (`$set`): when a
/// person cancels a turn, both the model and the record forget it. In Claude Code's and Qwen
/// Code's, nothing is taken back: a turn that was cancelled before the model said anything is
/// recognized by its lines (rules R104 and R117). In Codex's, a `response_item` is what the model
/// knows (rule R109). In Copilot CLI's, some of the events are, and what was taken back is removed
/// (rule R129). opencode's is kept by nudge's plugin, which replaces a message that was taken back
/// by one without words.
public final class Transcript {
    private static final Logger LOG = System.getLogger(Transcript.class.getName());
    private static final JsonMapper JSON = JsonMapper.shared();

    private static final Set<String> MODELS = Set.of("gemini", "assistant", "assistant.message");

    /// The events of Copilot CLI that the model knows.
    private static final Set<String> KNOWN_EVENTS =
            Set.of("user.message", "assistant.message", "tool.execution_complete");

    /// `&`, `<` or `>`, escaped any number of times.
    private static final Pattern ESCAPED = Pattern.compile("&(?:amp;)*+(?<of>(?:[lg]t;)?)");

    private final Set<String> wanted;
    private final Map<String, Message> messages = new LinkedHashMap<>();
    private final OpenTurn ofClaudeCode = new OpenTurn.OfClaudeCode();
    private final OpenTurn ofQwenCode = new OpenTurn.OfQwenCode();
    private boolean isUnderstood;

    private Transcript(Collection<String> wanted) {
        this.wanted = wanted.stream().map(Transcript::plain).collect(Collectors.toSet());
    }

    /// @param held the wanted texts in this message
    /// @param at when it was written, in ISO 8601; empty if it does not say
    private record Message(boolean isModels, Set<String> held, String at) {
        private boolean isSince(Instant since) {
            try {
                return !at.isEmpty() && !Instant.parse(at).isBefore(since);
            } catch (DateTimeParseException e) {
                return false;
            }
        }
    }

    /// Looks for texts in a record. Blocks on the file system.
    ///
    /// @return empty if it cannot be read, or nothing in it is understood
    public static Optional<Transcript> search(Path file, Collection<String> wanted) {
        Transcript transcript = new Transcript(wanted);
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            lines.forEach(transcript::take);
            transcript.messages.keySet().removeAll(transcript.ofClaudeCode.ids());
            transcript.messages.keySet().removeAll(transcript.ofQwenCode.ids());
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
        return transcript.isUnderstood ? Optional.of(transcript) : Optional.empty();
    }

    /// Returns whether the model still knows one of the wanted texts.
    public boolean holds(String text) {
        String plain = plain(text);
        return messages.values().stream().anyMatch(m -> m.held().contains(plain));
    }

    /// Returns whether the model still knows one of the wanted texts from a message of that time or
    /// later. A message without a time counts as earlier.
    public boolean holdsSince(String text, Instant since) {
        String plain = plain(text);
        return messages.values().stream()
                .anyMatch(m -> m.held().contains(plain) && m.isSince(since));
    }

    /// Returns whether the model has said something after one of the wanted texts.
    public boolean answers(String text) {
        String plain = plain(text);
        return messages.values().stream()
                .dropWhile(m -> !m.held().contains(plain))
                .skip(1)
                .anyMatch(Message::isModels);
    }

    /// Leaves out what differs between a message and its record: blanks, characters that terminals
    /// show differently, and all escapes, since some agents escape those in an output again.
    private static String plain(String text) {
        String plain =
                ESCAPED.matcher(text).replaceAll(escape -> unescaped("&" + escape.group("of")));
        return TypedText.of(plain).solid();
    }

    /// Returns a text without the escapes by which agents keep it from closing the tags around it.
    public static String unescaped(String text) {
        return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    }

    /// Takes a line. A damaged one, as from a full disk, is ignored.
    private void take(String line) {
        try {
            if (!line.isBlank()) {
                take(JSON.readTree(line));
            }
        } catch (JacksonException e) {
            LOG.log(Level.DEBUG, "a line of a conversation cannot be read", e);
        }
    }

    private void take(JsonNode entry) {
        JsonNode all = entry.path("$set").path("messages");
        if (all.isArray()) {
            replace(all);
        } else if (entry.has("$rewindTo")) {
            forgetFrom(Math.max(0, indexOf(text(entry, "$rewindTo"))));
        } else if (entry.has("id") && entry.has("data")) {
            // An event of Copilot CLI. Unknown ones repeat what hooks were given and have answered.
            boolean isKnown = KNOWN_EVENTS.contains(text(entry, "type"));
            message(text(entry, "id"), isKnown ? entry : JSON.createObjectNode());
        } else if (entry.has("id")) {
            message(text(entry, "id"), entry);
        } else if (entry.has("systemPayload") || entry.path("message").has("parts")) {
            record(entry);
        } else if (entry.has("uuid")) {
            // A line of Claude Code.
            String id = text(entry, "uuid");
            messages.keySet().removeAll(ofClaudeCode.take(id, entry));
            message(id, entry);
        } else if (text(entry, "type").equals("response_item")) {
            item(entry.path("payload"));
        }
    }

    private void item(JsonNode item) {
        boolean isModels =
                text(item, "role").equals("assistant") || text(item, "type").endsWith("_call");
        message("item " + messages.size(), item, isModels);
    }

    /// Takes a line of Qwen Code. A system line repeats what is said elsewhere, or takes the
    /// conversation back to the line that it follows.
    private void record(JsonNode entry) {
        String id = text(entry, "uuid");
        messages.keySet().removeAll(ofQwenCode.take(id, entry));
        if (!text(entry, "type").equals("system")) {
            message(id, entry);
            return;
        }
        if (text(entry, "subtype").equals("rewind")) {
            forgetFrom(indexOf(text(entry, "parentUuid")) + 1);
        }
        messages.put(id, new Message(false, Set.of(), ""));
    }

    /// Takes a new conversation. It is a part of the old one if a turn was cancelled; the agent may
    /// have closed an earlier one there in the model's name. If another message is new, it is a
    /// summary: the model was told what is not in it any more.
    private void replace(JsonNode all) {
        boolean isCut =
                all.valueStream().allMatch(m -> isModels(m) || messages.containsKey(text(m, "id")));
        Set<String> summarized =
                isCut
                        ? Set.of()
                        : messages.values().stream()
                                .flatMap(m -> m.held().stream())
                                .collect(Collectors.toSet());
        messages.clear();
        messages.put("", new Message(false, summarized, ""));
        all.forEach(m -> message(text(m, "id"), m));
    }

    private static boolean isModels(JsonNode message) {
        return MODELS.contains(text(message, "type"))
                && !message.path("isApiErrorMessage").asBoolean(false);
    }

    private void message(String id, JsonNode message) {
        message(id, message, isModels(message));
    }

    private void message(String id, JsonNode message, boolean isModels) {
        isUnderstood = true;
        StringBuilder said = new StringBuilder();
        collect(message, said);
        String plain = plain(said.toString());
        messages.put(
                id,
                new Message(
                        isModels,
                        wanted.stream().filter(plain::contains).collect(Collectors.toSet()),
                        message.path("timestamp").asString("")));
    }

    private static void collect(JsonNode node, StringBuilder text) {
        node.stringValueOpt().ifPresent(text::append);
        node.forEach(part -> collect(part, text));
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).stringValue("");
    }

    private int indexOf(String id) {
        return List.copyOf(messages.keySet()).indexOf(id);
    }

    private void forgetFrom(int index) {
        List<String> ids = List.copyOf(messages.keySet());
        messages.keySet().removeAll(ids.subList(index, ids.size()));
    }
}
