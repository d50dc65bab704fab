package dev.nudge.tmux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.OtherUser;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.tmux.PaneLocator.ClientProcess;
import dev.nudge.tmux.PaneLocator.PaneLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Another user has made the directory in which tmux would put this user's sockets, and listens
/// there: whoever connects tells it the whole environment, and does what it says.
class UntrustedSocketIT {
    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();

    @AutoClose private final OtherUser other = new OtherUser(Map.of("PATH", System.getenv("PATH")));

    private final ProcessTable processes = new ProcessTable();
    private final Path directory = folder.folder("tmux-" + processes.userId());
    private final Path socket = directory.resolve("default");
    private final Path heard = directory.resolve("heard");

    @Test
    void noClientIsStartedForASocketOfAnotherUserAndACallerIsToldWhy() throws IOException {
        Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
        other.give(directory);
        other.listen(socket, heard);
        long me = ProcessHandle.current().pid();
        ClientProcess caller = new ClientProcess(me, socket + "," + me + ",0", "%0");

        assertThatThrownBy(() -> new Tmux(socket).setUserOption("@nudge", "1"))
                .isInstanceOf(TmuxException.class)
                .hasMessageContaining(socket + " is not used: " + directory)
                .hasMessageContaining("belongs to user 12345");
        assertThat(new PaneLocator(processes).locate(caller, "gemini-cli"))
                .isInstanceOf(PaneLocation.Outside.class)
                .asString()
                .contains("belongs to user 12345");

        // A search in the directory of sockets.
        ProcessBuilder child = new ProcessBuilder("sleep", "60");
        child.environment().put("TMUX_TMPDIR", folder.path().toString());
        Process searched = child.start();
        try {
            await().until(() -> processes.environment(searched.pid()).containsKey("TMUX_TMPDIR"));
            assertThat(new PaneLocator(processes).standing(List.of(searched.pid())))
                    .doesNotContain(socket);
        } finally {
            searched.destroyForcibly();
        }
        assertThat(heard).doesNotExist();
    }
}
