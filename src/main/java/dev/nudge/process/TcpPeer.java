package dev.nudge.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Finds out whose process is at the other end of a TCP connection within this machine, from the
/// kernel's table of connections (proc_net_tcp.txt of the kernel's documentation).
public final class TcpPeer {
    private static final List<Path> TABLES =
            List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int USER = 7;

    private final long ownUser;
    private final List<Path> tables;

    public TcpPeer() {
        this(new ProcessTable().userId(), TABLES);
    }

    TcpPeer(long ownUser, List<Path> tables) {
        this.ownUser = ownUser;
        this.tables = tables;
    }

    /// Returns whether the client of a loopback connection belongs to a user who is neither this
    /// one nor root. A client that is not in the table, such as one behind a relay of a virtual
    /// machine, is not known to be somebody else's.
    ///
    /// @param clientPort its port
    /// @param port the port that it has connected to
    public boolean isOfAnotherUser(int clientPort, int port) {
        OptionalLong user = user(":%04X".formatted(clientPort), ":%04X".formatted(port));
        return user.isPresent() && user.getAsLong() != 0 && user.getAsLong() != ownUser;
    }

    private OptionalLong user(String local, String remote) {
        return tables.stream()
                .flatMap(TcpPeer::lines)
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields.length > USER)
                .filter(fields -> fields[LOCAL].endsWith(local) && fields[REMOTE].endsWith(remote))
                .filter(fields -> isLoopback(fields[LOCAL]))
                .mapToLong(fields -> Long.parseLong(fields[USER]))
                .findFirst();
    }

    /// Returns whether an address is 127.0.0.1, also as one of IPv6: 32-bit words in the order of
    /// the machine's bytes.
    private static boolean isLoopback(String address) {
        String host = address.substring(0, address.indexOf(':'));
        return host.endsWith("0100007F") || host.endsWith("7F000001");
    }

    private static Stream<String> lines(Path table) {
        try {
            return Files.readAllLines(table).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }
}
