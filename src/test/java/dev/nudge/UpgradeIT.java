package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// A newer program meets an older daemon.
class UpgradeIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final Path PACKAGED = Path.of("target/extension").toAbsolutePath();

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private final Path gate = user.folder("gate").resolve("open");

    /// Runs the program of the next version: the packaged one, with another number.
    private String newer(String... arguments) throws IOException {
        return run(changed("newer", 0, "99.0.0"), arguments);
    }

    /// Copies the packaged program, unless there is the copy, and changes a line of what it says of
    /// itself.
    private Path changed(String name, int line, String other) throws IOException {
        Path extension = user.folder(name).resolve("extension");
        if (Files.notExists(extension)) {
            new ShortCommand(PATIENCE, user.environment())
                    .run(List.of("cp", "-a", PACKAGED.toString(), extension.toString()));
            Path release = extension.resolve("release");
            List<String> lines = new ArrayList<>(Files.readAllLines(release));
            lines.set(line, other);
            Files.write(release, lines);
        }
        return extension;
    }

    private String run(Path extension, String... arguments) {
        List<String> words = new ArrayList<>(List.of(extension.resolve("bin/nudge").toString()));
        words.addAll(List.of(arguments));
        return new ShortCommand(PATIENCE, user.environment()).run(words);
    }

    @Test
    void newerProgramReplacesTheDaemonAndNothingIsLostOrToldTwice() throws IOException {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            agent.run(Map.of("command", "echo early; exit 3"));
            agent.run(Map.of("command", waiting("echo late; exit 4")));
            agent.run(Map.of("command", waiting("exit 5"), "notify", "silent"));
            user.awaitEnd(1);
            long old = user.daemonPid();

            assertThat(newer("ps", "--all")).contains("echo early", "echo late");
            long young = user.daemonPid();
            assertThat(young).isNotEqualTo(old);
            assertThat(new ProcessTable().identify(old)).isEmpty();
            assertThat(agent.run(Map.of("command", waiting("exit 6")))).contains("started");
            assertThat(user.daemonPid())
                    .as("the older pump leaves the newer daemon alone")
                    .isEqualTo(young);

            Files.createFile(gate);
            assertThat(user.awaitEnd(2).path("exit_code").intValue()).isEqualTo(4);
            assertThat(user.awaitEnd(3).path("exit_code").intValue()).isEqualTo(5);
            assertThat(user.awaitEnd(4).path("exit_code").intValue()).isEqualTo(6);
            assertThat(agent.awaitTold("[early]", "[late]", "(Exit code: 6)"))
                    .containsOnlyOnce("[early]")
                    .containsOnlyOnce("[late]")
                    .containsOnlyOnce("(Exit code: 6)")
                    .doesNotContain("(Exit code: 5)");
            assertThat(agent.hook()).isEmpty();
        }
    }

    @Test
    void programThatWasBuiltAgainReplacesTheDaemonAndWaitingCallsAreAnswered() throws IOException {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            Map<String, Object> wait = Map.of("command", waiting("exit 4"), "wait_seconds", 600);
            int call =
                    agent.send("tools/call", Map.of("name", "run_long_command", "arguments", wait));
            await().atMost(PATIENCE).until(() -> Files.exists(user.job(1).resolve("host.json")));
            long old = user.daemonPid();

            assertThat(run(changed("rebuilt", 1, "99990101000000-0"), "ps")).contains("exit 4");

            long young = user.daemonPid();
            assertThat(young).isNotEqualTo(old);
            await().atMost(PATIENCE).until(() -> agent.answer(call).isPresent());
            assertThat(agent.run(Map.of("command", "true"))).contains("started");
            assertThat(user.daemonPid()).isEqualTo(young);
            Files.createFile(gate);
            user.awaitEnd(1);
            await().atMost(PATIENCE).until(agent::hook, told -> told.contains("(Exit code: 4)"));
        }
    }

    @Test
    void olderPumpStartsTheNewerDaemonAgain() throws IOException {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            newer("ps");
            user.killDaemon();

            assertThat(agent.run(Map.of("command", "true"))).contains("started");

            assertDaemonIsNewer();
        }
    }

    /// An older program that lost its daemon may have been started before the newer one has run.
    @Test
    void olderDaemonThatIsSlowToStartLeavesItsPlaceToTheNewer() throws IOException {
        newer("ps");
        user.killDaemon();

        String said = run(PACKAGED, "daemon");

        assertThat(said).startsWith("superseded: /").endsWith("extension/bin/nudge\n");
        assertThat(user.run("ps", "--all")).contains("No jobs");
        assertDaemonIsNewer();
    }

    /// Each of the older programs would like to have a daemon as soon as it has lost one.
    @Test
    void newerProgramGetsItsDaemonAmongManyOlderPumps() throws IOException {
        List<StandInAgent> agents = new ArrayList<>();
        try {
            for (int i = 0; i < 5; i++) {
                agents.add(StandInAgent.start(tmux, user, "gemini-cli-" + i));
            }
            newer("ps");

            assertDaemonIsNewer();
            for (StandInAgent agent : agents) {
                agent.request("tools/list", Map.of());
            }
            assertDaemonIsNewer();
        } finally {
            agents.forEach(StandInAgent::close);
        }
    }

    private void assertDaemonIsNewer() {
        assertThat(user.state().resolve("daemon.json"))
                .content()
                .contains("\"version\":\"99.0.0\"");
    }

    private String waiting(String end) {
        return "while [ ! -e %s ]; do sleep 0.05; done; %s".formatted(gate, end);
    }
}
