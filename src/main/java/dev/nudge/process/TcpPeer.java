package dev.nudge.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/// Finds out whose process is at the other end of a TCP connection within this machine: asks the
/// kernel for that connection, or, where it cannot be asked, reads its table of all connections
/// (proc_net_tcp.txt of the kernel's documentation), which takes some ten milliseconds.
public final class TcpPeer {
    private static final List<Path> TABLES =
            List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int USER = 7;
    private static final int INODE = 9;

    /// The table is not read at one moment, so one look may miss a line.
    private static final int LOOKS = 2;

    private final long ownUser;
    private final IntFunction<Optional<SocketDiagnosis>> kernel;
    private final List<Path> tables;

    private final Map<Integer, Optional<SocketDiagnosis>> diagnoses = new ConcurrentHashMap<>();

    /// The server ports that a table has listed, which shows that the system has tables.
    private final Set<Integer> listed = ConcurrentHashMap.newKeySet();

    public TcpPeer() {
        this(new ProcessTable().userId(), SocketDiagnosis::of, TABLES);
    }

    /// @param kernel returns what asks the kernel about a server's port; empty if it cannot be
    ///   asked
    TcpPeer(long ownUser, IntFunction<Optional<SocketDiagnosis>> kernel, List<Path> tables) {
        this.ownUser = ownUser;
        this.kernel = kernel;
        this.tables = tables;
    }

    /// Returns whether the client of a connection from 127.0.0.1 to 127.0.0.1 belongs to this user
    /// or to root. False once the client has closed the connection, so that nobody can send
    /// something and leave before the check. On a system without a table, or whose table has never
    /// listed even the server's port, every client counts as this user's; if a table cannot be
    /// read, none does.
    public boolean isOwn(int clientPort, int port) {
        return diagnoses
                .computeIfAbsent(port, kernel::apply)
                .map(known -> known.owner(clientPort, port).stream().anyMatch(this::isOwn))
                .orElseGet(() -> isOwnByTable(clientPort, port));
    }

    private boolean isOwn(long user) {
        return user == 0 || user == ownUser;
    }

    private boolean isOwnByTable(int clientPort, int port) {
        String client = ":%04X".formatted(clientPort);
        String server = ":%04X".formatted(port);
        try {
            for (int look = 0; look < LOOKS; look++) {
                List<String[]> all = connections();
                // State 0A: it listens.
                if (all.stream()
                        .anyMatch(c -> c[STATE].equals("0A") && c[LOCAL].endsWith(server))) {
                    listed.add(port);
                }
                if (all.stream()
                        .filter(c -> isLoopback(c[LOCAL]) && isLoopback(c[REMOTE]))
                        .filter(c -> c[LOCAL].endsWith(client) && c[REMOTE].endsWith(server))
                        // Without an inode, no process has it any more.
                        .anyMatch(c -> !c[INODE].equals("0") && isOwn(Long.parseLong(c[USER])))) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false;
        }
        return !listed.contains(port);
    }

    /// Returns the fields of each line of the tables. An address looks like `0100007F:1F90`: words
    /// in the byte order of the machine.
    private List<String[]> connections() throws IOException {
        List<String[]> all = new ArrayList<>();
        for (Path table : tables.stream().filter(Files::exists).toList()) {
            Files.readAllLines(table).stream()
                    .skip(1)
                    .map(line -> line.strip().split("\\s+", -1))
                    .filter(fields -> fields.length > INODE)
                    .forEach(all::add);
        }
        return all;
    }

    /// Returns whether an address is 127.0.0.1, also in its IPv6 form.
    private static boolean isLoopback(String address) {
        String host = address.substring(0, address.indexOf(':'));
        return host.endsWith("0100007F") || host.endsWith("7F000001");
    }
}
