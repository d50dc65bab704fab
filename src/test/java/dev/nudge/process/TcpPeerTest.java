package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TcpPeerTest {
    private static final String HEADER =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
    private static final String SERVER = line("0100007F:1F90", "00000000:0000", "0A", 1000, 7);

    @TempDir private Path directory;

    private static String line(String local, String remote, String state, int user, int inode) {
        return "   0: %s %s %s 00000000:00000000 00:00000000 00000000 %5d        0 %d 1 0 20 4 0\n"
                .formatted(local, remote, state, user, inode);
    }

    private boolean isOwn(TcpPeer peer, String... lines) throws IOException {
        Files.writeString(directory.resolve("tcp"), HEADER + String.join("", lines));
        return peer.isOwn(0xA001, 0x1F90);
    }

    private TcpPeer peer() {
        return peer(directory.resolve("tcp"), directory.resolve("tcp6"));
    }

    private static TcpPeer peer(Path... tables) {
        return new TcpPeer(1000, _ -> Optional.empty(), List.of(tables));
    }

    /// The kernel lists the user of a closed socket as root. 127.0.0.2 has ports of its own.
    @ParameterizedTest
    @CsvSource({
        "0100007F:A001, 0100007F:1F90, 01, 1000, 8, true",
        "0100007F:A001, 0100007F:1F90, 01,    0, 8, true",
        "0000000000000000FFFF00000100007F:A001, 0000000000000000FFFF00000100007F:1F90, 01, 1000, 8, true",
        "0100007F:A001, 0100007F:1F90, 01, 1001, 8, false",
        "0100007F:A001, 0100007F:1F90, 05,    0, 0, false",
        "0100007F:A002, 0100007F:1F90, 01, 1000, 8, false",
        "0100007F:1F90, 0100007F:A001, 01, 1000, 9, false",
        "0200007F:A001, 0100007F:1F90, 01, 1000, 8, false"
    })
    void clientIsOwnIfItIsConnectedAndOfThisUserOrOfRoot(
            String local, String remote, String state, int user, int inode, boolean isOwn)
            throws IOException {
        assertThat(isOwn(peer(), SERVER, line(local, remote, state, user, inode))).isEqualTo(isOwn);
    }

    @Test
    void tableThatCannotBeReadProvesNothingAndOneThatListsNothingRefusesNobody()
            throws IOException {
        Path table = Files.createDirectory(directory.resolve("unreadable"));

        assertThat(peer(table).isOwn(0xA001, 0x1F90)).isFalse();
        assertThat(isOwn(peer())).isTrue();
    }

    /// Another user can have the kernel skip a line, by closing a socket while the table is read.
    @Test
    void lineThatIsMissedProvesNothing() throws IOException {
        String other = line("0100007F:A001", "0100007F:1F90", "01", 1001, 8);
        TcpPeer peer = peer();
        assertThat(isOwn(peer, SERVER, other)).isFalse();
        assertThat(isOwn(peer, other)).isFalse();
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
    }

    private static Socket connect(int port) throws IOException {
        return new Socket(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    @Test
    void seesItsOwnConnection() throws IOException {
        long me = new ProcessTable().userId();
        List<Path> tables = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
        List<TcpPeer> ways = List.of(new TcpPeer(), new TcpPeer(me, _ -> Optional.empty(), tables));
        try (ServerSocket server = listen()) {
            int port = server.getLocalPort();
            Socket client = connect(port);
            try (Socket accepted = server.accept()) {
                try (client) {
                    assertThat(ways).allMatch(peer -> peer.isOwn(accepted.getPort(), port));
                }
                assertThat(ways).noneMatch(peer -> peer.isOwn(accepted.getPort(), port));
            }
        }
    }

    @Test
    void kernelIsAskedForAConnectionWhereAServerListens() throws IOException {
        int port;
        try (ServerSocket server = listen();
                ServerSocket other = listen();
                Socket client = connect(server.getLocalPort())) {
            port = server.getLocalPort();
            SocketDiagnosis diagnosis = SocketDiagnosis.of(port).orElseThrow();

            assertThat(diagnosis.owner(client.getLocalPort(), port))
                    .hasValue(new ProcessTable().userId());
            assertThat(diagnosis.owner(client.getLocalPort(), 1)).isEmpty();
            // The kernel then names the socket that listens.
            assertThat(diagnosis.owner(other.getLocalPort(), port)).isEmpty();
        }
        assertThat(SocketDiagnosis.of(port)).isEmpty();
    }
}
