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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// The packaged program, used by a user without an entry in `/etc/passwd`.
class NamelessUserIT {
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
        return user.run(words(List.of(launcher()), arguments));
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

        assertThat(
                        complaint(
                                "XDG_STATE_HOME=%s unshare --map-current-user %s ps"
                                        .formatted(state, launcher())))
                .contains("is not used: " + others.toRealPath() + " belongs to user nobody");
    }

    private static List<String> words(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }

    @Test
    void userWithoutANameRunsListsTypesIntoAndKillsJobs() throws IOException {
        try {
            assertThat(nudge("run", "--wait", "--", "id -u")).isEqualTo("nudge: job 1\n12345\n");
            assertThat(nudge("run", "--", "sleep 300")).isEqualTo("2\n");
            assertThat(nudge("run", "--pty", "--", "cat")).isEqualTo("3\n");
            assertThat(nudge("ps")).contains("sleep 300", "cat");
            nudge("send", "3", "hello", "-k", "Enter");
            await().until(() -> nudge("logs", "3"), log -> log.contains("hello"));
            nudge("kill", "2", "3");
            assertThat(nudge("ps", "--all")).containsPattern("2 +killed +SIGTERM");

            assertThat(complaint(launcher() + " run --nice -5 -- true"))
                    .contains(
                            "The command was not started: its niceness cannot be set to -5, only root may");
            assertThat(nudge("run", "--nice", "19", "--wait", "--", "nice"))
                    .isEqualTo("nudge: job 5\n19\n");
            processOfAnotherUserSurvivesAKillWhichSaysSo();
        } finally {
            nudge("daemon", "stop");
        }
    }

    private String complaint(String script) {
        return user.run(List.of("sh", "-c", script + " 2>&1; echo code $?"));
    }

    /// The program that becomes root is a copy of setpriv(1), for the owner of the file.
    private void processOfAnotherUserSurvivesAKillWhichSaysSo() throws IOException {
        Path root = folder.path().resolve("as-root");
        Files.copy(Path.of("/usr/bin/setpriv"), root);
        ShortCommand asRoot = new ShortCommand(Patience.LONG, Map.of());
        asRoot.run(List.of("chmod", "4755", root.toString()));
        assertThat(nudge("run", "--", "exec " + root + " --reuid 0 sleep 300")).isEqualTo("6\n");
        String pid =
                JsonMapper.shared().readTree(nudge("show", "--json", "6")).path("pid").asString();
        await().until(() -> Files.readString(Path.of("/proc", pid, "comm")), "sleep\n"::equals);

        assertThat(complaint(launcher() + " kill --grace 0 6"))
                .isEqualTo(
                        "nudge: Job 6: process %s could not be killed. It hangs in the kernel, or belongs to another user.\ncode 1\n"
                                .formatted(pid));
        assertThat(nudge("ps")).containsPattern("6 +stopping");

        asRoot.run(List.of("kill", "-KILL", pid));
        await().until(() -> nudge("ps", "--all"), ps -> ps.contains("SIGKILL"));
    }
}
