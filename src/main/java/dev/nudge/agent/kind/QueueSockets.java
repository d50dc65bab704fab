package dev.nudge.agent.kind;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The places where an agent's server may listen, which keeps a queue for each of its threads.
///
/// @param places the possible paths of its socket; `${NAME}` is a variable of the server. The first
///   place whose variables are all set counts
public record QueueSockets(List<String> places) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

    public QueueSockets {
        places = List.copyOf(places);
    }

    /// Finds the socket of a server.
    ///
    /// @param environment the environment of the server
    public Optional<Path> in(Map<String, String> environment) {
        return places.stream()
                .filter(place ->
                        VARIABLE.matcher(place)
                                .results()
                                .noneMatch(v -> environment.getOrDefault(v.group(1), "").isEmpty()))
                .map(place ->
                        Path.of(
                                VARIABLE.matcher(place)
                                        .replaceAll(v ->
                                                Matcher.quoteReplacement(
                                                        environment.getOrDefault(v.group(1), "")))))
                .findFirst();
    }
}
