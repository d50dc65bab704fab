package dev.nudge.cli.registration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// An agent's file of hooks, to which nudge's are added: JSON with groups of hooks for each event,
/// `{"hooks": {"SessionStart": [{"hooks": [{"command": "…"}]}]}}`. A person's hooks, and the order
/// of everything, are kept.
///
/// @param from a file with nudge's hooks in the same form, each in its own group
/// @param filled puts paths into the commands of that file
record HookFile(Path file, Path from, UnaryOperator<String> filled) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final String HOOKS = "hooks";

    /// The folder in a command, in which the commands of two installations differ.
    private static final Pattern FOLDER = Pattern.compile("\"[^\"]*/(?=hooks/[\\w-]+\")");

    /// Returns whether the file has all of these hooks.
    boolean isWhole() {
        try {
            ObjectNode all = read();
            return put(all.deepCopy()).equals(all);
        } catch (IOException e) {
            return false;
        }
    }

    /// Returns whether the file has any of these hooks, of this installation or of another.
    boolean isPresent() {
        try {
            ObjectNode all = read();
            return !take(all.deepCopy()).equals(all);
        } catch (IOException e) {
            return false;
        }
    }

    /// Returns the changes that add the hooks, and keep a copy of the file without them.
    List<Change> added() throws IOException {
        Change add = new Change("%s: adds the hooks %s".formatted(file, events()), this::add);
        return Files.exists(file) && !isPresent()
                ? List.of(Change.keep(file, Registrar.kept(file)), add)
                : List.of(add);
    }

    Change removed() throws IOException {
        return new Change("%s: removes the hooks %s".formatted(file, events()), this::remove);
    }

    /// Adds the hooks, in place of those of another installation.
    ///
    /// @throws IOException also if the file has another form; then it is unchanged
    void add() throws IOException {
        ObjectNode all = put(read());
        if (Files.notExists(file)) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.createFile(file);
        }
        write(all);
    }

    /// Removes the hooks, and the file too if it has nothing else.
    ///
    /// @throws IOException also if the file has another form; then it is unchanged
    void remove() throws IOException {
        ObjectNode all = take(read());
        if (all.size() > 1 || !all.path(HOOKS).isEmpty()) {
            write(all);
        } else {
            Files.delete(file);
        }
    }

    /// Returns the hashes of nudge's hooks that are in the file, by their places as Codex writes
    /// them: `session_start:0:0` is the event, the index of the group, and the index of the hook in
    /// the group.
    Map<String, String> hashes() throws IOException {
        JsonNode all = read().path(HOOKS);
        Map<String, String> hashes = new LinkedHashMap<>();
        ours().forEachEntry((event, groups) -> {
            String name = event.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
            if (all.path(event) instanceof ArrayNode there) {
                groups.forEach(group ->
                        find(there, group)
                                .ifPresent(at ->
                                        hashes.put(
                                                "%s:%d:%d".formatted(name, at.group(), at.hook()),
                                                at.hash(name, there))));
            }
        });
        return hashes;
    }

    private record Place(int group, int hook) {
        ArrayNode hooks(ArrayNode groups) {
            return (ArrayNode) groups.get(group).path(HOOKS);
        }

        /// Returns the SHA-256 of the hook's definition, written as JSON without blanks and sorted
        /// by name. The event is named as in a place: `session_start`.
        String hash(String event, ArrayNode groups) {
            NavigableMap<String, Object> own = new TreeMap<>();
            hooks(groups).get(hook).forEachEntry(own::put);
            own.putIfAbsent("async", false);
            NavigableMap<String, Object> definition = new TreeMap<>();
            groups.get(group).forEachEntry(definition::put);
            definition.put("event_name", event);
            definition.put(HOOKS, List.of(own));
            try {
                byte[] json = JsonMapper.shared().writeValueAsBytes(definition);
                return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("Every Java has SHA-256", e);
            }
        }
    }

    /// Finds the hook that runs the same script of nudge in the same way, in whatever folder.
    ///
    /// @param ours a group with that hook alone
    private static Optional<Place> find(ArrayNode groups, JsonNode ours) {
        String wanted = command(ours.path(HOOKS).path(0));
        for (int group = 0; group < groups.size(); group++) {
            List<String> commands =
                    groups.get(group).path(HOOKS).valueStream().map(HookFile::command).toList();
            if (commands.contains(wanted)) {
                return Optional.of(new Place(group, commands.indexOf(wanted)));
            }
        }
        return Optional.empty();
    }

    private String events() throws IOException {
        return String.join(", ", ours().propertyNames());
    }

    private void write(ObjectNode all) throws IOException {
        Change.replace(file, JSON.writeValueAsString(all) + "\n");
    }

    private ObjectNode put(ObjectNode all) throws IOException {
        ObjectNode hooks = all.withObjectProperty(HOOKS);
        ours().forEachEntry((event, groups) -> {
            ArrayNode there = hooks.withArrayProperty(event);
            groups.forEach(group -> put(there, group));
        });
        return all;
    }

    /// Adds a hook, or replaces it, and also its group if that has no other hook.
    private static void put(ArrayNode groups, JsonNode ours) {
        Optional<Place> at = find(groups, ours);
        if (at.isEmpty()) {
            groups.add(ours);
        } else if (at.get().hooks(groups).size() == 1) {
            groups.set(at.get().group(), ours);
        } else {
            at.get().hooks(groups).set(at.get().hook(), ours.path(HOOKS).path(0));
        }
    }

    private ObjectNode take(ObjectNode all) throws IOException {
        ours().forEachEntry((event, ours) -> {
            if (all.path(HOOKS).path(event) instanceof ArrayNode groups && !groups.isEmpty()) {
                ours.forEach(group -> take(groups, group));
                if (groups.isEmpty()) {
                    all.withObjectProperty(HOOKS).remove(event);
                }
            }
        });
        return all;
    }

    private static void take(ArrayNode groups, JsonNode ours) {
        for (Optional<Place> at = find(groups, ours); at.isPresent(); at = find(groups, ours)) {
            ArrayNode hooks = at.get().hooks(groups);
            hooks.remove(at.get().hook());
            if (hooks.isEmpty()) {
                groups.remove(at.get().group());
            }
        }
    }

    /// Returns whether a person has allowed the agent to run these hooks. Codex keeps a hash of the
    /// definition of each hook in its settings (rule R106).
    ///
    /// @param table the table of the settings with the hashes
    boolean areTrusted(String table, String settings) {
        try {
            Map<String, String> hashes = hashes();
            return !hashes.isEmpty()
                    && hashes.entrySet().stream()
                            .allMatch(hook ->
                                    isTrusted(table, settings, hook.getKey(), hook.getValue()));
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isTrusted(String table, String settings, String place, String hash) {
        String head = "[%s.\"%s:%s\"]".formatted(table, file, place);
        String line = "trusted_hash = \"sha256:%s\"".formatted(hash);
        return Pattern.compile(
                        "(?m)^%s\\n(?:[^\\[\\n].*\\n)*?%s$"
                                .formatted(Pattern.quote(head), Pattern.quote(line)))
                .matcher(settings)
                .find();
    }

    private static String command(JsonNode hook) {
        return FOLDER.matcher(hook.path("command").asString("")).replaceAll("\"");
    }

    private ObjectNode ours() throws IOException {
        return parsed(from, filled.apply(Files.readString(from))).withObjectProperty(HOOKS);
    }

    private ObjectNode read() throws IOException {
        return Files.exists(file) ? parsed(file, Files.readString(file)) : JSON.createObjectNode();
    }

    private static ObjectNode parsed(Path file, String text) throws IOException {
        try {
            if (JSON.readTree(text) instanceof ObjectNode all
                    && all.path(HOOKS).isObject() != all.path(HOOKS).isMissingNode()) {
                return all;
            }
            throw new IOException(
                    file + " has no object \"hooks\". Nothing has been changed in it.");
        } catch (JacksonException e) {
            throw new IOException(
                    "%s is not JSON: %s. Nothing has been changed in it."
                            .formatted(file, e.getOriginalMessage()),
                    e);
        }
    }
}
