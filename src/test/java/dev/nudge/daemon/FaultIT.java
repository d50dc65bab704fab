package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Mounts;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What may go wrong around the daemon. There is a clear error or nothing is noticed, and nothing
/// that was acknowledged is lost.
class FaultIT {
    private static final Duration PATIENCE = Patience.LONG;

    private final NudgeUser user = NudgeUser.create();
    private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private final Mounts mounts = new Mounts();

    @AfterEach
    void close() {
        tmux.close();
        if (Files.exists(user.state().resolve("daemon.json"))) {
            user.killDaemon();
        }
        mounts.close();
        user.close();
    }

    private StandInAgent agent() {
        return StandInAgent.start(tmux, user, "gemini-cli");
    }

    /// A command that ends when the test lets it.
    private String waiting(String end) {
        return "while [ ! -e %s ]; do sleep 0.05; done; %s".formatted(gate(), end);
    }

    private Path gate() {
        return user.folder("gate").resolve("open");
    }

    private void open() throws IOException {
        Files.createFile(gate());
    }

    private static void assertToldOnce(StandInAgent agent, String... parts) {
        agent.awaitTold(parts);
        assertThat(agent.hook()).isEmpty();
    }

    @Test
    void fullDiskRefusesNewJobsAndKeepsTheExitOfThoseThatRun() throws IOException {
        mounts.small(user.folder("state"), "4m");
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", waiting("exit 7")));
            Path ballast = fill(user.folder("state"));

            assertThat(agent.run(Map.of("command", "true")))
                    .contains("Background command failed", "No space left on device");
            assertThat(user.state().resolve("jobs")).isDirectoryContaining(d -> d.endsWith("1"));
            assertThat(user.state().resolve("jobs")).isDirectoryNotContaining("glob:**/2");
            open();
            user.killDaemon();
            assertThat(user.exitCode(1)).isEqualTo(7);

            Files.delete(ballast);
            assertToldOnce(agent, "(Exit code: 7)");
            assertThat(agent.run(Map.of("command", "true"))).contains("started");
        }
    }

    @Test
    void jobThatFillsTheDiskEndsAndTheStateSaysSo() throws Exception {
        mounts.small(user.folder("state"), "8m");
        Instant before = Instant.now();
        user.run("run", "--", "head -c 50000000 /dev/zero; exit 5");

        assertThat(user.exitCode(1)).isEqualTo(5);
        Process wait = user.start("wait", "1");
        assertThat(wait.waitFor()).isEqualTo(5);
        try (BufferedReader errors = user.start("ps").errorReader()) {
            assertThat(errors.readLine()).contains("The disk of " + user.state() + " is full");
        }
        assertThat(user.run("status")).isEqualTo("1✗ disk full\n");
        assertThat(user.run("kill", "1")).isEqualTo("Job 1 had already ended: exit code 5.\n");
        assertThat(user.said("doctor"))
                .contains("The disk of " + user.state() + " is full", "nudge clean")
                .doesNotContain("tmpfs");
        Instant until = Instant.now();

        user.killDaemon();
        assertThat(user.exitCode(1)).isEqualTo(5);
        assertThat(Instant.parse(user.record(1).path("ended_at").stringValue()))
                .isBetween(before.minusSeconds(1), until);
        assertThat(user.run("clean", "1")).isEqualTo("1 job removed.\n");
        assertThat(user.run("status")).isEqualTo("\n");
        assertThat(user.run("run", "--wait", "--", "echo again"))
                .isEqualTo("nudge: job 2\nagain\n");
    }

    /// A job on a terminal waits for room, as it would for a slow terminal.
    @Test
    void waitForAJobThatCannotWriteSaysSo() throws IOException {
        mounts.small(user.folder("state"), "4m");
        user.run("run", "--pty", "--", "head -c 50000000 /dev/zero; exit 5");
        try (BufferedReader errors = user.start("wait", "1").errorReader()) {
            assertThat(errors.readLine()).contains("The disk of " + user.state() + " is full");
        }
        user.run("kill", "1");
    }

    @Test
    void resultsThatCannotBeRecordedAreToldOnce() throws IOException {
        mounts.small(user.folder("state"), "4m");
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", "exit 7"));
            user.awaitEnd(1);
            Path ballast = fill(user.folder("state"));

            assertToldOnce(agent, "(Exit code: 7)");

            Files.delete(ballast);
            Path record = user.job(1).resolve("job.json");
            await().atMost(PATIENCE.multipliedBy(2))
                    .until(() -> Files.readString(record).contains("\"handed_over\""));
        }
    }

    private static Path fill(Path disk) throws IOException {
        Path ballast = disk.resolve("ballast");
        try (OutputStream out = Files.newOutputStream(ballast)) {
            byte[] block = new byte[4096];
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            return ballast;
        }
    }

    @Test
    void stateThatIsFrozenRefusesNewJobsAndKeepsTheExitOfThoseThatRun() throws IOException {
        mounts.small(user.folder("state"), "16m");
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", waiting("exit 7")));
            mounts.freeze(user.state());

            assertThat(agent.run(Map.of("command", "true")))
                    .contains("Background command failed", "Read-only file system");
            open();
            assertThat(user.record(1).path("state").stringValue()).isEqualTo("running");

            mounts.undo();
            assertThat(user.exitCode(1)).isEqualTo(7);
            assertToldOnce(agent, "(Exit code: 7)");
            assertThat(agent.run(Map.of("command", "true"))).contains("started");
        }
    }

    @Test
    void stateThatCannotBeWrittenIsNamed() {
        mounts.readOnly(user.folder("state"));

        assertThat(user.fail("run", "true"))
                .contains("The nudge daemon could not be started", "Read-only file system")
                .contains(user.state().toString());
    }

    @Test
    void stateThatIsRemovedIsMadeAnew() {
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", "sleep 300"));
            ProcessHandle daemon = ProcessHandle.of(user.daemonPid()).orElseThrow();
            new ShortCommand(PATIENCE, user.environment())
                    .run(List.of("rm", "-rf", user.state().toString()));

            await().atMost(PATIENCE).until(() -> !daemon.isAlive());
            await().atMost(PATIENCE)
                    .until(() ->
                            agent.run(Map.of("command", "echo anew")).contains("This is job 2."));
            user.awaitEnd(2);
            assertToldOnce(agent, "[anew]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "HUP"})
    void signalEndsTheDaemonInOrderAndNoJob(String signal) throws IOException {
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", waiting("echo done; exit 7")));
            ProcessHandle daemon = ProcessHandle.of(user.daemonPid()).orElseThrow();

            user.signalDaemon(signal);

            await().atMost(PATIENCE).until(() -> !daemon.isAlive());
            open();
            assertThat(user.exitCode(1)).isEqualTo(7);
            assertToldOnce(agent, "(Exit code: 7)", "[done]");
        }
    }

    @Test
    void daemonThatStoodStillForAMinuteGoesOn() throws Exception {
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", waiting("echo done; exit 7")));
            Map<String, Object> meanwhile = Map.of("command", "echo meanwhile");
            user.signalDaemon("STOP");
            int call =
                    agent.send(
                            "tools/call",
                            Map.of("name", "run_long_command", "arguments", meanwhile));
            open();
            assertThat(user.fail("ps"))
                    .contains("has not answered for 10 s", "SIGSTOP", "Its jobs continue");
            TimeUnit.SECONDS.sleep(45);
            assertThat(agent.answer(call)).isEmpty();

            user.signalDaemon("CONT");

            await().atMost(PATIENCE).until(() -> agent.answer(call).isPresent());
            assertThat(user.exitCode(1)).isEqualTo(7);
            assertThat(user.exitCode(2)).isZero();
            assertToldOnce(agent, "[done]", "[meanwhile]");
        }
    }

    /// The library that the command faketime(1) loads; `scripts/test` installs it.
    private static Path faketime() throws IOException {
        try (Stream<Path> found =
                Files.find(
                        Path.of("/usr/lib"),
                        3,
                        (file, _) -> file.endsWith("faketime/libfaketime.so.1"))) {
            return found.findFirst()
                    .orElseThrow(() -> new AssertionError("libfaketime is not installed"));
        }
    }

    private static Instant firstLogged(NudgeUser user) {
        String time = user.log().lines().findFirst().orElseThrow().split(" ", -1)[0];
        return OffsetDateTime.parse(
                        time, DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxx"))
                .toInstant();
    }

    /// The first daemon lives two hours ahead of the second.
    @Test
    void clockThatIsSetBackChangesNothing() throws IOException {
        Map<String, String> ahead =
                Map.of(
                        "LD_PRELOAD", faketime().toString(),
                        "FAKETIME", "+2h",
                        "DONT_FAKE_MONOTONIC", "1");
        try (NudgeUser traveller = NudgeUser.with(ahead)) {
            String pane;
            traveller.start("daemon"); // first, since a JVM starts slowly under faketime
            await().atMost(Patience.LONG).until(() -> Files.exists(traveller.socket()));
            try (StandInAgent early = StandInAgent.start(tmux, traveller, "gemini-cli")) {
                pane = early.pane();
                early.run(
                        Map.of(
                                "command", waiting("echo done; exit 7"),
                                "timeout_seconds", 600,
                                "silence_timeout_seconds", 600));
                early.run(Map.of("command", "sleep 300", "timeout_seconds", 10));
            }
            traveller.killDaemon();
            traveller.environment().keySet().removeAll(ahead.keySet());
            tmux.sendLiteral(pane, "unset LD_PRELOAD FAKETIME");
            tmux.sendKeys(pane, "Enter");

            try (StandInAgent late = StandInAgent.startIn(tmux, traveller, pane)) {
                assertThat(firstLogged(traveller)).isAfter(Instant.now().plus(Duration.ofHours(1)));
                assertThat(traveller.awaitEnd(2).path("stop_reason").stringValue())
                        .isEqualTo("timeout of 10 s");
                open();
                assertThat(traveller.awaitEnd(1).toString()).contains("\"exit_code\":7");
                assertThat(traveller.run("ps", "--all"))
                        .containsPattern("1 +failed +7 +- +pending ");
                traveller.killDaemon();
                traveller.startDaemon(); // a hook does not wait for long
                assertToldOnce(late, "[done]", "timeout of 10 s");
            }
        }
    }

    /// The daemon may have 500 files open, and there are 400 clients.
    @Test
    void clientsDoNotTakeTheOpenFilesThatJobsNeed() throws Exception {
        startDaemonWithFiles(500);
        long daemon = user.daemonPid();
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", waiting("echo done; exit 7")));

            crowd(400);

            open();
            assertThat(user.exitCode(1)).isEqualTo(7);
            assertToldOnce(agent, "[done]");
            assertThat(agent.run(Map.of("command", "true"))).contains("started");
            assertThat(user.log()).doesNotContain("Too many open files", "ERROR");
            assertThat(user.daemonPid()).isEqualTo(daemon);
        }
    }

    private void startDaemonWithFiles(int limit) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "ulimit -n " + limit + "; exec \"$@\"", "sh"));
        command.addAll(NudgeUser.command("daemon"));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(user.environment());
        assertThat(builder.start().inputReader().readLine()).isEqualTo("ready");
    }

    /// Clients that say nothing, until each has been sent away.
    private void crowd(int clients) throws IOException {
        List<SocketChannel> crowd = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX);
            client.connect(UnixDomainSocketAddress.of(user.socket()));
            crowd.add(client);
        }
        for (SocketChannel silent : crowd) {
            try (silent) {
                while (silent.read(ByteBuffer.allocate(1024)) >= 0) {
                    // A refusal comes first.
                }
            } catch (IOException refused) {
                // Sent away as well.
            }
        }
    }

    /// While the daemon cannot start, calls get the reason. After that no call is needed: the agent
    /// is known again.
    @Test
    void pumpThatMissedTheNextDaemonTriesAgainByItself() throws IOException {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            Path lock = user.state().resolve("daemon.lock");
            Files.delete(lock);
            Files.createDirectory(lock);
            user.killDaemon();
            assertThat(agent.request("tools/list", Map.of()).at("/error/message").stringValue(""))
                    .contains("daemon");

            Files.delete(lock);

            await().atMost(PATIENCE)
                    .until(() -> {
                        user.run("ps");
                        return user.log().split("Client initialize request", -1).length > 2;
                    });
            user.run("run", "--agent", agent.pane(), "--", "true");
        }
    }
}
