package dev.nudge.console;

import dev.nudge.agent.Waking;
import dev.nudge.delivery.Way;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What wakes an agent, and why not something better, for answers in JSON.
///
/// @param words as in `woken by typing into its pane`
/// @param way the one by which the result of a call of its own comes, `keys`; null if nothing wakes
///   it
/// @param ways all that it has, from the best
public record WokenBy(String words, @Nullable String way, List<OneWay> ways) {
    public WokenBy {
        ways = List.copyOf(ways);
    }

    /// @param closed why it is not open, a clause; null if it is
    public record OneWay(String way, @Nullable String closed) {}

    /// Describes an answer.
    public static WokenBy of(Waking waking) {
        return new WokenBy(
                waking.words(),
                waking.ofCalls().map(Way::word).orElse(null),
                waking.routes().stream()
                        .map(route -> new OneWay(route.way().word(), route.closed().orElse(null)))
                        .toList());
    }
}
