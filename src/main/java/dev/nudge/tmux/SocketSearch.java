package dev.nudge.tmux;

import dev.nudge.process.ProcessTable;
import dev.nudge.process.TrustedPath;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds the tmux sockets whose servers may contain a process.
final class SocketSearch {
    private static final String DEFAULT_DIRECTORY = "/tmp";

    private final ProcessTable processes;

    SocketSearch(ProcessTable processes) {
        this.processes = processes;
    }

    /// Lists the sockets named by TMUX in the environments of the caller and of its ancestors,
    /// nearest first. tmux sets TMUX for everything that runs in a pane.
    Set<Path> named(ClientProcess caller, List<Long> ancestry) {
        Set<Path> sockets = new LinkedHashSet<>();
        socket(caller.tmux()).ifPresent(sockets::add);
        for (long pid : ancestry) {
            socket(processes.environment(pid).getOrDefault("TMUX", "")).ifPresent(sockets::add);
        }
        return sockets;
    }

    /// Lists every socket in the directories where tmux creates them for this user:
    /// `${TMUX_TMPDIR:-/tmp}/tmux-<uid>`, for each TMUX_TMPDIR that an ancestor has.
    Set<Path> standing(List<Long> ancestry) {
        Set<String> directories = new LinkedHashSet<>();
        for (long pid : ancestry) {
            Map<String, String> environment = processes.environment(pid);
            directories.add(environment.getOrDefault("TMUX_TMPDIR", ""));
        }
        directories.add(DEFAULT_DIRECTORY);
        Set<Path> sockets = new LinkedHashSet<>();
        long user = processes.userId();
        directories.stream()
                .filter(directory -> !directory.isEmpty())
                .forEach(directory -> sockets.addAll(in(directory, user)));
        return sockets;
    }

    private static Collection<Path> in(String directory, long user) {
        List<Path> sockets = new ArrayList<>();
        try (DirectoryStream<Path> entries =
                Files.newDirectoryStream(Path.of(directory, "tmux-" + user))) {
            for (Path entry : entries) {
                if (isListening(entry)) {
                    sockets.add(entry);
                }
            }
        } catch (IOException | InvalidPathException e) {
            return List.of();
        }
        return sockets;
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

    /// Returns the socket that TMUX names, as `<socket>,<server pid>,<session>`; empty if it names
    /// none.
    static Optional<Path> socket(String tmux) {
        String name = name(tmux);
        try {
            return name.startsWith("/") ? Optional.of(Path.of(name)) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /// Returns the name that TMUX gives to a socket if it is not an absolute path; tmux would look
    /// for it in the current directory.
    static Optional<String> relative(String tmux) {
        return Optional.of(name(tmux)).filter(name -> !name.isEmpty() && !name.startsWith("/"));
    }

    private static String name(String tmux) {
        int comma = tmux.indexOf(',');
        return comma < 0 ? tmux : tmux.substring(0, comma);
    }
}
