package dev.nudge.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The file of settings in the hands of daemon and doctor.
class SettingsIT {
    private static Path set(NudgeUser user, String text) throws IOException {
        Path config = user.folder("home/.config/nudge").resolve("config.toml");
        return Files.writeString(config, text);
    }

    @Test
    void whatIsWrongIsAWarningRemovesNoJobsAndIsReportedAndTheRestIsSet()
            throws IOException, InterruptedException {
        try (NudgeUser user = NudgeUser.create()) {
            Path config = set(user, "bell = true\n");
            user.run("run", "--wait", "--", "true");
            user.run("run", "--wait", "--", "true");
            assertThat(user.said("doctor")).contains("ok    Settings " + config);
            Files.setLastModifiedTime(config, FileTime.from(Instant.now().plusSeconds(2)));
            assertThat(user.said("doctor"))
                    .contains("WRONG " + config + " has been changed", "nudge daemon stop");

            set(
                    user,
                    "keep_jobs = 1\nkeep_days = 0\npty = false\nkeep_dayz = 3\nhooks = \"off\"\n");
            user.killDaemon();
            String wrong =
                    config
                            + ", line 2: keep_days is \"0\"; expected whole days (30), or a time such as 2w, 1 day or more.";
            String unknown =
                    config
                            + ", line 4: there is no setting \"keep_dayz\"; the nearest is keep_days.";
            Process next = user.start("run", "--wait", "--", "true");
            assertThat(next.errorReader().readAllAsString())
                    .isEqualTo(
                            "nudge: warning: %s It is ignored.\nnudge: job 3\n".formatted(wrong));
            assertThat(next.waitFor()).isZero();
            user.run("run", "--pty", "--", "test -t 1 || echo no terminal");
            user.awaitEnd(4);
            assertThat(user.run("logs", "4"))
                    .contains("pty (in " + config + ") is off", "no terminal");
            assertThat(user.log()).contains(wrong, unknown);
            assertThat(user.said("doctor"))
                    .contains("WRONG " + wrong, "WRONG " + unknown, "Fix: write keep_days");
            withHooksOffThereIsNothingForAHookUnlessTheAgentWantsIt(user);
            // Jobs are removed only a while after the daemon's start.
            assertThat(user.run("ps", "--all", "--json")).contains("\"job\" : 1", "\"job\" : 2");
        }
    }

    private static void withHooksOffThereIsNothingForAHookUnlessTheAgentWantsIt(NudgeUser user) {
        Path marks = user.state().resolve("pending");
        try (TmuxServerFixture tmux = TmuxServerFixture.start()) {
            try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
                long job = agent.runJob(Map.of("command", "true"));
                user.awaitEnd(job);
                assertThat(user.value(job, "nudge")).isEqualTo("pending");
                assertThat(marks).isEmptyDirectory();
            }
            user.environment().put("NUDGE_HOOKS", "on");
            try (StandInAgent agent =
                    StandInAgent.start(
                            user,
                            script -> tmux.newWindow("gemini-cli", user.environment(), script))) {
                agent.run(Map.of("command", "true"));
                await().untilAsserted(() -> assertThat(marks).isNotEmptyDirectory());
            }
        }
    }
}
