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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What nudge keeps is for its user alone, and the environment is not kept at all.
class SecrecyIT {
    private static final String SECRET = "planted-" + "secret-4711";

    private static final String WORD = "inbox-" + "word-4712";

    private static final List<String> WORDS =
            List.of(
                    "QWEN_CODE_MESSAGING_SOCKET",
                    "QWEN_CODE_MESSAGING_TOKEN",
                    "NUDGE_OPENCODE_SOCKET",
                    "NUDGE_OPENCODE_TOKEN",
                    "CLAUDE_CODE_MESSAGING_SOCKET",
                    "CLAUDE_CODE_MESSAGING_TOKEN",
                    "MINE_SOCKET",
                    "MINE_TOKEN");

    /// Prints the environment of the job and of every process above it, up to its host.
    private static final String LOOK =
            "env; p=$$; while grep -qa NUDGE_JOB= \"/proc/$p/environ\"; do tr '\\0' '\\n' <\"/proc/$p/environ\"; p=$(awk '/^PPid/ { print $2 }' \"/proc/$p/status\"); done";

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
        boolean isHost = file.getFileName().toString().startsWith("host");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .as(file.toString())
                .isEqualTo(
                        Files.isDirectory(file) || (isHost && Files.isExecutable(file))
                                ? "rwx------"
                                : "rw-------");
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

    /// With them, a build script could speak to the agent as its user.
    @Test
    void wordsOfAnInboxReachNoJob() throws IOException {
        Path kind = user.folder("home/.config/nudge/agents").resolve("mine.toml");
        Files.writeString(
                kind,
                """
                title = "Mine"
                ways = ["inbox", "keys"]
                [process]
                programs = ["mine"]
                [inbox]
                socket = "MINE_SOCKET"
                token = "MINE_TOKEN"
                [screen]
                commands = ["mine"]
                [[screen.layouts]]
                above = '\\n\\z'
                prompt = '(?<mark>>) ?(?<text>.*)'
                empty = [{ text = "", cursor_column = 2 }]
                """);
        for (String name : WORDS) {
            user.environment().put(name, WORD);
        }
        try (StandInAgent agent = openAgent()) {
            agent.run(Map.of("command", LOOK));
            agent.run(Map.of("command", "sleep 300", "delay_seconds", 1000));
            user.run("run", "--", LOOK);
            user.run("run", "--delay", "1000", "--", LOOK);
            user.run("web", "--no-open");
            user.awaitEnd(1);
            user.awaitEnd(3);

            assertThat(user.job(4).resolve("launch.json")).exists();
            assertThat(user.state().resolve("web.json")).exists();
            for (Path file : files()) {
                if (Files.isRegularFile(file)) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .as(file.toString())
                            .doesNotContain(WORD);
                }
            }
            assertThat(user.run("logs", "1")).contains("PLANTED=").doesNotContain("_TOKEN=");
        }
    }

    private static List<String> argumentsThatHold(String text) throws IOException {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(process -> process.getFileName().toString().matches("\\d+"))
                    .map(SecrecyIT::arguments)
                    .filter(arguments -> arguments.contains(text))
                    .toList();
        }
    }

    private static String arguments(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException goneMeanwhile) {
            return "";
        }
    }
}
