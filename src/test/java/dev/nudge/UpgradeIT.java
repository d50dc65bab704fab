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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// A newer program meets an older daemon.
class UpgradeIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private final Path gate = user.folder("gate").resolve("open");

    /// The packaged program, of which a line that it says of itself will be changed.
    private final Path next = user.folder("next").resolve("extension");

    private void change(int line, String other) throws IOException {
        Path release = next.resolve("release");
        List<String> lines = new ArrayList<>(Files.readAllLines(release));
        lines.set(line, other);
        Files.write(release, lines);
    }

    private String run(String... words) {
        return new ShortCommand(Patience.LONG, user.environment()).run(List.of(words));
    }

    private String next(String... arguments) {
        List<String> words = new ArrayList<>(List.of(next.resolve("bin/nudge").toString()));
        words.addAll(List.of(arguments));
        return run(words.toArray(String[]::new));
    }

    private String waiting(String end) {
        return "while [ ! -e %s ]; do sleep 0.1; done; %s".formatted(gate, end);
    }

    private void assertDaemonIsNewer() {
        assertThat(user.state().resolve("daemon.json"))
                .content()
                .contains("\"version\":\"99.0.0\"");
    }

    @Test
    void newerProgramReplacesTheDaemonOfOlderPumpsAndNothingIsLostOrToldTwice() throws IOException {
        run("cp", "-a", NudgeUser.extension().toString(), next.toString());
        StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");
        // Each of the older programs would like to have a daemon as soon as it has lost one.
        List<StandInAgent> others =
                IntStream.range(0, 2)
                        .mapToObj(i -> StandInAgent.start(tmux, user, "gemini-cli-" + i))
                        .toList();
        agent.run(Map.of("command", "echo early; exit 3"));
        agent.run(Map.of("command", waiting("echo late; exit 4")));
        agent.run(Map.of("command", waiting("exit 5"), "notify", "silent"));
        user.awaitEnd(1);
        Map<String, Object> wait = Map.of("command", waiting("exit 6"), "wait_seconds", 600);
        int call = agent.send("tools/call", Map.of("name", "run_long_command", "arguments", wait));
        await().until(() -> Files.exists(user.job(4).resolve("host.json")));

        programThatWasBuiltAgainReplacesTheDaemon(agent, call);
        change(0, "99.0.0");
        assertThat(next("ps", "--all")).contains("echo early", "echo late");
        assertDaemonIsNewer();
        others.forEach(other -> other.request("tools/list", Map.of()));
        assertDaemonIsNewer();

        Files.createFile(gate);
        for (int job = 2; job <= 4; job++) {
            assertThat(user.exitCode(job)).as("job %d", job).isEqualTo(job + 2);
        }
        assertThat(agent.awaitTold("[early]", "[late]", "(Exit code: 6)"))
                .containsOnlyOnce("[early]")
                .containsOnlyOnce("[late]")
                .containsOnlyOnce("(Exit code: 6)")
                .doesNotContain("(Exit code: 5)");
        assertThat(agent.hook()).isEmpty();
        user.killDaemon();
        user.awaitEnd(agent.runJob(Map.of("command", "true")));
        assertDaemonIsNewer();
        others.forEach(StandInAgent::close);
        agent.close();
        await().until(() -> user.running("bin/nudge mcp").isEmpty());
        olderDaemonThatIsSlowToStartLeavesItsPlaceToTheNewer();
    }

    private void programThatWasBuiltAgainReplacesTheDaemon(StandInAgent agent, int call)
            throws IOException {
        long old = user.daemonPid();
        change(1, "99990101000000-0");
        assertThat(next("ps")).contains("exit 4", "exit 6");
        long young = user.daemonPid();
        assertThat(young).isNotEqualTo(old);
        assertThat(new ProcessTable().identify(old)).isEmpty();
        var _ = agent.awaitAnswer(call);
        assertThat(agent.run(Map.of("command", "true"))).contains("started");
        assertThat(user.daemonPid())
                .as("the older pump leaves the newer daemon alone")
                .isEqualTo(young);
    }

    /// An older program that lost its daemon may have been started before the newer one has run.
    private void olderDaemonThatIsSlowToStartLeavesItsPlaceToTheNewer() {
        user.killDaemon();
        assertThat(run(NudgeUser.command("daemon").toArray(String[]::new)))
                .startsWith("superseded: /")
                .endsWith("extension/bin/nudge\n");
        long killed = user.daemonPid();
        assertThat(user.run("ps", "--all")).contains("echo early");
        assertThat(user.daemonPid()).isNotEqualTo(killed);
        assertDaemonIsNewer();
    }
}
