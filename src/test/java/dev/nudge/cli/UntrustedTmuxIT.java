package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OtherUser;
import dev.nudge.testkit.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Commands that look into tmux where another user listens behind TMUX.
class UntrustedTmuxIT {
    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();

    @AutoClose private final OtherUser other = new OtherUser(Map.of("PATH", System.getenv("PATH")));

    private final Path directory = folder.folder("tmux-" + new ProcessTable().userId());
    private final Path socket = directory.resolve("default");
    private final Path heard = directory.resolve("heard");

    @AutoClose
    private final NudgeUser user =
            NudgeUser.with(Map.of("TMUX", socket + "," + ProcessHandle.current().pid() + ",0"));

    @Test
    void nothingIsAskedOfItAndNothingShown() throws IOException {
        Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
        other.give(directory);
        other.listen(socket, heard);

        assertThat(user.fail("tmux", "menu", "--client", "/dev/pts/1"))
                .contains(socket + " is not used", "belongs to user 12345");
        assertThat(user.fail("explain", "%3"))
                .startsWith("nudge: The tmux socket ")
                .contains(socket + " is not used", "belongs to user 12345");
        assertThat(user.fail("record", "%3", "screens")).contains(socket + " is not used");
        assertThat(user.fail("background", "%3"))
                .contains("No agent that nudge serves is in pane %3");
        assertThat(heard).doesNotExist();

        user.environment().put("TMUX", "sock,1,0");
        assertThat(user.fail("tmux", "menu", "--client", "/dev/pts/1"))
                .contains("\"sock\", which is not used: expected an absolute path");
    }
}
