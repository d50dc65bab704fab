package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a release has left on the disk of a machine that was restarted then, as every later version
/// has to read it (docs/compatibility.md).
class FrozenFormatsIT {
    private static final String LATER = "until 2099-01-01 00:00:00";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Path home = user.folder("home");

    /// Puts the files where a user has them. They name the home directory.
    private void restore(String release) {
        new ShortCommand(Patience.LONG, user.environment())
                .run(
                        List.of(
                                "sh",
                                "-c",
                                "umask 077 && mkdir -p \"$1\" && cp -R \"src/test/resources/formats/$0/.\" \"$1\" && chmod -R go= \"$1\""
                                        + " && find \"$1\" -type f -exec sed -i \"s,@HOME@,$2,g\" {} +",
                                release,
                                user.state().toString(),
                                home.toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = "0.1.0")
    void jobsQueueWatchesAndTimersContinueAfterARebootAndJsonHasAllThatItHad(String release)
            throws IOException {
        restore(release);
        assertJsonHasAll(release, "ps --all", "show 2", "status", "logs 1");

        String all = user.run("ps", "--all");
        assertThat(line(all, 1)).contains("good", "succeeded");
        assertThat(line(all, 2)).contains("bad", "failed", "3");
        assertThat(line(all, 3)).contains("running", "lost");
        assertThat(line(all, 4)).contains("asks", "lost");
        assertThat(line(all, 5)).contains("queued", "group builds is paused");
        assertThat(line(all, 6)).contains("queued", LATER);
        assertThat(line(all, 7)).contains("queued", "after job 5");
        assertThat(line(all, 8)).contains("running", "watch frozen.log for ERROR.*");
        assertThat(line(all, 9)).contains("running", LATER, "look again");
        assertThat(line(all, 10)).contains("told", "failed", "4");
        assertThat(line(all, 13)).contains("3 of 11-13", "group builds is paused");
        for (int job : List.of(3, 4)) {
            assertThat(user.stored(job).path("lost").stringValue(""))
                    .isEqualTo("the machine was restarted");
        }
        assertThat(user.run("logs", "1")).isEqualTo("done\n");
        assertThat(user.run("show", "2")).contains("no");

        user.run("resume", "builds");
        for (int job : List.of(5, 7, 11, 12, 13, 14)) {
            assertThat(user.awaitEnd(job).path("exit_code").intValue(-1)).as("job " + job).isZero();
        }
        assertThat(user.run("logs", "14")).isEqualTo("from stdin\n");
        assertThat(user.run("run", "--", "true")).isEqualTo("21\n");
        Files.writeString(home.resolve("frozen.log"), "ERROR after the reboot\n");
        await().atMost(Patience.LONG)
                .untilAsserted(
                        () -> assertThat(user.run("logs", "8")).contains("ERROR after the reboot"));
        assertJsonHasAll(release, "kill 8", "restart 1", "clean 1");
    }

    /// What scripts find in the answers.
    private void assertJsonHasAll(String release, String... commands) {
        for (String command : commands) {
            List<String> words = new ArrayList<>(List.of(command.split(" ")));
            words.add("--json");
            Path frozen =
                    Path.of("src/test/resources/formats")
                            .resolve(release + "-json")
                            .resolve(words.getFirst() + ".json");
            JsonNode now = JsonMapper.shared().readTree(user.run(words.toArray(String[]::new)));
            assertHasAll(command, JsonMapper.shared().readTree(frozen), now);
        }
    }

    /// Compares the names and the kinds of values, but not the values, which differ from time to
    /// time.
    private static void assertHasAll(String place, JsonNode frozen, JsonNode now) {
        if (frozen.isNull() || now.isNull()) {
            return;
        }
        assertThat(now.getNodeType()).as(place).isEqualTo(frozen.getNodeType());
        assertThat(now.propertyNames()).as(place).containsAll(frozen.propertyNames());
        for (String name : frozen.propertyNames()) {
            assertHasAll(place + "." + name, frozen.path(name), now.path(name));
        }
        for (int i = 0; i < frozen.size() && frozen.isArray(); i++) {
            assertHasAll(place + "[" + i + "]", frozen.path(i), now.path(i));
        }
    }

    /// Returns the line of a job in the list.
    private static String line(String list, int job) {
        return list.lines().filter(line -> line.startsWith(job + " ")).findFirst().orElse(list);
    }
}
