package dev.nudge.tmux;

import dev.nudge.process.ProcessTable;
import dev.nudge.process.TrustedPath;
import dev.nudge.tmux.Tmux.PaneListing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds the pane in which a process runs. A nudge is typed only into a pane that was found here.
///
/// The proof is the process ancestry: the pane's first process must be an ancestor of the caller
/// (with panes inside panes, the nearest). TMUX and TMUX_PANE only say where to look, since both
/// may be empty, stale, or inherited. The session must have exactly the wanted name, if one is
/// wanted; among grouped sessions, which share their panes, any one may. `has-session` would prove
/// nothing: it accepts a prefix of the name, and a session without the caller.
///
/// Blocks for one tmux call per socket with a server. The server that the caller names may take 15
/// s: a slow one, as on a busy machine, must not count as one without the pane. The others have
/// [Tmux#LIMIT] each.
///
/// @param named returns the server behind a socket that the caller names
/// @param others returns the server behind any other
public record PaneLocator(
        ProcessTable processes, Function<Path, Tmux> named, Function<Path, Tmux> others) {
    /// In place of a session's name: the pane may be in any session.
    public static final String ANY_SESSION = "any";

    private static final Duration LIMIT = Duration.ofSeconds(15);

    public PaneLocator(ProcessTable processes) {
        this(processes, socket -> new Tmux(socket, "tmux", LIMIT), Tmux::new);
    }

    /// Returns whether the caller runs inside the session of this name, or inside any session if it
    /// is [#ANY_SESSION], and in which pane.
    public PaneLocation locate(ClientProcess caller, String sessionName) {
        List<Long> ancestry = processes.ancestry(caller.pid());
        Set<Path> sockets = named(caller, ancestry);
        List<Candidate> nearest = nearest(sockets, named, ancestry);
        if (nearest.isEmpty()) {
            Set<Path> standing = standing(ancestry);
            standing.removeAll(sockets);
            nearest = nearest(standing, others, ancestry);
        }
        return nearest.isEmpty() ? nowhere(caller, sockets) : inSession(nearest, sessionName);
    }

    /// Lists the sockets named by TMUX in the environments of the caller and of its ancestors,
    /// nearest first. tmux sets TMUX for everything that runs in a pane.
    private Set<Path> named(ClientProcess caller, List<Long> ancestry) {
        return Stream.concat(
                        Stream.of(caller.tmux()),
                        ancestry.stream().map(pid -> variable(pid, "TMUX")))
                .flatMap(tmux -> Tmux.socket(tmux).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private String variable(long pid, String name) {
        return processes.environment(pid).getOrDefault(name, "");
    }

    /// Lists every socket in the directories where tmux creates them for this user:
    /// `${TMUX_TMPDIR:-/tmp}/tmux-<uid>`, for each TMUX_TMPDIR that an ancestor has.
    Set<Path> standing(List<Long> ancestry) {
        return Stream.concat(
                        ancestry.stream().map(pid -> variable(pid, "TMUX_TMPDIR")),
                        Stream.of("/tmp"))
                .filter(directory -> !directory.isEmpty())
                .distinct()
                .flatMap(directory -> in(directory).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<Path> in(String directory) {
        try (Stream<Path> entries = Files.list(Path.of(directory, "tmux-" + processes.userId()))) {
            return entries.filter(PaneLocator::isListening).toList();
        } catch (IOException | UncheckedIOException | InvalidPathException e) {
            return List.of();
        }
    }

    /// Returns whether a server listens. Servers that have ended leave their sockets behind,
    /// hundreds in time, and asking each with a tmux client would take seconds. A socket that
    /// another user may have made is not asked.
    private static boolean isListening(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(TrustedPath.resolve(socket)));
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    private static List<Candidate> nearest(
            Collection<Path> sockets, Function<Path, Tmux> servers, List<Long> ancestry) {
        List<Candidate> found = new ArrayList<>();
        for (Path socket : sockets) {
            for (PaneListing pane : panes(servers.apply(socket))) {
                int distance = ancestry.indexOf(pane.panePid());
                if (distance >= 0) {
                    found.add(new Candidate(socket, pane, distance));
                }
            }
        }
        int least = found.stream().mapToInt(Candidate::distance).min().orElse(0);
        return found.stream().filter(candidate -> candidate.distance() == least).toList();
    }

    private static List<PaneListing> panes(Tmux server) {
        try {
            return server.panes();
        } catch (TmuxException e) {
            // Nothing can be typed into a server that hangs or cannot be trusted.
            return List.of();
        }
    }

    private static PaneLocation inSession(List<Candidate> pane, String wanted) {
        return pane.stream()
                .filter(candidate ->
                        wanted.equals(ANY_SESSION) || candidate.pane().sessionName().equals(wanted))
                .findFirst()
                .<PaneLocation>map(found ->
                        new PaneLocation.Inside(
                                found.pane().address(found.socket()), found.pane().sessionName()))
                .orElseGet(() -> otherSession(pane, wanted));
    }

    private static PaneLocation otherSession(List<Candidate> pane, String wanted) {
        String names =
                pane.stream()
                        .map(candidate -> "'" + candidate.pane().sessionName() + "'")
                        .distinct()
                        .collect(Collectors.joining(", "));
        return new PaneLocation.Outside(
                "It runs in tmux session %s (pane %s), not in '%s'."
                        .formatted(names, pane.getFirst().pane().paneId(), wanted));
    }

    private static PaneLocation nowhere(ClientProcess caller, Set<Path> named) {
        String reason =
                caller.tmux().isEmpty() && caller.tmuxPane().isEmpty()
                        ? "It does not run inside tmux."
                        : "TMUX=\"%s\" and TMUX_PANE=\"%s\" are set, but process %d does not descend from any tmux pane."
                                .formatted(caller.tmux(), caller.tmuxPane(), caller.pid());
        return new PaneLocation.Outside(
                named.stream()
                        .flatMap(socket -> TmuxClient.objection(socket).stream())
                        .findFirst()
                        .orElse(reason));
    }

    private record Candidate(Path socket, PaneListing pane, int distance) {}

    /// A process to be located in tmux, and its variables TMUX and TMUX_PANE, empty if unset; they
    /// may be stale or inherited from elsewhere.
    public record ClientProcess(long pid, String tmux, String tmuxPane) {}

    /// The location of a process within tmux.
    public sealed interface PaneLocation {
        /// The process runs inside this pane, and the pane belongs to the wanted session.
        record Inside(PaneAddress pane, String sessionName) implements PaneLocation {}

        /// @param reason why the process does not run inside the wanted session, with a full stop
        record Outside(String reason) implements PaneLocation {}
    }
}
