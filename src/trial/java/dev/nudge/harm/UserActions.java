package dev.nudge.harm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What the scripted user has done, and when.
final class UserActions {
    /// An agent that does not seem to work has received a message after 2 seconds; a busy machine
    /// may need more.
    private static final Duration UNSEEN = Duration.ofSeconds(5);

    private final List<Entry> entries = new ArrayList<>();
    final Map<String, Integer> counts = new TreeMap<>();
    final Set<String> submitted = new LinkedHashSet<>();
    private final Set<String> cancelled = new LinkedHashSet<>();
    private final List<Span> cancellations = new ArrayList<>();
    private final List<Span> unseen = new ArrayList<>();

    /// The numbers of dialogs.
    final Set<Integer> approved = new LinkedHashSet<>();

    final Set<Integer> rejected = new LinkedHashSet<>();
    final Set<String> commands = new LinkedHashSet<>();

    private record Entry(Instant at, String what) {}

    private record Span(Instant begin, Instant end) {
        boolean holds(Instant at) {
            return !at.isBefore(begin) && at.isBefore(end);
        }

        boolean meets(Span other) {
            return !end.isBefore(other.begin) && begin.isBefore(other.end);
        }
    }

    /// Begins an action.
    void begin(String action) {
        entries.add(new Entry(Instant.now(), action));
        counts.merge(action, 1, Integer::sum);
    }

    /// Remembers a detail for the account.
    void note(String detail) {
        entries.add(new Entry(Instant.now(), "  " + detail));
    }

    void count(String what) {
        counts.merge(what, 1, Integer::sum);
        note(what);
    }

    void submitted(String text) {
        submitted.add(text);
        note("submitted: " + text);
    }

    /// The user presses a key that cancels: the prompts before this moment may have been cancelled
    /// before they were sent, and so may be the turn that runs, or one that begins while the key is
    /// on its way to the agent.
    ///
    /// @param key presses it, and waits until the agent can have got it
    void cancels(Runnable key) {
        cancelled.addAll(submitted);
        Instant begin = Instant.now();
        key.run();
        cancellations.add(new Span(begin, Instant.now()));
    }

    /// The user has ended an agent that leaves no receipts: whether it had taken a message of the
    /// last seconds is not known, so the next agent is told it as well.
    ///
    /// @param begin when the user began to end it
    void endedUnseen(Instant begin) {
        unseen.add(new Span(begin.minus(UNSEEN), Instant.now()));
    }

    /// A command that the user ran in a shell.
    void ran(String command) {
        commands.add(command);
        note("ran: " + command);
    }

    boolean mayBeCancelled(String text) {
        return cancelled.contains(text);
    }

    /// Returns whether a turn of this time may have been cancelled.
    boolean cancelledBetween(Instant begin, Instant end) {
        Span turn = new Span(begin, end);
        return cancellations.stream().anyMatch(key -> key.meets(turn));
    }

    /// Returns whether a message that arrived at this time is told once more, since its agent has
    /// left no receipt and was ended too soon.
    boolean isUnseen(Instant arrived) {
        return unseen.stream().anyMatch(span -> span.holds(arrived));
    }

    /// What the user was doing at this moment.
    String actionAt(Instant moment) {
        return entries.stream()
                .filter(e -> !e.what().startsWith(" ") && e.at().isBefore(moment))
                .reduce((_, last) -> last)
                .map(Entry::what)
                .orElse("nothing yet");
    }

    /// The last steps, one a line.
    String lastSteps(int count) {
        return entries.subList(Math.max(0, entries.size() - count), entries.size()).stream()
                .map(e -> e.at() + " " + e.what())
                .collect(Collectors.joining("\n"));
    }
}
