package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.OtherUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// The packaged program, used by a user without an entry in `/etc/passwd`.
class NamelessUserIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();

    @AutoClose
    private final OtherUser user =
            new OtherUser(
                    Map.of(
                            "PATH", System.getenv("PATH"),
                            "HOME", folder.folder("home").toString()));

    @BeforeEach
    void give() {
        user.give(folder.path());
    }

    private String nudge(String... arguments) {
        List<String> words = new ArrayList<>(List.of(launcher()));
        words.addAll(List.of(arguments));
        return user.run(words);
    }

    private static String launcher() {
        return Path.of("target/extension/bin/nudge").toAbsolutePath().toString();
    }

    /// There, what belongs to root belongs to nobody, and so does what belongs to other users.
    @Test
    void nudgeRunsInAUserNamespaceWithoutRoot() throws IOException {
        List<String> inNamespace = List.of("unshare", "--map-current-user", launcher());
        try {
            assertThat(user.run(words(inNamespace, "run", "--wait", "--", "echo fine")))
                    .isEqualTo("nudge: job 1\nfine\n");
        } finally {
            user.run(words(inNamespace, "daemon", "stop"));
        }
        Path others = folder.folder("others");
        Files.setAttribute(others, "unix:uid", 54_321);
        Path state = Files.createDirectory(others.resolve("state"));
        user.give(state);

        String complaint =
                user.run(
                        List.of(
                                "sh",
                                "-c",
                                "XDG_STATE_HOME=%s unshare --map-current-user %s ps 2>&1; :"
                                        .formatted(state, launcher())));

        assertThat(complaint)
                .contains("is not used: " + others.toRealPath() + " belongs to user nobody");
    }

    private static List<String> words(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }

    @Test
    void jobOfAUserWhoIsNotRootCannotGoBeforeOthers() {
        try {
            String complaint =
                    user.run(List.of("sh", "-c", launcher() + " run --nice -5 -- true 2>&1; :"));
            assertThat(complaint)
                    .contains(
                            "The command was not started: its niceness cannot be set to -5, only root may");
            assertThat(nudge("run", "--nice", "19", "--wait", "--", "nice"))
                    .isEqualTo("nudge: job 2\n19\n");
        } finally {
            nudge("daemon", "stop");
        }
    }

    /// The program that becomes root is a copy of setpriv(1), for the owner of the file.
    @Test
    void processOfAnotherUserSurvivesAKillWhichSaysSo() throws IOException {
        Path root = folder.path().resolve("as-root");
        Files.copy(Path.of("/usr/bin/setpriv"), root);
        ShortCommand asRoot = new ShortCommand(PATIENCE, Map.of());
        asRoot.run(List.of("chmod", "4755", root.toString()));
        try {
            assertThat(nudge("run", "--", "exec " + root + " --reuid 0 sleep 300"))
                    .isEqualTo("1\n");
            String pid =
                    JsonMapper.shared()
                            .readTree(nudge("show", "--json", "1"))
                            .path("pid")
                            .asString();
            await().atMost(PATIENCE)
                    .until(
                            () -> Files.readString(Path.of("/proc", pid, "comm")),
                            "sleep\n"::equals);

            assertThat(
                            user.run(
                                    List.of(
                                            "sh",
                                            "-c",
                                            launcher() + " kill --grace 0 1 2>&1; echo code $?")))
                    .isEqualTo(
                            "nudge: Job 1: process %s could not be killed. It hangs in the kernel, or belongs to another user.\ncode 1\n"
                                    .formatted(pid));
            assertThat(nudge("ps")).containsPattern("1 +stopping");

            asRoot.run(List.of("kill", "-KILL", pid));
            await().atMost(PATIENCE)
                    .until(() -> nudge("ps", "--all"), ps -> ps.contains("SIGKILL"));
        } finally {
            nudge("daemon", "stop");
        }
    }

    @Test
    void userWithoutANameRunsListsAttachesAndKillsJobs() {
        try {
            assertThat(nudge("run", "--wait", "--", "id -u")).isEqualTo("nudge: job 1\n12345\n");
            assertThat(nudge("run", "--", "sleep 300")).isEqualTo("2\n");
            assertThat(nudge("run", "--pty", "--", "cat")).isEqualTo("3\n");
            assertThat(nudge("ps")).contains("sleep 300", "cat");
            nudge("send", "3", "hello", "-k", "Enter");
            await().atMost(PATIENCE).until(() -> nudge("logs", "3"), log -> log.contains("hello"));

            nudge("kill", "2", "3");

            assertThat(nudge("ps", "--all")).containsPattern("2 +killed +SIGTERM");
        } finally {
            nudge("daemon", "stop");
        }
    }
}
