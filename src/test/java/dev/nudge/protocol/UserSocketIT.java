package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nudge.protocol.UserSocket.UntrustedServerException;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OtherUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients send their whole environment, so they look first at who listens.
class UserSocketIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();

    @AutoClose private final OtherUser other = new OtherUser(Map.of("PATH", System.getenv("PATH")));

    private final Path directory = user.folder("run/nudge");
    private final Path heard = user.folder("other").resolve("heard");

    @BeforeEach
    void open() throws IOException {
        for (Path folder : List.of(user.folder("."), user.folder("run"))) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        other.give(user.folder("other"));
        Files.writeString(
                user.folder("state/nudge").resolve("daemon.json"),
                "{\"pid\":1,\"version\":\"0.1.0\",\"build\":\"\",\"socket\":\"%s\"}"
                        .formatted(user.socket()));
    }

    /// The other user has made the socket while the directory was open.
    private void listenAsAnother() throws IOException {
        other.give(directory);
        other.listen(user.socket(), heard);
        Files.setAttribute(directory, "unix:uid", 0);
        makePrivate();
    }

    private void makePrivate() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ps", "mcp"})
    void neitherCommandNorPumpTellsAServerOfAnotherUserAnything(String command) throws IOException {
        listenAsAnother();

        assertThat(user.fail(command))
                .contains("is served by user 12345", user.socket().toString());

        await().until(() -> Files.exists(heard) ? Files.readString(heard) : "", "(end)"::equals);
    }

    @Test
    void terminalOfAnotherUserIsNotAttachedTo() throws IOException {
        listenAsAnother();

        assertThatThrownBy(() -> TerminalConnection.open(user.socket()))
                .isInstanceOf(UntrustedServerException.class)
                .hasMessageContaining("is served by user 12345");
    }

    @ParameterizedTest
    @CsvSource({"true, 0700, 12345", "false, 0777, 0", "false, 0000, 0"})
    void nobodyConnectsInADirectoryThatIsNotForItsOwnerAlone(
            boolean isTheirs, String mode, String owner) throws IOException {
        if (isTheirs) {
            other.give(directory);
        }
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        other.listen(user.socket(), heard);
        Files.setAttribute(directory, "unix:mode", Integer.parseInt(mode, 8));

        // The second starts no daemon, and would otherwise say that there is none.
        for (String command : List.of("ps", "status")) {
            assertThat(user.fail(command))
                    .contains(directory + " must be a directory of user 0 with mode 0700, but ")
                    .contains("it is of user %s with mode %s.".formatted(owner, mode));
        }

        assertThat(heard).doesNotExist();
        makePrivate();
    }
}
