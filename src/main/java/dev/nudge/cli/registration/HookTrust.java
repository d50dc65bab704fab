package dev.nudge.cli.registration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Tells whether a person has allowed an agent to run nudge's hooks. Codex keeps a hash of the
/// definition of each hook in its settings (rule R106).
///
/// @param table the table of the settings with the hashes
record HookTrust(HookFile hooks, String table) {
    /// Returns whether the settings have the hash of each hook.
    boolean isGiven(String settings) {
        try {
            Map<String, JsonNode> placed = hooks.placed();
            return !placed.isEmpty()
                    && placed.entrySet().stream()
                            .allMatch(hook -> isIn(settings, hook.getKey(), hook.getValue()));
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isIn(String settings, String place, JsonNode group) {
        String[] event = place.split(":", 2);
        String head = "[%s.\"%s:%s:%s\"]".formatted(table, hooks.file(), name(event[0]), event[1]);
        String hash = "trusted_hash = \"sha256:%s\"".formatted(hash(name(event[0]), group));
        return Pattern.compile(
                        "(?m)^%s\\n(?:[^\\[\\n].*\\n)*?%s$"
                                .formatted(Pattern.quote(head), Pattern.quote(hash)))
                .matcher(settings)
                .find();
    }

    /// Returns the name of an event in the settings: `session_start`.
    private static String name(String event) {
        return event.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    /// Returns the SHA-256 of a hook's definition, written as JSON without blanks and sorted by
    /// name.
    private static String hash(String event, JsonNode group) {
        NavigableMap<String, Object> hook = new TreeMap<>();
        group.path("hooks").path(0).forEachEntry(hook::put);
        hook.putIfAbsent("async", false);
        NavigableMap<String, Object> definition = new TreeMap<>();
        group.forEachEntry(definition::put);
        definition.put("event_name", event);
        definition.put("hooks", List.of(hook));
        try {
            byte[] json =
                    JsonMapper.shared()
                            .writeValueAsString(definition)
                            .getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
