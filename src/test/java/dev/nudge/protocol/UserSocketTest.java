package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.nudge.testkit.TemporaryFolder;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class UserSocketTest {
    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();
    private final Path path = folder.path().resolve("run/daemon.sock");

    private static void connect(Path path) throws IOException {
        try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            UserSocket.connect(client, path);
        }
    }

    @Test
    void directoryIsTheOwnersAloneAndCloseRemovesTheSocketForGood() throws IOException {
        UserSocket socket = UserSocket.bind(path);
        socket.close();

        assertThat(Files.getPosixFilePermissions(path.getParent()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(socket.restore()).isFalse();
        assertThat(path).doesNotExist();
    }

    @Test
    void closeLeavesTheSocketOfASuccessor() throws IOException {
        UserSocket old = UserSocket.bind(path);
        Files.delete(path);
        try (UserSocket successor = UserSocket.bind(path)) {
            old.close();

            assertThat(successor.path()).isEqualTo(path);
            assertThatCode(() -> connect(path)).doesNotThrowAnyException();
        }
    }

    @Test
    void socketAtWhichAnotherListensIsLeftToIt() throws IOException {
        try (UserSocket first = UserSocket.bind(path);
                UserSocket second = UserSocket.bind(path)) {
            assertThat(first.path()).isEqualTo(path);
            assertThat(second.path()).isNotEqualTo(path).hasParent(path.getParent());
            connect(first.path());
            connect(second.path());
            assertThat(first.accept().isConnected()).isTrue();
            assertThat(second.accept().isConnected()).isTrue();
            assertThat(first.restore()).isFalse();
        }
    }

    @Test
    void socketThatIsRemovedIsMadeAnewAndServesTheThreadThatWaits() throws Exception {
        try (UserSocket socket = UserSocket.bind(path)) {
            Thread waiting =
                    Thread.ofVirtual()
                            .start(() -> assertThatCode(socket::accept).doesNotThrowAnyException());
            assertThat(socket.restore()).isFalse();
            Files.delete(path);
            Files.delete(path.getParent());

            assertThat(socket.restore()).isTrue();

            connect(path);
            waiting.join();
        }
        assertThat(path).doesNotExist();
    }
}
