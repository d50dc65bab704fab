package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.OtherUser;
import dev.nudge.testkit.TemporaryFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The packaged program, used by a user without an entry in `/etc/passwd`.
class NamelessUserIT {
    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();

    @AutoClose
    private final OtherUser user =
            new OtherUser(
                    Map.of(
                            "PATH",
                            System.getenv("PATH"),
                            "HOME",
                            folder.folder("home").toString()));

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

    @Test
    void jobOfAUserWhoIsNotRootCannotGoBeforeOthers() {
        try {
            String complaint =
                    user.run(List.of("sh", "-c", launcher() + " run --nice -5 -- true 2>&1; :"));
            assertThat(complaint)
                    .contains(
                            "The command was not started: its niceness cannot be set to -5, only root may");
            assertThat(nudge("run", "--nice", "19", "--wait", "--", "nice")).isEqualTo("19\n");
        } finally {
            nudge("daemon", "stop");
        }
    }

    @Test
    void userWithoutANameRunsListsAttachesAndKillsJobs() {
        try {
            assertThat(nudge("run", "--wait", "--", "id -u")).isEqualTo("12345\n");
            assertThat(nudge("run", "--", "sleep 300")).isEqualTo("2\n");
            assertThat(nudge("run", "--pty", "--", "cat")).isEqualTo("3\n");
            assertThat(nudge("ps")).contains("sleep 300", "cat");
            nudge("send", "3", "hello", "-k", "Enter");
            assertThat(nudge("logs", "3")).contains("hello");

            nudge("kill", "2", "3");

            assertThat(nudge("ps", "--all")).containsPattern("2 +ended +SIGTERM");
        } finally {
            nudge("daemon", "stop");
        }
    }
}
