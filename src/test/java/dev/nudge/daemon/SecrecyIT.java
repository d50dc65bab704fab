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
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What nudge keeps is for its user alone, and the environment is not kept at all.
class SecrecyIT {
    private static final String SECRET = "planted-" + "secret-4711";

    private static final String WORD = "inbox-" + "word-4712";

    private static final List<String> INBOXES =
            List.of("QWEN_CODE_MESSAGING", "NUDGE_OPENCODE", "CLAUDE_CODE_MESSAGING", "MINE");

    /// Prints the environment of the job and of every process above it, up to its host.
    private static final String LOOK =
            "env; p=$$; while grep -qa NUDGE_JOB= \"/proc/$p/environ\"; do tr '\\0' '\\n' <\"/proc/$p/environ\"; p=$(awk '/^PPid/ { print $2 }' \"/proc/$p/status\"); done";

    @AutoClose
    private final NudgeUser user =
            NudgeUser.with(Map.of("PLANTED", SECRET, "BASH_ENV", "/dev/null"));

    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private void assertPrivateWithout(String text) throws IOException {
        for (Path file : files()) {
            try {
                assertIsPrivate(file);
                if (Files.isRegularFile(file)) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .as(file.toString())
                            .doesNotContain(text);
                }
            } catch (NoSuchFileException removedMeanwhile) {
                assertThat(file).doesNotExist();
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

    private static void assertIsPrivate(Path file) throws IOException {
        boolean isHost = file.getFileName().toString().startsWith("host");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .as(file.toString())
                .isEqualTo(
                        Files.isDirectory(file) || (isHost && Files.isExecutable(file))
                                ? "rwx------"
                                : "rw-------");
    }

    /// The environment is kept only for jobs that wait, and for the page.
    @Test
    void environmentIsNeitherOnDiskNorInArgumentsAndFilesAreTheUsersAlone() throws IOException {
        for (String name : INBOXES) {
            user.environment().putAll(Map.of(name + "_SOCKET", WORD, name + "_TOKEN", WORD));
        }
        Files.writeString(
                user.folder("home/.config/nudge/agents").resolve("mine.toml"),
                "withheld = [\"MINE_SOCKET\", \"MINE_TOKEN\"]\n");
        UnaryOperator<String> openly =
                script ->
                        tmux.newSession(
                                "gemini-cli", 100, 30, user.environment(), "umask 0; " + script);
        try (StandInAgent agent = StandInAgent.start(user, openly)) {
            String holds = "test \"$PLANTED\" && echo I have it; umask";
            long holding = agent.runJob(Map.of("command", holds));
            long killed = agent.runJob(Map.of("command", "sleep 300"));
            agent.run(Map.of("command", "exit 3", "cwd", "/no/such/place"));
            user.awaitEnd(agent.runJob(Map.of("command", "kill -9 $$")));
            user.run("run", "--", "sleep", "301");
            assertThat(user.wholeOutput(holding)).isEqualTo("I have it\n0000\n");
            assertThat(argumentsThatHold(SECRET)).isEmpty();
            user.run("kill", Long.toString(killed));
            user.killDaemon();
            user.startDaemon();
            agent.hook();
            assertPrivateWithout(SECRET);

            wordsOfAnInboxReachNoJob(agent);
        }
    }

    /// With them, a build script could speak to the agent as its user.
    private void wordsOfAnInboxReachNoJob(StandInAgent agent) throws IOException {
        long looking = agent.runJob(Map.of("command", LOOK));
        agent.run(Map.of("command", "sleep 300", "delay_seconds", 1000));
        user.awaitEnd(user.runJob("--", LOOK));
        long waiting = user.runJob("--delay", "1000", "--", LOOK);
        user.run("web", "--no-open");
        user.awaitEnd(looking);

        assertThat(user.job(waiting).resolve("launch.json")).exists();
        assertThat(user.state().resolve("web.json")).exists();
        assertPrivateWithout(WORD);
        assertThat(user.output(looking)).contains("PLANTED=").doesNotContain("_TOKEN=");
    }

    private static List<String> argumentsThatHold(String text) {
        return ProcessHandle.allProcesses()
                .map(process -> NudgeUser.commandLine(process.pid()))
                .filter(arguments -> arguments.contains(text))
                .toList();
    }
}
