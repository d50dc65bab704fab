package dev.nudge.agent.kind;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Possible paths, with variables, `${NAME}`. One whose variable is not set does not count.
///
/// @param texts the paths, the preferred one first
public record VariablePaths(List<String> texts) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

    public Optional<Path> first(Map<String, String> environment) {
        return all(environment).stream().findFirst();
    }

    /// Returns the paths that count, as far as they have the same variables as the first of them:
    /// if a variable names a folder, other folders do not count.
    public List<Path> all(Map<String, String> environment) {
        List<String> set =
                texts.stream()
                        .filter(text ->
                                variables(text).stream()
                                        .noneMatch(v -> environment.getOrDefault(v, "").isEmpty()))
                        .toList();
        return set.stream()
                .filter(text -> variables(text).equals(variables(set.getFirst())))
                .map(text ->
                        VARIABLE.matcher(text)
                                .replaceAll(v ->
                                        Matcher.quoteReplacement(
                                                environment.getOrDefault(v.group(1), ""))))
                .map(Path::of)
                .toList();
    }

    private static List<String> variables(String text) {
        return VARIABLE.matcher(text).results().map(variable -> variable.group(1)).toList();
    }
}
