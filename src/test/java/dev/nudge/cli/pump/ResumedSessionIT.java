package dev.nudge.cli.pump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// The pump of the packaged program is killed; the launcher, which the agent has started, is not.
class ResumedSessionIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final int SIGTERM = 128 + 15;

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private StandInAgent agent() {
        return StandInAgent.start(tmux, user, "gemini-cli");
    }

    private static ProcessHandle kill(StandInAgent agent) {
        ProcessHandle pump = agent.pumpProgram();
        assertThat(pump.pid()).isNotEqualTo(agent.pumpPid());
        pump.destroyForcibly();
        await().atMost(PATIENCE).until(() -> !pump.isAlive());
        return pump;
    }

    @Test
    void nextCallWorksAndKnowsTheAgent() {
        try (StandInAgent agent = agent()) {
            for (int job = 1; job <= 3; job++) {
                kill(agent);
                assertThat(agent.run(Map.of("command", "true"))).contains("This is job " + job);
            }
            user.awaitEnd(3);
            agent.awaitTold("[nudge: job 3,");
        }
    }

    @Test
    void nextCallWorksWhenEverythingButTheLauncherIsKilled() {
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", "sleep 300"));
            user.killDaemon();
            kill(agent);

            assertThat(agent.run(Map.of("command", "true"))).contains("This is job 2.");
        }
    }

    @Test
    void callUnderWayIsAnsweredWithAnErrorAndItsEndIsTold() throws IOException {
        try (StandInAgent agent = agent()) {
            Path gate = user.folder("gate").resolve("open");
            String command = "while [ ! -e %s ]; do sleep 0.05; done; exit 3".formatted(gate);
            Map<String, Object> arguments = Map.of("command", command, "wait_seconds", 600);
            int call =
                    agent.send(
                            "tools/call",
                            Map.of("name", "run_long_command", "arguments", arguments));
            await().atMost(PATIENCE).until(() -> Files.exists(user.job(1).resolve("host.json")));

            kill(agent);

            await().atMost(PATIENCE).until(() -> agent.answer(call).isPresent());
            assertThat(agent.answer(call).orElseThrow().path("error").path("message").stringValue())
                    .contains("was killed while it handled this call", "continues");
            Files.createFile(gate);
            user.awaitEnd(1);
            agent.awaitTold("(Exit code: 3)");
        }
    }

    /// The agent speaks while no pump is there, and a pump is killed in the middle of a line.
    @Test
    void nothingThatTheAgentSaysIsLost() {
        try (StandInAgent agent = agent()) {
            String list = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/list\",\"params\":{}}";
            ProcessHandle pump = agent.pumpProgram();
            agent.sendText(list.formatted(71).substring(0, 30));
            awaitRead(agent);
            kill(agent);
            agent.sendText(list.formatted(71).substring(30) + "\n");
            agent.sendLine(list.formatted(72));

            for (int id : new int[] {71, 72}) {
                await().atMost(PATIENCE).until(() -> agent.answer(id).isPresent());
                assertThat(agent.answer(id).orElseThrow().path("result").isObject()).isTrue();
            }
            assertThat(pump.isAlive()).isFalse();
        }
    }

    /// Waits until the pump has recorded what it has read: the journal ends with it.
    private static void awaitRead(StandInAgent agent) {
        Path journal = Path.of("/proc", Long.toString(agent.pumpPid()), "fd/8");
        await().atMost(PATIENCE)
                .until(() ->
                        new String(Files.readAllBytes(journal), StandardCharsets.UTF_8)
                                .contains("\"id\":71,"));
    }

    @Test
    void journalHasNoNameAndTheLauncherIsSmall() throws IOException {
        try (StandInAgent agent = agent()) {
            kill(agent);
            agent.run(Map.of("command", "true"));

            try (Stream<Path> left = Files.list(user.folder("run"))) {
                assertThat(left.map(p -> p.getFileName().toString())).containsExactly("nudge");
            }
            assertThat(privateKilobytes(agent.pumpPid())).isLessThan(2 * 1024);
        }
    }

    private static long privateKilobytes(long pid) throws IOException {
        Path memory = Path.of("/proc", Long.toString(pid), "smaps_rollup");
        return Files.readAllLines(memory).stream()
                .filter(l -> l.startsWith("Pss:"))
                .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void signalToTheLauncherEndsBoth() throws Exception {
        Process launcher = user.start("mcp");
        ProcessHandle pump = awaitPump(launcher);

        // Not Process.destroy(), which closes the pipes as well.
        new ShortCommand(PATIENCE, user.environment())
                .run(List.of("kill", Long.toString(launcher.pid())));

        assertThat(launcher.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(SIGTERM);
        assertThat(pump.isAlive()).isFalse();
    }

    @Test
    void endOfInputEndsBothAlsoAfterThePumpWasKilled() throws Exception {
        Process launcher = user.start("mcp");
        ProcessHandle first = awaitPump(launcher);
        first.destroyForcibly();
        await().atMost(PATIENCE).until(() -> !first.isAlive());
        ProcessHandle next = awaitPump(launcher);

        launcher.getOutputStream().close();

        assertThat(launcher.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isZero();
        assertThat(next.isAlive()).isFalse();
    }

    @Test
    void exitCodeOfAPumpThatCannotStartIsPassedOn() throws Exception {
        try (NudgeUser wrong = NudgeUser.with(Map.of("XDG_STATE_HOME", "/dev/null"))) {
            Process launcher = wrong.start("mcp");

            assertThat(launcher.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(launcher.exitValue()).isEqualTo(1);
        }
    }

    private static ProcessHandle awaitPump(Process launcher) {
        return await().atMost(PATIENCE)
                .until(
                        () -> launcher.children().filter(ProcessHandle::isAlive).toList(),
                        l -> l.stream().anyMatch(ResumedSessionIT::isJava))
                .getFirst();
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().filter(c -> c.endsWith("/java")).isPresent();
    }
}
