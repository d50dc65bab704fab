package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What nudge keeps is for its user alone, and the environment is not kept at all.
class SecrecyIT {
    private static final String SECRET = "planted-" + "secret-4711";

    @AutoClose
    private final NudgeUser user =
            NudgeUser.with(Map.of("PLANTED", SECRET, "BASH_ENV", "/dev/null"));

    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    /// An agent whose processes have the most open umask.
    private StandInAgent openAgent() {
        return StandInAgent.start(
                user,
                script ->
                        tmux.newSession(
                                "gemini-cli", 100, 30, user.environment(), "umask 0; " + script));
    }

    private static void assertIsPrivate(Path file) throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .as(file.toString())
                .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
        if (Files.isRegularFile(file)) {
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                    .as(file.toString())
                    .doesNotContain(SECRET);
        }
    }

    @Test
    void environmentIsNeitherOnDiskNorInArgumentsAndFilesAreTheUsersAlone() throws IOException {
        try (StandInAgent agent = openAgent()) {
            agent.run(Map.of("command", "test \"$PLANTED\" && echo I have it; umask"));
            agent.run(Map.of("command", "sleep 300"));
            agent.run(Map.of("command", "exit 3", "cwd", "/no/such/place"));
            agent.run(Map.of("command", "kill -9 $$"));
            user.run("run", "--", "sleep", "301");
            user.awaitEnd(1);
            user.awaitEnd(3);
            assertThat(user.run("logs", "1")).isEqualTo("I have it\n0000\n");
            assertThat(argumentsThatHold(SECRET)).isEmpty();
            user.run("kill", "2");
            user.killDaemon();
            user.startDaemon();
            agent.hook();

            for (Path file : files()) {
                try {
                    assertIsPrivate(file);
                } catch (NoSuchFileException removedMeanwhile) {
                    assertThat(file).doesNotExist();
                }
            }
        }
    }

    private List<Path> files() throws IOException {
        while (true) {
            try (Stream<Path> all = Files.walk(user.state())) {
                return all.toList();
            } catch (UncheckedIOException removedMeanwhile) {
                assertThat(removedMeanwhile).hasCauseInstanceOf(NoSuchFileException.class);
            }
        }
    }

    private static List<String> argumentsThatHold(String text) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process :
                    processes.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
                String arguments = arguments(process);
                if (arguments.contains(text)) {
                    found.add(arguments);
                }
            }
        }
        return found;
    }

    private static String arguments(Path process) throws IOException {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException goneMeanwhile) {
            return "";
        }
    }
}
