package dev.nudge.console.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// A line of a batch that is a JSON object: `{"command": "make", "group": "builds", "env": {"A":
/// "1"}}`. Its names are those of the options of `nudge run`, or of the arguments of the tool
/// `run_long_command`. It becomes words, so that one place knows what the options mean.
final class BatchObject {
    static final Set<String> OF_THE_CALL =
            Set.of("--wait", "--stdin", "--json", "--batch", "--help", "--version");

    private static final String COMMAND = "command";

    /// What the tool calls otherwise.
    private static final Map<String, String> ALIASES =
            Map.of(
                    "interactive", "pty",
                    "timeout_seconds", "timeout",
                    "silence_timeout_seconds", "silence-timeout",
                    "delay_seconds", "delay",
                    "wait_seconds", "wait");

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private BatchObject() {}

    /// What it says.
    ///
    /// @param options as words, each with its value: `--group=builds`
    /// @param command one or more words, as behind `nudge run --`
    record Words(List<String> options, List<String> command) {}

    /// @throws IllegalArgumentException saying what is wrong with it
    static Words read(String text, CommandSpec run) {
        List<String> options = new ArrayList<>();
        List<String> command = List.of();
        for (Map.Entry<String, Object> field : fields(text).entrySet()) {
            if (field.getKey().equals(COMMAND)) {
                command = list(COMMAND, field.getValue());
            } else {
                options.addAll(words(option(field.getKey(), run), field));
            }
        }
        if (String.join("", command).isBlank()) {
            throw new IllegalArgumentException(
                    "\"command\" is missing or blank; expected {\"command\": \"make\", …}");
        }
        return new Words(options, command);
    }

    private static Map<String, Object> fields(String text) {
        try {
            return JSON.readValue(text, new TypeReference<Map<String, Object>>() {});
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "it begins with { but is not an object of JSON: %s. A command that begins so can be written as {\"command\": \"{ …; }\"}"
                            .formatted(e.getOriginalMessage().lines().findFirst().orElse("")),
                    e);
        }
    }

    private static OptionSpec option(String name, CommandSpec run) {
        String longName = "--" + ALIASES.getOrDefault(name, name).replace('_', '-');
        OptionSpec found = run.optionsMap().get(longName);
        if (OF_THE_CALL.contains(longName)) {
            throw new IllegalArgumentException(
                    "\"%s\" is not possible for one job of a batch".formatted(name));
        }
        if (found == null) {
            Set<String> known = new TreeSet<>(run.optionsMap().keySet());
            known.removeAll(OF_THE_CALL);
            throw new IllegalArgumentException(
                    "there is no option \"%s\"; expected \"command\" and some of: %s"
                            .formatted(
                                    name,
                                    known.stream()
                                            .filter(option -> option.startsWith("--"))
                                            .map(option -> option.substring(2).replace('-', '_'))
                                            .collect(Collectors.joining(", "))));
        }
        return found;
    }

    private static List<String> words(OptionSpec option, Map.Entry<String, Object> field) {
        String name = field.getKey();
        Object value = field.getValue();
        if (value == null) {
            return List.of();
        }
        if (option.arity().max() == 0) {
            if (!(value instanceof Boolean isOn)) {
                throw unexpected(name, "true or false");
            }
            return isOn ? List.of(option.longestName()) : List.of();
        }
        if (option.splitRegex().isEmpty()) {
            return values(option, name, value).stream()
                    .map(one -> option.longestName() + "=" + one)
                    .toList();
        }
        List<String> list = list(name, value);
        return list.isEmpty()
                ? List.of()
                : List.of(option.longestName() + "=" + String.join(",", list));
    }

    private static List<String> values(OptionSpec option, String name, Object value) {
        if (!option.isMultiValue()) {
            return List.of(word(name, value, "a string or a number"));
        }
        return value instanceof Map<?, ?> variables
                ? variables.entrySet().stream()
                        .map(one ->
                                one.getKey()
                                        + "="
                                        + word(name, one.getValue(), "an object of strings"))
                        .toList()
                : list(name, value);
    }

    private static List<String> list(String name, Object value) {
        List<?> all = value instanceof List<?> many ? many : List.of(value);
        return all.stream().map(one -> word(name, one, "a string, or a list of strings")).toList();
    }

    private static String word(String name, @Nullable Object value, String expected) {
        if (!(value instanceof String || value instanceof Number || value instanceof Boolean)) {
            throw unexpected(name, expected);
        }
        String text = String.valueOf(value);
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "\"%s\" holds a NUL character; leave it out".formatted(name));
        }
        return text;
    }

    private static IllegalArgumentException unexpected(String name, String expected) {
        return new IllegalArgumentException("\"%s\" is not %s".formatted(name, expected));
    }
}
