package dev.nudge.tmux;

import dev.nudge.process.ProcessTable;
import dev.nudge.process.TrustedPath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Finds the pane in which a process runs. A nudge is typed only into a pane that was found here.
///
/// The proof is the process ancestry: the pane's first process must be an ancestor of the caller
/// (with panes inside panes, the nearest). TMUX and TMUX_PANE only say where to look, since both
/// may be empty, stale, or inherited from elsewhere. The session must have exactly the wanted name,
/// if one is wanted; among grouped sessions, which share their panes, any one may. `has-session`
/// would prove nothing: it accepts a prefix of the name, and a session that does not contain the
/// caller.
///
/// Blocks for one tmux call per socket examined. The server that the caller names may take 15 s: a
/// slow one, as on a busy machine, must not count as one without the pane. The others have
/// [Tmux#LIMIT] each. Sockets without a server are skipped.
public final class PaneLocator {
    /// In place of a session's name: the pane may be in any session.
    public static final String ANY_SESSION = "any";

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private final ProcessTable processes;
    private final Function<Path, Tmux> named;
    private final Function<Path, Tmux> others;
    private final SocketSearch search;

    public PaneLocator(ProcessTable processes) {
        this(processes, socket -> new Tmux(socket, "tmux", LIMIT), Tmux::new);
    }

    /// @param servers returns the server behind a socket
    public PaneLocator(ProcessTable processes, Function<Path, Tmux> servers) {
        this(processes, servers, servers);
    }

    /// @param named returns the server behind a socket that the caller names
    /// @param others returns the server behind any other socket
    private PaneLocator(
            ProcessTable processes, Function<Path, Tmux> named, Function<Path, Tmux> others) {
        this.processes = processes;
        this.named = named;
        this.others = others;
        this.search = new SocketSearch(processes);
    }

    /// Returns whether the caller runs inside the session of this name, and in which pane.
    ///
    /// @param sessionName the name, or [#ANY_SESSION]
    public PaneLocation locate(ClientProcess caller, String sessionName) {
        List<Long> ancestry = processes.ancestry(caller.pid());
        Set<Path> sockets = search.named(caller, ancestry);
        List<Candidate> nearest = nearest(sockets, named, ancestry);
        if (nearest.isEmpty()) {
            Set<Path> standing = new LinkedHashSet<>(search.standing(ancestry));
            standing.removeAll(sockets);
            nearest = nearest(standing, others, ancestry);
        }
        return nearest.isEmpty() ? nowhere(caller, sockets) : inSession(nearest, sessionName);
    }

    /// Returns the lines of `list-panes` for the pane nearest to the caller.
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
                .filter(candidate -> isWanted(candidate.pane().sessionName(), wanted))
                .min(Comparator.comparing(Candidate::distance))
                .<PaneLocation>map(candidate ->
                        new PaneLocation.Inside(
                                candidate.address(), candidate.pane().sessionName()))
                .orElseGet(() -> otherSession(pane, wanted));
    }

    private static boolean isWanted(String session, String wanted) {
        return wanted.equals(ANY_SESSION) || session.equals(wanted);
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
        for (Path socket : named) {
            Optional<String> objection = TrustedPath.objection(socket);
            if (objection.isPresent()) {
                return new PaneLocation.Outside(TmuxClient.objection(socket, objection.get()));
            }
        }
        if (caller.tmux().isEmpty() && caller.tmuxPane().isEmpty()) {
            return new PaneLocation.Outside("It does not run inside tmux.");
        }
        return new PaneLocation.Outside(
                "TMUX=\"%s\" and TMUX_PANE=\"%s\" are set, but process %d does not descend from any tmux pane."
                        .formatted(caller.tmux(), caller.tmuxPane(), caller.pid()));
    }

    private record Candidate(Path socket, PaneListing pane, int distance) {
        PaneAddress address() {
            return new PaneAddress(socket, pane.serverPid(), pane.paneId());
        }
    }
}
