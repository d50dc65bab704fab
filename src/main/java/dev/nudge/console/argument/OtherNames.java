package dev.nudge.console.argument;

import dev.nudge.text.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/// Names that users of other programs type for the commands, and misspellings.
public final class OtherNames {
    private static final int MOST_CHANGES = 2;

    private static final Map<String, String> NAMES =
            Map.ofEntries(
                    Map.entry("version", "--version"),
                    Map.entry("ls", "ps"),
                    Map.entry("list", "ps"),
                    Map.entry("jobs", "ps"),
                    Map.entry("top", "ps --watch"),
                    Map.entry("tail", "logs -f"),
                    Map.entry("follow", "logs -f"),
                    Map.entry("cat", "logs"),
                    Map.entry("output", "logs"),
                    Map.entry("stop", "kill"),
                    Map.entry("cancel", "kill"),
                    Map.entry("rm", "clean"),
                    Map.entry("remove", "clean"),
                    Map.entry("prune", "clean"),
                    Map.entry("start", "run"),
                    Map.entry("add", "run"),
                    Map.entry("exec", "run"),
                    Map.entry("inspect", "show"),
                    Map.entry("describe", "show"),
                    Map.entry("type", "send"),
                    Map.entry("rerun", "restart"));

    private OtherNames() {}

    /// Returns the command that an unknown word probably means; empty if nothing is close.
    public static Optional<String> nearest(String word, Collection<String> commands) {
        String known = NAMES.get(word);
        return known != null
                ? Optional.of(known)
                : commands.stream()
                        .filter(c -> EditDistance.of(word, c) <= MOST_CHANGES)
                        .min(Comparator.comparingInt(c -> EditDistance.of(word, c)));
    }
}
