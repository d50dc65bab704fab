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
        return new TcpPeer(
                1000,
                _ -> Optional.empty(),
                List.of(directory.resolve("tcp"), directory.resolve("tcp6")));
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
    void tableThatCannotBeReadProvesNothing() throws IOException {
        Path table = Files.createDirectory(directory.resolve("unreadable"));

        assertThat(new TcpPeer(1000, _ -> Optional.empty(), List.of(table)).isOwn(0xA001, 0x1F90))
                .isFalse();
    }

    @Test
    void systemThatListsNothingRefusesNobody() throws IOException {
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

    @Test
    void seesItsOwnConnection() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            int port = server.getLocalPort();
            Socket client = new Socket(InetAddress.ofLiteral("127.0.0.1"), port);
            try (Socket accepted = server.accept()) {
                try (client) {
                    assertThat(new TcpPeer().isOwn(accepted.getPort(), port)).isTrue();
                    assertThat(table().isOwn(accepted.getPort(), port)).isTrue();
                }
                assertThat(new TcpPeer().isOwn(accepted.getPort(), port)).isFalse();
                assertThat(table().isOwn(accepted.getPort(), port)).isFalse();
            }
        }
    }

    private static TcpPeer table() {
        return new TcpPeer(
                new ProcessTable().userId(),
                _ -> Optional.empty(),
                List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6")));
    }

    /// The kernel then names the socket that listens.
    @Test
    void whoListensIsNoClient() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                ServerSocket other = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThat(new TcpPeer().isOwn(other.getLocalPort(), server.getLocalPort())).isFalse();
        }
    }

    @Test
    void kernelIsAskedWhereAServerListens() throws IOException {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = server.getLocalPort();
            assertThat(SocketDiagnosis.of(port)).isPresent();
        }
        assertThat(SocketDiagnosis.of(port)).isEmpty();
    }

    @Test
    void connectionIsThatOfItsOwner() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                Socket client =
                        new Socket(InetAddress.ofLiteral("127.0.0.1"), server.getLocalPort())) {
            SocketDiagnosis diagnosis = SocketDiagnosis.of(server.getLocalPort()).orElseThrow();

            assertThat(diagnosis.connection(client.getLocalPort(), server.getLocalPort()))
                    .hasValueSatisfying(found -> {
                        assertThat(found.user()).isEqualTo(new ProcessTable().userId());
                        assertThat(found.inode()).isPositive();
                    });
            assertThat(diagnosis.connection(client.getLocalPort(), 1)).isEmpty();
        }
    }
}
