package dev.nudge.console.argument;

import dev.nudge.text.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/// Names that users of other programs type for the commands, and misspellings.
public final class OtherNames {
    /// A word is near a command if at most one in so many of its letters is wrong.
    private static final int LETTERS_FOR_A_CHANGE = 3;

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
                    Map.entry("rerun", "restart"),
                    Map.entry("queue", "ps --state queued"),
                    Map.entry("groups", "group"),
                    Map.entry("hold", "pause"),
                    Map.entry("suspend", "pause --running"),
                    Map.entry("continue", "resume"),
                    Map.entry("swap", "switch"),
                    Map.entry("stash", "pause"),
                    Map.entry("enqueue", "resume"),
                    Map.entry("release", "resume"));

    private OtherNames() {}

    private static int mostChanges(String word) {
        return Math.max(1, word.length() / LETTERS_FOR_A_CHANGE);
    }

    /// Returns the command that an unknown word probably means; empty if nothing is close.
    public static Optional<String> nearest(String word, Collection<String> commands) {
        String known = NAMES.get(word);
        return known != null
                ? Optional.of(known)
                : commands.stream()
                        .filter(c -> EditDistance.of(word, c) <= mostChanges(word))
                        .min(Comparator.comparingInt(c -> EditDistance.of(word, c)));
    }
}
