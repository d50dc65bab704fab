package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Somebody, or something that tidies up, removes the directory with the sockets.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VanishedSocketIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    @Test
    void daemonAndTerminalsAreReachedAgainAndWaitingCallsNoticeNothing() throws Exception {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            Path gate = user.folder("gate").resolve("open");
            String command = "while [ ! -e %s ]; do sleep 0.2; done; echo waited".formatted(gate);
            Map<String, Object> arguments = Map.of("command", command, "wait_seconds", 600);
            long job = user.runJob("true") + 1;
            int call = agent.sendCall("run_long_command", arguments, "token");
            await().until(() -> Files.exists(user.job(job).resolve("host.json")));
            long cat = user.runJob("--pty", "--", "cat");
            long daemon = user.daemonPid();

            new ShortCommand(Patience.LONG, user.environment())
                    .run(List.of("rm", "-r", user.folder("run/nudge").toString()));

            assertThat(user.run("ps")).contains("echo waited");
            assertThat(user.daemonPid()).isEqualTo(daemon);
            Files.createFile(gate);
            assertThat(StandInAgent.text(agent.awaitAnswer(call))).contains("waited");

            Path socket = user.socket().resolveSibling("jobs").resolve(cat + ".sock");
            await().until(() -> Files.exists(socket));
            user.run("send", "@last", "still there", "-k", "Enter");
            user.awaitOutput(cat, "still there");
        }
    }

    @Test
    void daemonWhoseRecordWasRemovedIsReachedAgain() throws Exception {
        user.run("run", "--", "sleep 300");
        long daemon = user.daemonPid();
        Path record = user.state().resolve("daemon.json");

        Files.delete(record);

        await().until(() -> Files.exists(record));
        assertThat(user.run("ps")).contains("sleep 300");
        assertThat(user.daemonPid()).isEqualTo(daemon);
    }

    /// The daemon of the removed directory may notice only later that another has its place.
    @Test
    void daemonOfADirectoryThatWasMadeAnewIsReached() throws Exception {
        user.run("ps");
        ProcessHandle before = ProcessHandle.of(user.daemonPid()).orElseThrow();
        new ShortCommand(Patience.LONG, user.environment())
                .run(List.of("rm", "-r", user.state().toString()));

        user.run("run", "--", "sleep 300");
        long next = user.daemonPid();
        await().until(() -> !before.isAlive());

        await().until(() -> user.daemonPid() == next);
        assertThat(user.run("ps")).contains("sleep 300");
    }
}
