package dev.nudge.console.command;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.Type;
import dev.nudge.text.ShellWords;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// A line of a batch that is a JSON object: `{"command": "make", "group": "builds", "env": {"A":
/// "1"}}`. Its names are those of the options of `nudge run`, or of the arguments of the tool
/// `run_long_command`; its values are read as on the command line.
///
/// @param command one or more words, as behind `nudge run --`
/// @param own the values that it gives, by the names of the options
/// @param call has the values of options that it does not give; variables are added to these
record BatchObject(List<String> command, Map<String, List<?>> own, Given call) implements Given {
    private static final Set<String> OF_THE_CALL =
            Set.of("wait", "stdin", "json", "batch", "help", "version");

    private static final String COMMAND = "command";

    /// What the tool calls otherwise.
    private static final Map<String, String> ALIASES =
            Map.of(
                    "interactive", "pty",
                    "timeout_seconds", "timeout",
                    "silence_timeout_seconds", "silence-timeout",
                    "delay_seconds", "delay",
                    "wait_seconds", "wait");

    private static final SortedMap<String, Option<?>> OPTIONS =
            RunCommand.OPTIONS.stream()
                    .filter(option -> !option.form().isArgument() && !option.help().isEmpty())
                    .filter(option -> !OF_THE_CALL.contains(option.name()))
                    .collect(
                            Collectors.toMap(
                                    Option::name, option -> option, (a, _) -> a, TreeMap::new));

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    /// @throws IllegalArgumentException saying what is wrong with it
    static BatchObject read(String text, Given call) {
        Map<String, List<?>> own = new HashMap<>();
        List<String> command = List.of();
        for (Map.Entry<String, Object> field : fields(text).entrySet()) {
            String name = field.getKey();
            if (name.equals(COMMAND)) {
                command = list(COMMAND, field.getValue()).toList();
                continue;
            }
            Option<?> option = option(name);
            List<?> values = values(option, name, field.getValue());
            if (!values.isEmpty() && own.put(option.name(), values) != null) {
                throw new IllegalArgumentException(
                        "%s is given twice; expected once".formatted(call.name(option)));
            }
        }
        if (String.join("", command).isBlank()) {
            throw new IllegalArgumentException(
                    "\"command\" is missing or blank; expected {\"command\": \"make\", …}");
        }
        return new BatchObject(command, own, call);
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

    private static Option<?> option(String name) {
        String kebab = ALIASES.getOrDefault(name, name).replace('_', '-');
        if (OF_THE_CALL.contains(kebab)) {
            throw new IllegalArgumentException(
                    "\"%s\" is not possible for one job of a batch".formatted(name));
        }
        Option<?> found = OPTIONS.get(kebab);
        if (found == null) {
            throw new IllegalArgumentException(
                    "there is no option \"%s\"; expected \"command\" and some of: %s"
                            .formatted(
                                    name, String.join(", ", OPTIONS.keySet()).replace('-', '_')));
        }
        return found;
    }

    private static <T> List<T> values(Option<T> option, String name, @Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        Stream<String> words =
                switch (option.form()) {
                    case REPEATED ->
                            value instanceof Map<?, ?> map ? pairs(name, map) : list(name, value);
                    case LISTED -> list(name, value).flatMap(word -> Stream.of(word.split(",")));
                    default ->
                            option.type().equals(Type.FLAG)
                                    ? flag(name, value)
                                    : Stream.of(word(name, value, "a string or a number"));
                };
        return words.map(word -> option.type().word().read("--" + option.name(), word)).toList();
    }

    private static Stream<String> flag(String name, Object value) {
        if (!(value instanceof Boolean isOn)) {
            throw unexpected(name, "true or false");
        }
        return isOn ? Stream.of("") : Stream.empty();
    }

    private static Stream<String> pairs(String name, Map<?, ?> values) {
        return values.entrySet().stream()
                .map(one ->
                        one.getKey() + "=" + word(name, one.getValue(), "an object of strings"));
    }

    private static Stream<String> list(String name, @Nullable Object value) {
        List<?> all = value instanceof List<?> many ? many : Collections.singletonList(value);
        return all.stream().map(one -> word(name, one, "a string, or a list of strings"));
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

    String commandLine() {
        return command.size() == 1 ? command.getFirst() : ShellWords.join(command);
    }

    @Override
    @SuppressWarnings("unchecked") // the option itself has read them
    public <T> List<T> all(Option<T> option) {
        List<T> values = (List<T>) own.getOrDefault(option.name(), List.of());
        if (!values.isEmpty() && option.form() != Option.Form.REPEATED) {
            return values;
        }
        return Stream.concat(call.all(option).stream(), values.stream()).toList();
    }

    @Override
    public String name(Option<?> option) {
        return call.name(option);
    }
}
