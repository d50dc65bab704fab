package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the plugin of opencode listens.
class OpencodeInboxIT {
    private static final Duration LIMIT = Patience.LONG;

    @TempDir private Path folder;

    /// Returns the path of its socket, with this runtime directory of the user's.
    private String socket(Path runtime) {
        String program =
                """
                import { existsSync } from "node:fs"
                import { Inbox } from "%s"
                const inbox = Inbox.open(async () => "busy")
                const socket = inbox.variables().NUDGE_OPENCODE_SOCKET
                await new Promise((resolve) => setTimeout(resolve, 100))
                console.log(existsSync(socket) ? socket : "nothing")
                inbox.close()
                """
                        .formatted(
                                Path.of("src/main/extension/opencode/inbox.js").toAbsolutePath());
        return new ShortCommand(
                        LIMIT,
                        Map.of(
                                "PATH",
                                System.getenv("PATH"),
                                "TMPDIR",
                                folder.toString(),
                                "XDG_RUNTIME_DIR",
                                runtime.toString()))
                .run(List.of("node", "--no-warnings", "--input-type=module", "--eval", program))
                .strip();
    }

    @Test
    void socketIsInTheRuntimeDirectory() throws IOException {
        Path runtime = Files.createDirectory(folder.resolve("run"));

        assertThat(socket(runtime)).startsWith(runtime + "/nudge-opencode-");
    }

    /// As after the last logout of a user whose tmux stays.
    @Test
    void socketIsElsewhereIfThatIsNotThere() {
        assertThat(socket(folder.resolve("none"))).startsWith(folder + "/nudge-opencode-");
    }

    @Test
    void socketIsElsewhereIfItsPathWouldBeTooLong() throws IOException {
        Path runtime = Files.createDirectories(folder.resolve("a-long-name".repeat(10)));

        assertThat(socket(runtime)).startsWith(folder + "/nudge-opencode-");
    }
}
