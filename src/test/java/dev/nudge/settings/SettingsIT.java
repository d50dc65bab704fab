package dev.nudge.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// The file of settings in the hands of daemon and doctor.
class SettingsIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private Path set(String text) throws IOException {
        Path config = user.folder("home/.config/nudge").resolve("config.toml");
        return Files.writeString(config, text);
    }

    @Test
    void wrongValueIsAWarningAndRemovesNoJobs() throws IOException, InterruptedException {
        Path config = set("bell = true\nkeep_jobs = 1\nkeep_days = 0\n");
        String problem =
                config
                        + ", line 3: keep_days is \"0\"; expected whole days (30), or a time such as 2w, 1 day or more.";

        Process first = user.start("run", "--wait", "--", "true");
        assertThat(new String(first.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("nudge: warning: %s It is ignored.\nnudge: job 1\n".formatted(problem));
        assertThat(first.waitFor()).isZero();
        user.run("run", "--wait", "--", "true");
        user.killDaemon();

        assertThat(user.run("ps", "--all", "--json")).contains("\"job\" : 1", "\"job\" : 2");
        assertThat(user.log()).contains(problem);
        assertThat(user.said("doctor")).contains("WRONG " + problem);
    }

    @Test
    void unknownNameIsLoggedAndReportedButTheRestIsSet() throws IOException {
        Path config = set("pty = false\nkeep_dayz = 3\n");

        assertThat(user.run("run", "--pty", "--", "test -t 1 || echo no terminal")).contains("1");
        user.awaitEnd(1);
        String problem =
                config + ", line 2: there is no setting \"keep_dayz\"; the nearest is keep_days.";
        assertThat(user.log()).contains(problem);
        assertThat(user.said("doctor")).contains("WRONG " + problem, "Fix: write keep_days");
        assertThat(user.run("logs", "1")).contains("pty (in " + config + ") is off", "no terminal");
    }

    @Test
    void doctorSaysThatTheDaemonHasNotReadTheFileYet() throws IOException {
        Path config = set("bell = true\n");
        user.startDaemon();
        assertThat(user.said("doctor")).contains("ok    Settings " + config);

        Files.setLastModifiedTime(config, FileTime.from(Instant.now().plusSeconds(2)));

        assertThat(user.said("doctor"))
                .contains("WRONG " + config + " has been changed", "nudge daemon stop");
    }

    @Test
    void withHooksOffThereIsNothingForAHookUnlessTheAgentWantsIt() throws IOException {
        set("hooks = \"off\"\n");
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            agent.run(Map.of("command", "true"));
            user.awaitEnd(1);
            assertThat(user.record(1).path("nudge").stringValue()).isEqualTo("pending");
            assertThat(user.state().resolve("pending")).isEmptyDirectory();
        }
        NudgeUser wanting = NudgeUser.with(Map.of("NUDGE_HOOKS", "on"));
        try (wanting;
                TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, wanting, "gemini-cli")) {
            Files.writeString(
                    wanting.folder("home/.config/nudge").resolve("config.toml"), "hooks = false\n");
            wanting.killDaemon();
            agent.run(Map.of("command", "true"));
            Path marks = wanting.state().resolve("pending");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(marks).isNotEmptyDirectory());
        }
    }
}
