package dev.nudge.cli.registration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// An agent's file of hooks, to which nudge's are added: JSON with groups of hooks for each event,
/// `{"hooks": {"SessionStart": [{"hooks": [{"command": "…"}]}]}}`. A person's groups, and the order
/// of everything, stay.
///
/// @param from a file with nudge's hooks, in the same form
/// @param filled puts paths into its commands
record HookFile(Path file, Path from, UnaryOperator<String> filled) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final String HOOKS = "hooks";

    /// What differs between the commands of one nudge and another.
    private static final Pattern FOLDER = Pattern.compile("\"[^\"]*/(?=hooks/[\\w-]+\")");

    /// Returns whether it has all of these hooks.
    boolean isWhole() {
        try {
            ObjectNode all = read();
            return put(all.deepCopy()).equals(all);
        } catch (IOException e) {
            return false;
        }
    }

    /// Returns whether it has some of them, of this nudge or of another.
    boolean isPresent() {
        try {
            ObjectNode all = read();
            return !take(all.deepCopy()).equals(all);
        } catch (IOException e) {
            return false;
        }
    }

    /// Returns the changes that add them. The file is kept as it was without them.
    List<Change> added() {
        List<Change> changes = new ArrayList<>();
        if (Files.exists(file) && !isPresent()) {
            changes.add(new Change.Keep(file, Places.kept(file)));
        }
        changes.add(new Change.AddHooks(this));
        return changes;
    }

    /// Adds them, in the place of those of another nudge.
    ///
    /// @throws IOException also if the file is not what it should be; then it is left as it is
    void add() throws IOException {
        ObjectNode all = put(read());
        if (Files.notExists(file)) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.createFile(file);
        }
        write(all);
    }

    /// Removes them. A file that has nothing else is removed as well.
    ///
    /// @throws IOException as for [#add()]
    void remove() throws IOException {
        ObjectNode all = take(read());
        boolean isUsed = all.size() > 1 || !all.path(HOOKS).isEmpty();
        if (isUsed) {
            write(all);
        } else {
            Files.delete(file);
        }
    }

    /// Returns those that are in the file, as they are there, each by its event and its place:
    /// `SessionStart:0`.
    Map<String, JsonNode> placed() throws IOException {
        JsonNode all = read().path(HOOKS);
        Map<String, JsonNode> placed = new LinkedHashMap<>();
        ours().forEachEntry((event, groups) -> {
            List<JsonNode> there = all.path(event).valueStream().toList();
            for (JsonNode group : groups) {
                there.stream()
                        .filter(g -> isSame(g, group))
                        .forEach(g -> placed.put(event + ":" + there.indexOf(g), g));
            }
        });
        return placed;
    }

    /// Returns the names of their events.
    String events() {
        try {
            return String.join(", ", ours().propertyNames());
        } catch (IOException e) {
            return "of nudge";
        }
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

    private static void put(ArrayNode there, JsonNode group) {
        IntStream.range(0, there.size())
                .filter(i -> isSame(there.get(i), group))
                .findFirst()
                .ifPresentOrElse(i -> there.set(i, group), () -> there.add(group));
    }

    private ObjectNode take(ObjectNode all) throws IOException {
        if (all.path(HOOKS) instanceof ObjectNode hooks) {
            ours().forEachEntry((event, groups) -> take(hooks, event, groups));
        }
        return all;
    }

    private static void take(ObjectNode hooks, String event, JsonNode groups) {
        if (hooks.path(event) instanceof ArrayNode there) {
            int before = there.size();
            groups.forEach(group -> there.removeIf(g -> isSame(g, group)));
            if (there.isEmpty() && before > 0) {
                hooks.remove(event);
            }
        }
    }

    /// Returns whether two groups run the same script of nudge in the same way, wherever it is.
    private static boolean isSame(JsonNode group, JsonNode ours) {
        return command(group).equals(command(ours));
    }

    private static String command(JsonNode group) {
        String command = group.path(HOOKS).path(0).path("command").asString("");
        return FOLDER.matcher(command).replaceAll("\"");
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
