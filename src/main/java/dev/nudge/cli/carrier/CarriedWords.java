package dev.nudge.cli.carrier;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A command line for the daemon. The carrier must know some commands by their names: what holds
/// even if no daemon answers is decided here.
///
/// @param all the command and its arguments
public record CarriedWords(List<String> all) {
    private static final Set<String> READING =
            Set.of(
                    "examine",
                    "explain",
                    "hand-over",
                    "logs",
                    "ps",
                    "screen",
                    "show",
                    "status",
                    "wait");
    private static final Set<String> OTHERS =
            Set.of(
                    "attach",
                    "background",
                    "clean",
                    "edit",
                    "group",
                    "kill",
                    "pause",
                    "record",
                    "restart",
                    "resume",
                    "run",
                    "send",
                    "switch",
                    "tmux",
                    "web");
    private static final Set<String> HELP = Set.of("--help", "-h");

    public CarriedWords {
        all = List.copyOf(all);
    }

    /// Returns whether the daemon runs it. The launcher decides the same.
    public boolean isCarried() {
        return !all.isEmpty()
                && (READING.contains(all.getFirst()) || OTHERS.contains(all.getFirst()))
                && !(all.size() == 2 && HELP.contains(all.getLast()));
    }

    private boolean is(String command) {
        return all.getFirst().equals(command);
    }

    /// Returns whether it only reads, and so may be run twice.
    boolean isReading() {
        return READING.contains(all.getFirst());
    }

    /// Returns whether it starts no daemon.
    public boolean isOnlooker() {
        return is("status");
    }

    /// Returns what such a command prints without a daemon.
    public String withoutDaemon() {
        return all.contains("--json")
                ? "{\"running\":0,\"asks\":0,\"succeeded\":0,\"failed\":0,\"queued\":0,\"paused\":0}"
                : "";
    }

    /// Returns whether it starts a job and stays with it.
    boolean isRunWait() {
        int end = all.indexOf("--");
        return is("run") && (end < 0 ? all : all.subList(0, end)).contains("--wait");
    }

    /// Returns whether what it prints is the number of a job that it has started.
    boolean printsNumber() {
        return is("restart") || (is("run") && !isRunWait());
    }

    /// Returns whether it answers a hook.
    boolean isHook() {
        return is("hand-over");
    }

    /// Returns the time after which a wait ends.
    Optional<String> waitLimit() {
        if (!is("wait")) {
            return Optional.empty();
        }
        String option = "--timeout";
        int at = all.indexOf(option);
        return at >= 0 && at + 1 < all.size()
                ? Optional.of(all.get(at + 1))
                : all.stream()
                        .filter(word -> word.startsWith(option + "="))
                        .map(word -> word.substring(option.length() + 1))
                        .findFirst();
    }
}
