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
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What may go wrong around the daemon. There is a clear error or nothing is noticed, and nothing
/// that was acknowledged is lost.
class FaultIT {
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

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
    private String waiting(String end) throws IOException {
        Files.deleteIfExists(gate());
        return "while [ ! -e %s ]; do sleep 0.1; done; %s".formatted(gate(), end);
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
    void fullOrFrozenDiskRefusesNewJobsIsSaidAndLosesNoEnd() throws Exception {
        mounts.small(user.folder("state"), "8m");
        jobThatFillsTheDiskEndsAndTheStateSaysSo();
        try (StandInAgent agent = agent()) {
            fullDiskKeepsTheExitOfAJobThatRuns(agent);
            resultThatCannotBeRecordedIsToldOnce(agent);
            frozenDiskKeepsTheExitOfAJobThatRuns(agent);
        }
        waitForAJobThatCannotWriteSaysSo();
    }

    private void jobThatFillsTheDiskEndsAndTheStateSaysSo() throws Exception {
        Instant before = Instant.now();
        user.run("run", "--", "head -c 50000000 /dev/zero; exit 5");

        assertThat(user.exitCode(1)).isEqualTo(5);
        assertThat(user.start("wait", "1").waitFor()).isEqualTo(5);
        assertSaysThatTheDiskIsFull("ps");
        assertThat(user.run("status")).isEqualTo("1✗ disk full\n");
        assertThat(user.run("kill", "1")).isEqualTo("Job 1 had already ended: exit code 5.\n");
        assertThat(user.said("doctor"))
                .contains("The disk of " + user.state() + " is full", "nudge clean")
                .doesNotContain("tmpfs");
        Instant until = Instant.now();

        user.killDaemon();
        assertThat(user.exitCode(1)).isEqualTo(5);
        assertThat(Instant.parse(user.value(1, "ended_at")))
                .isBetween(before.minusSeconds(1), until);
        assertThat(user.run("clean", "1")).isEqualTo("1 job removed.\n");
        assertThat(user.run("status")).isEqualTo("\n");
        assertThat(user.run("run", "--wait", "--", "echo again"))
                .isEqualTo("nudge: job 2\nagain\n");
    }

    private void assertSaysThatTheDiskIsFull(String... command) throws IOException {
        try (BufferedReader errors = user.start(command).errorReader()) {
            assertThat(errors.readLine()).contains("The disk of " + user.state() + " is full");
        }
    }

    private void fullDiskKeepsTheExitOfAJobThatRuns(StandInAgent agent) throws IOException {
        long job = agent.runJob(Map.of("command", waiting("exit 7")));
        Path ballast = fill();

        assertThat(agent.run(Map.of("command", "true")))
                .contains("Background command failed", "No space left on device");
        assertThat(user.job(job)).exists();
        assertThat(user.job(job + 1)).doesNotExist();
        open();
        user.killDaemon();
        assertThat(user.exitCode(job)).isEqualTo(7);

        Files.delete(ballast);
        assertToldOnce(agent, "(Exit code: 7)");
    }

    private void resultThatCannotBeRecordedIsToldOnce(StandInAgent agent) throws IOException {
        long job = agent.runJob(Map.of("command", "exit 8"));
        user.awaitEnd(job);
        Path ballast = fill();

        assertToldOnce(agent, "(Exit code: 8)");

        Files.delete(ballast);
        await().until(() -> user.stored(job).path("nudge").stringValue(), "handed_over"::equals);
    }

    private Path fill() {
        Path ballast = user.folder("state").resolve("ballast");
        shell("cat /dev/zero >%s 2>/dev/null || true".formatted(ballast));
        return ballast;
    }

    private String shell(String command) {
        return new ShortCommand(Patience.LONG, user.environment())
                .run(List.of("sh", "-c", command));
    }

    private void frozenDiskKeepsTheExitOfAJobThatRuns(StandInAgent agent) throws IOException {
        long job = agent.runJob(Map.of("command", waiting("exit 9")));
        mounts.freeze(user.state());

        assertThat(agent.run(Map.of("command", "true")))
                .contains("Background command failed", "Read-only file system");
        open();
        assertThat(user.value(job, "state")).isEqualTo("running");

        mounts.undo();
        assertThat(user.exitCode(job)).isEqualTo(9);
        assertToldOnce(agent, "(Exit code: 9)");
        assertThat(agent.run(Map.of("command", "true"))).contains("started");
    }

    /// A job on a terminal waits for room, as it would for a slow terminal.
    private void waitForAJobThatCannotWriteSaysSo() throws IOException {
        String job =
                Long.toString(user.runJob("--pty", "--", "head -c 50000000 /dev/zero; exit 5"));
        assertSaysThatTheDiskIsFull("wait", job);
        user.run("kill", job);
    }

    @Test
    void daemonThatEndsOrStandsStillCostsNeitherAJobNorItsAgent() throws Exception {
        try (StandInAgent agent = agent()) {
            for (String signal : List.of("TERM", "HUP")) {
                long job =
                        agent.runJob(
                                Map.of("command", waiting("echo %s; exit 7".formatted(signal))));
                ProcessHandle daemon = daemon();
                user.signalDaemon(signal);
                await().until(() -> !daemon.isAlive());
                open();
                assertThat(user.exitCode(job)).as(signal).isEqualTo(7);
                assertToldOnce(agent, "(Exit code: 7)", "[" + signal + "]");
            }
            daemonThatStoodStillContinues(agent);
            pumpThatMissedTheNextDaemonTriesAgainByItself(agent);
            agentIsToldThoughTheStateWasRemoved(agent);
        }
    }

    private ProcessHandle daemon() {
        return ProcessHandle.of(user.daemonPid()).orElseThrow();
    }

    private void daemonThatStoodStillContinues(StandInAgent agent) throws IOException {
        long job = agent.runJob(Map.of("command", waiting("echo done; exit 7")));
        Map<String, Object> meanwhile = Map.of("command", "echo meanwhile");
        user.signalDaemon("STOP");
        int call =
                agent.send(
                        "tools/call", Map.of("name", "run_long_command", "arguments", meanwhile));
        open();
        assertThat(user.fail("ps"))
                .contains("has not answered for 10 s", "SIGSTOP", "Its jobs continue");
        assertThat(agent.answer(call)).isEmpty();

        user.signalDaemon("CONT");

        agent.awaitAnswer(call);
        assertThat(user.exitCode(job)).isEqualTo(7);
        assertThat(user.exitCode(job + 1)).isZero();
        assertToldOnce(agent, "[done]", "[meanwhile]");
    }

    /// While the daemon cannot start, calls get the reason. After that no call is needed: the agent
    /// is known again.
    private void pumpThatMissedTheNextDaemonTriesAgainByItself(StandInAgent agent)
            throws IOException {
        Path lock = user.state().resolve("daemon.lock");
        Files.delete(lock);
        Files.createDirectory(lock);
        long greetings = greetings();
        user.killDaemon();
        assertThat(agent.request("tools/list", Map.of()).at("/error/message").stringValue(""))
                .contains("daemon");

        Files.delete(lock);

        await().until(() -> {
            user.startDaemon();
            return greetings() > greetings;
        });
        user.run("run", "--agent", agent.pane(), "--", "true");
    }

    private long greetings() {
        return user.log().lines().filter(l -> l.contains("Client initialize request")).count();
    }

    private void agentIsToldThoughTheStateWasRemoved(StandInAgent agent) {
        ProcessHandle daemon = daemon();
        shell("rm -rf " + user.state());
        await().until(() -> !daemon.isAlive());

        await().until(() -> agent.run(Map.of("command", "echo anew")).contains("This is job "));

        assertToldOnce(agent, "[anew]");
    }

    @Test
    void clockThatIsSetBackChangesNothing() throws IOException {
        try (StandInAgent agent = agent()) {
            agent.run(
                    Map.of(
                            "command", waiting("echo done; exit 7"),
                            "timeout_seconds", 600,
                            "silence_timeout_seconds", 600));
            agent.run(Map.of("command", "sleep 300", "timeout_seconds", 10));
            user.awaitState(1, "running");
            user.awaitState(2, "running");
            user.signalDaemon("STOP");
            setClockBack();
            user.killDaemon();
            assertThat(Instant.parse(user.stored(2).path("created_at").stringValue()))
                    .isAfter(Instant.now().plus(Duration.ofHours(1)));

            user.awaitEnd(2);
            open();
            assertThat(user.exitCode(1)).isEqualTo(7);
            assertThat(user.run("ps", "--all")).containsPattern("1 +failed +7 +- +pending ");
            user.killDaemon();
            user.startDaemon(); // a hook does not wait for long
            assertToldOnce(agent, "[done]", "timeout of 10 s");
        }
    }

    /// Everything that is on the disk is of two hours ahead from now on.
    private void setClockBack() throws IOException {
        Duration back = Duration.ofHours(2);
        try (Stream<Path> files = Files.walk(user.state().resolve("jobs"))) {
            for (Path file : files.toList()) {
                if (file.toString().endsWith(".json")) {
                    String record = Files.readString(file);
                    Files.writeString(
                            file,
                            TIME.matcher(record)
                                    .replaceAll(
                                            m -> Instant.parse(m.group()).plus(back).toString()));
                }
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().plus(back)));
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
        assertThat(user.program(command).start().inputReader().readLine()).isEqualTo("ready");
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
}
