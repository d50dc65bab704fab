package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.job.Signal;
import dev.nudge.process.ProcessFamily;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The host script with real processes.
class JobHostIT extends HostCase {
    @Test
    void recordsTheExitCode() throws IOException {
        assertThat(exitOf("exit 7")).isEqualTo("{\"code\":7}");
    }

    /// The host lives, and starts the command later: so it must not count as one that was not
    /// started.
    @Test
    void hostWhoseWaiterWasKilledMayStillStartTheCommand() throws Exception {
        Path gate = folder.resolve("gate");
        write("exit 7", folder);
        Files.writeString(
                job.resolve("command.sh"),
                "while [ ! -e %s ]; do sleep 0.05; done\n".formatted(gate),
                StandardOpenOption.APPEND);
        Map<String, String> environment = Map.of("PATH", System.getenv("PATH"));
        CompletableFuture<StartOutcome> outcome =
                CompletableFuture.supplyAsync(() -> host.start(job, bell, environment, false));
        await().atMost(PATIENCE).until(() -> waiter().isPresent() && isHostThere());
        waiter().orElseThrow().destroyForcibly();

        Files.createFile(gate);

        assertThat(outcome.get()).isNotInstanceOf(StartOutcome.Failed.class);
        assertThat(exit()).isEqualTo("{\"code\":7}");
    }

    private boolean isHostThere() throws IOException {
        return new ProcessTable().values(JobEnvironment.HOST_MARK).contains(job.toString())
                && waiter().orElseThrow().children().findAny().isPresent();
    }

    private Optional<ProcessHandle> waiter() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains(job.toString()))
                .findFirst();
    }

    @Test
    void tellsASignalFromAnExitCodeThatLooksLikeOne() throws IOException {
        assertThat(exitOf("exit 137")).isEqualTo("{\"code\":137}");
    }

    @ParameterizedTest
    @MethodSource("signals")
    void recordsTheSignal(int signal) throws IOException {
        assertThat(exitOf("kill -" + signal + " $$; sleep 60"))
                .isEqualTo("{\"signal\":" + signal + "}");
    }

    static List<Integer> signals() {
        return List.of(1, 2, 6, 9, 10, 11, 13, 15, 34);
    }

    @Test
    @DisplayName("Standard output and error are one log, in the order written")
    void keepsStdoutAndStderrInTheOrderWritten() throws IOException {
        exitOf("echo one; echo two >&2; echo three");

        assertThat(output()).isEqualTo("one\ntwo\nthree\n");
    }

    static List<String> awkwardCommands() {
        return List.of(
                "cat <<E\nit's \"q\" $((1+2)) `echo b` \\\\ \nE\n",
                "printf '%s|' a\\'b \"c'd\" $'e\\tf' 'x\ny'",
                "echo ends with a backslash \\",
                "# a comment\necho after it # and one more",
                "printf '%s' 'a;b & c | d > e < f * ? [x] {y} ~ ! ^ % # @ = +'",
                "printf '%s' 'äöü 日本語 👩‍👩‍👧 \u202eabc'",
                "for i in 1 2 3; do\n  echo $i\ndone\n\n\n",
                "cat <<'EOF'\n$HOME `x` $(y) \\n '\nEOF",
                "\n\n  echo 'leading blank lines'",
                "printf '%s' '" + "0123456789".repeat(10_000) + "'");
    }

    @ParameterizedTest
    @MethodSource("awkwardCommands")
    void givesTheCommandToBashByteForByte(String command) throws Exception {
        exitOf(command);

        Process bash = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
        String expected = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(output()).isEqualTo(expected);
    }

    @Test
    void runsInASessionAndAGroupOfItsOwn() throws IOException {
        long pid = running("ps -o pid=,pgid=,sid= -p $$");
        exit();

        assertThat(output().strip().split("\\s+")).containsOnly(Long.toString(pid)).hasSize(3);
    }

    @Test
    void givesNoTerminalNoInputAndNoOtherDescriptor() throws IOException {
        exitOf("cat; test -t 0 || echo no tty; ls /proc/$$/fd; :");

        assertThat(output()).isEqualTo("no tty\n0\n1\n2\n");
    }

    @Test
    void keepsTheUmaskAndTheEnvironmentOfTheCaller() throws IOException {
        start("umask; echo $SECRET; pwd", folder, Map.of("SECRET", "s3cret"));
        exit();

        assertThat(output()).isEqualTo("0027\ns3cret\n" + folder + "\n");
    }

    @Test
    void oldDirectoryIsThatOfTheCallerOrNone() throws IOException {
        start("echo ${OLDPWD-none}", folder, Map.of("OLDPWD", "/srv"));
        exit();
        assertThat(output()).isEqualTo("/srv\n");
        Files.delete(job.resolve("exit.json"));
        start("echo ${OLDPWD-none}", folder, Map.of());
        exit();
        assertThat(output()).isEqualTo("/srv\nnone\n");
    }

    @Test
    void neverWritesTheEnvironmentToDisk() throws IOException {
        start("true", folder, Map.of("PLANTED", "s3cret-value"));
        exit();
        try (var files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile).toList())
                    .allSatisfy(f -> assertThat(Files.readString(f)).doesNotContain("s3cret"));
        }
    }

    @Test
    void leavesNoSignalIgnoredOrBlockedInTheCommand() throws IOException {
        exitOf("grep -E '^Sig(Blk|Ign)' /proc/self/status");

        // Signals 32 and 33 belong to the C library's threads, whoever started this JVM.
        assertThat(
                        output().lines()
                                .map(l ->
                                        Long.parseLong(l.substring("SigBlk:".length()).strip(), 16)
                                                & 0x7fffffff))
                .containsExactly(0L, 0L);
    }

    @Test
    void saysThatTheDirectoryCannotBeEntered() throws IOException {
        StartOutcome outcome = start("true", folder.resolve("nowhere"), Map.of());

        assertThat(outcome).isEqualTo(new StartOutcome.Failed("the directory cannot be entered"));
        assertThat(exit()).isEqualTo("{\"not_started\":\"the directory cannot be entered\"}");
    }

    @Test
    void outlivesASignalToTheWholeGroupOfTheCommand() throws IOException {
        long pid = running("trap 'exit 9' TERM; echo up; while :; do sleep 0.05; done");
        await().atMost(PATIENCE).until(() -> output().contains("up"));
        Signals.send(List.of(-pid), new Signal(15));

        assertThat(exit()).isEqualTo("{\"code\":9}");
    }

    @Test
    @DisplayName("Rule R46: a plain job ends with its command, even if the log is kept open")
    void doesNotWaitForAGrandchildThatKeepsTheLogOpen() throws IOException {
        running("(until [ -e go ]; do sleep 0.05; done; echo late) & exit 4");

        try {
            assertThat(exit()).isEqualTo("{\"code\":4}");
            assertThat(output()).doesNotContain("late");
        } finally {
            Files.createFile(folder.resolve("go"));
        }
        await().atMost(PATIENCE).until(() -> output().contains("late"));
    }

    @Test
    void namesItsProcessesAndTheirStartTimes() throws IOException {
        long pid = running("sleep 60");
        String record = Files.readString(job.resolve("host.json"));
        Signals.send(List.of(-pid), Signal.KILL);

        assertThat(record)
                .matches(
                        "\\{\"host_pid\":\\d+,\"host_start\":\\d+,\"pid\":"
                                + pid
                                + ",\"start\":\\d+,\"boot_id\":\"[0-9a-f-]{36}\"}\\s*");
        assertThat(exit()).isEqualTo("{\"signal\":9}");
    }

    /// A JVM drops what a child's child says after the child has ended, which loses one start in
    /// ten. Starts a host whose report nobody reads any more.
    private void startUnheard(String command, Path cwd) throws IOException {
        write(command, cwd);
        String script =
                "{ sleep 0.2; exec sh %s host %s %s /usr/bin/setsid; } | :"
                        .formatted(folder.resolve("host.sh"), job, bell);
        new ProcessBuilder("sh", "-c", script).start();
    }

    @Test
    void commandRunsThoughTheProcessThatHasStartedItWasKilled() throws IOException {
        startUnheard("echo runs; exit 4", folder);

        assertThat(exit()).isEqualTo("{\"code\":4}");
        assertThat(output()).isEqualTo("runs\n");
    }

    @Test
    void refusalIsRecordedThoughTheProcessThatHasAskedWasKilled() throws IOException {
        startUnheard("exit 4", folder.resolve("missing"));

        assertThat(exit()).isEqualTo("{\"not_started\":\"the directory cannot be entered\"}");
    }

    @Test
    void hostIsNotOfItsJobThoughTheDaemonThatHasStartedItWasKilled() throws Exception {
        write("sleep 60", folder);
        ProcessBuilder start =
                new ProcessBuilder(
                        "setsid", "-f", "-w", "sh", folder.resolve("host.sh").toString());
        start.command().addAll(List.of("host", job.toString(), bell.toString(), "setsid"));
        start.environment().put("MARK", folder.toString());
        Process waiter = start.redirectOutput(Redirect.DISCARD).start();
        Path record = job.resolve("host.json");
        await().atMost(PATIENCE).until(() -> Files.exists(record) && Files.size(record) > 0);
        JsonNode ids = new JsonMapper().readTree(Files.readString(record));
        ProcessId itsHost = id(ids, "host_pid", "host_start");
        ProcessId command = id(ids, "pid", "start");

        Set<ProcessId> family =
                new ProcessFamily(new ProcessTable(), command, itsHost, "MARK", folder.toString())
                        .living();
        Signals.send(List.of(-command.pid()), Signal.KILL);

        assertThat(family).contains(command).doesNotContain(itsHost);
        assertThat(exit()).isEqualTo("{\"signal\":9}");
        assertThat(waiter.waitFor()).isZero();
    }

    @Test
    void whatIsLeftOfAHostIsNotOfItsJob() throws Exception {
        running("sleep 60");
        ProcessTable table = new ProcessTable();
        JsonNode ids = new JsonMapper().readTree(Files.readString(job.resolve("host.json")));
        ProcessId itsHost = id(ids, "host_pid", "host_start");
        ProcessId command = id(ids, "pid", "start");
        ProcessFamily family =
                new ProcessFamily(table, command, itsHost, JobEnvironment.MARK, job.toString());
        await().atMost(PATIENCE)
                .until(() -> table.environment(command.pid()).containsKey(JobEnvironment.MARK));

        Signals.send(List.of(itsHost.pid()), Signal.KILL);
        await().atMost(PATIENCE).until(() -> !table.isAlive(itsHost));
        Set<ProcessId> living = family.living();
        Set<String> marked = table.values(JobEnvironment.HOST_MARK);
        Signals.send(List.of(-command.pid()), Signal.KILL);

        assertThat(living).containsExactly(command);
        // The process that waits for the command.
        assertThat(marked).contains(job.toString());
    }

    private static ProcessId id(JsonNode ids, String pid, String start) {
        return new ProcessId(ids.path(pid).asLong(), ids.path(start).asLong());
    }

    @Test
    void startIsOverThoughItsHostIsKilledBeforeItReports() throws Exception {
        new ProcessBuilder("mkfifo", job.resolve("command.sh").toString()).start().waitFor();
        CompletableFuture<StartOutcome> outcome =
                CompletableFuture.supplyAsync(() -> host.start(job, bell, System.getenv(), false));
        await().atMost(PATIENCE).until(() -> grandchildren().findAny().isPresent());
        grandchildren().forEach(ProcessHandle::destroyForcibly);

        assertThat(outcome.get()).isInstanceOf(StartOutcome.Failed.class);
    }

    private static Stream<ProcessHandle> grandchildren() {
        return ProcessHandle.current().children().flatMap(ProcessHandle::children);
    }

    @Test
    void onlyTheHostIsLeftOfAStart() throws Exception {
        long pid = running("sleep 60");

        await().atMost(PATIENCE).until(() -> ProcessHandle.current().children().count() == 0);
        Signals.send(List.of(-pid), Signal.KILL);
        assertThat(exit()).isEqualTo("{\"signal\":9}");
    }

    @Test
    void hostWhoseScriptIsOverwrittenRecordsTheEnd() throws IOException {
        running("until [ -e go ]; do sleep 0.05; done; exit 3");
        Path script = folder.resolve("host.sh");
        Files.writeString(script, "exit 99\n".repeat((int) Files.size(script) / 8 + 1));
        Files.createFile(folder.resolve("go"));

        assertThat(exit()).isEqualTo("{\"code\":3}");
    }

    @Test
    void alwaysHearsThatTheCommandRuns() throws IOException {
        for (int i = 0; i < 60; i++) {
            exitOf("true");
            Files.delete(bell);
        }
    }

    @Test
    void variablesOfTheCallerKeepTheirValues() throws IOException {
        Map<String, String> own =
                Map.of("dir", "mine", "host", "h", "line", "7", "word", "w", "status", "s");
        start("echo $dir $host $line $word $status", folder, own);
        exit();

        assertThat(output()).isEqualTo("mine h 7 w s\n");
    }

    /// `pkill` by a word in the path of the state directory meets it.
    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void endThatNobodyCouldSeeIsNotRecordedAsAnother(String signal) throws Exception {
        long pid = running("while [ ! -e go ]; do sleep 0.05; done; exit 7");
        long waiter = ProcessHandle.of(pid).orElseThrow().parent().orElseThrow().pid();
        long itsHost = ProcessHandle.of(waiter).orElseThrow().parent().orElseThrow().pid();
        new ProcessBuilder("kill", "-" + signal, Long.toString(waiter)).start().waitFor();
        await().atMost(PATIENCE).until(() -> new ProcessTable().identify(waiter).isEmpty());
        assertThat(new ProcessTable().identify(itsHost)).isPresent();

        Files.createFile(folder.resolve("go"));

        await().atMost(PATIENCE).until(() -> new ProcessTable().identify(itsHost).isEmpty());
        assertThat(job.resolve("exit.json")).doesNotExist();
    }

    /// As on a disk that has no inode for it.
    @Test
    void bellThatCannotBeRungIsRungLater() throws IOException {
        Path obstacle = Files.createDirectory(bell);
        running("exit 7");
        await().atMost(PATIENCE).until(() -> Files.exists(job.resolve("exit.json")));

        Files.delete(obstacle);

        await().atMost(PATIENCE).until(() -> Files.isRegularFile(bell));
        assertThat(exit()).isEqualTo("{\"code\":7}");
    }
}
