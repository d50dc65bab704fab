package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.job.Signal;
import dev.nudge.process.Inherited;
import dev.nudge.process.ProcessFamily;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The native host with real processes.
class JobHostIT extends HostCase {
    private static final Map<String, String> CHATTY = Map.of("LD_PRELOAD", "/nowhere/none.so");

    @ParameterizedTest
    @CsvSource({
        "exit 7, '{\"code\":7}'",
        "exit 137, '{\"code\":137}'",
        "kill -1 $$; sleep 60, '{\"signal\":1}'",
        "kill -2 $$; sleep 60, '{\"signal\":2}'",
        "kill -6 $$; sleep 60, '{\"signal\":6}'",
        "kill -9 $$; sleep 60, '{\"signal\":9}'",
        "kill -10 $$; sleep 60, '{\"signal\":10}'",
        "kill -11 $$; sleep 60, '{\"signal\":11}'",
        "kill -13 $$; sleep 60, '{\"signal\":13}'",
        "kill -15 $$; sleep 60, '{\"signal\":15}'",
        "kill -34 $$; sleep 60, '{\"signal\":34}'"
    })
    void recordsTheExitCodeAlsoIfItLooksLikeASignalAndTheSignal(String command, String end)
            throws IOException {
        assertThat(exitOf(command)).isEqualTo(end);
    }

    /// The loader says a line before each program begins if `LD_PRELOAD` names no library, and so
    /// does bash as `/bin/sh` if a locale is not installed.
    @ParameterizedTest
    @CsvSource({
        "exit 0, '{\"code\":0}'",
        "exit 137, '{\"code\":137}'",
        "kill -9 $$, '{\"signal\":9}'"
    })
    void isNotMisledByWhatProgramsSayBeforeTheyBegin(String command, String end)
            throws IOException {
        assertThat(start(command, folder, CHATTY)).isInstanceOf(StartOutcome.Started.class);
        assertThat(exit()).isEqualTo(end);
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
    void givesNoTerminalNoInputAndNoOtherDescriptorAndKeepsTheOrderOfOutputAndErrors()
            throws IOException {
        exitOf("cat; test -t 0 || echo no tty >&2; ls /proc/$$/fd; echo end >&2");

        assertThat(output()).isEqualTo("no tty\n0\n1\n2\nend\n");
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
    void givesTheUmaskAndTheEnvironmentOfTheCallerAndWritesNoneOfItToDisk() throws IOException {
        start("umask; echo ${#SECRET}; pwd", folder, Map.of("SECRET", "s3cret"));
        exit();

        assertThat(output()).isEqualTo("0027\n6\n" + folder + "\n");
        try (var files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile).toList())
                    .allSatisfy(f ->
                            assertThat(Files.readString(f, StandardCharsets.ISO_8859_1))
                                    .doesNotContain("s3cret"));
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
        StartOutcome outcome = start("true", folder.resolve("nowhere"), CHATTY);

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

    private ProcessId recorded(String pid, String start) throws IOException {
        JsonNode ids = new JsonMapper().readTree(Files.readString(job.resolve("host.json")));
        return new ProcessId(ids.path(pid).asLong(), ids.path(start).asLong());
    }

    @Test
    void alwaysHearsThatTheCommandRuns() throws IOException {
        for (int i = 0; i < 60; i++) {
            exitOf("true");
            Files.delete(bell);
        }
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

    /// A host whose report nobody reads, as if the daemon had been killed.
    private void startUnheard(HostOrder order) throws IOException {
        Path content = Files.write(folder.resolve("order"), order.bytes());
        new ProcessBuilder(JobHost.link(folder).toString(), "host", job.toString(), bell.toString())
                .redirectInput(content.toFile())
                .redirectOutput(Redirect.to(new File("/dev/full")))
                .start();
    }

    @Test
    void commandRunsThoughTheProcessThatHasStartedItWasKilled() throws IOException {
        startUnheard(order("echo runs; exit 4", folder));

        assertThat(exit()).isEqualTo("{\"code\":4}");
        assertThat(output()).isEqualTo("runs\n");
    }

    @Test
    void refusalIsRecordedThoughTheProcessThatHasAskedWasKilled() throws IOException {
        startUnheard(order("exit 4", folder.resolve("missing")));

        assertThat(exit()).isEqualTo("{\"not_started\":\"the directory cannot be entered\"}");
    }

    private ProcessFamily family() throws IOException {
        return new ProcessFamily(
                new ProcessTable(),
                recorded("pid", "start"),
                itsHost(),
                JobEnvironment.MARK,
                job.toString(),
                JobEnvironment.HOST_MARK);
    }

    private ProcessId itsHost() throws IOException {
        return recorded("host_pid", "host_start");
    }

    @Test
    void aHostAndItsCommandAreAllThatAStartTakesAndTheCommandAllThatIsLeft() throws Exception {
        long pid = running("exec sleep 60");
        ProcessTable table = new ProcessTable();
        assertThat(ProcessHandle.current().children().map(ProcessHandle::pid))
                .contains(itsHost().pid());
        assertThat(table.ancestry(pid)).startsWith(pid, itsHost().pid());
        assertThat(family().living()).extracting(ProcessId::pid).containsExactly(pid);

        Signals.send(List.of(itsHost().pid()), Signal.KILL);
        await().atMost(PATIENCE).until(() -> !table.isAlive(itsHost()));

        assertThat(family().living()).extracting(ProcessId::pid).containsExactly(pid);
        Signals.send(List.of(-pid), Signal.KILL);
    }

    @Test
    void startIsOverThoughItsHostIsKilledBeforeItReports() throws Exception {
        Path tty = Files.writeString(folder.resolve("holder"), "#!/bin/sh\nkill -9 $PPID\n");
        Files.setPosixFilePermissions(tty, PosixFilePermissions.fromString("rwx------"));
        HostOrder order = order("true", folder).holder(List.of(tty.toString()));

        assertThat(start(order, Map.of())).isInstanceOf(StartOutcome.Failed.class);
    }

    @Test
    void environmentOfTheJobIsTheCommandsAlone() throws IOException {
        Map<String, String> awkward =
                Map.of(
                        "PATH",
                        "/nowhere",
                        "LD_PRELOAD",
                        "/missing.so",
                        "LD_DEBUG",
                        "all",
                        "LD_DEBUG_OUTPUT",
                        folder.resolve("debug").toString(),
                        "LC_ALL",
                        "xx_XX",
                        "a.b",
                        "1",
                        "x-y",
                        "2",
                        "BASH_FUNC_f%%",
                        "() { echo function; }");
        start("f; echo $BASH; exit 3", folder, awkward);

        assertThat(exit()).isEqualTo("{\"code\":3}");
        assertThat(output()).contains("function\n").contains("/bash\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-x", "+x", "--version", "-"})
    void commandMayBeginWithASign(String command) throws IOException {
        assertThat(exitOf(command)).isEqualTo("{\"code\":127}");
        assertThat(output()).contains("command not found");
    }

    @Test
    void processThatHasLeftEverythingIsStillOfItsJob() throws IOException {
        exitOf("env -i setsid sh -c 'sleep 60 & exit' & exit 0");

        await().atMost(PATIENCE).until(() -> family().living().size() == 1);
        long left = family().living().iterator().next().pid();
        assertThat(new ProcessTable().ancestry(left)).startsWith(left, itsHost().pid());
        Signals.send(List.of(left), Signal.KILL);
        await().atMost(PATIENCE).until(() -> !new ProcessTable().isAlive(itsHost()));
    }

    @Test
    void limitsNicenessAndProcessorsAreThoseOfTheCaller() throws IOException {
        HostOrder order =
                order("ulimit -n; ulimit -Hn; nice; taskset -cp $$ | sed 's/.*: //'", folder)
                        .with(
                                new Inherited(
                                        "0027", Map.of("nofile", "70:80"), OptionalInt.of(7), "0"));
        start(order, Map.of("PATH", System.getenv("PATH")));

        exit();
        assertThat(output()).isEqualTo("70\n80\n7\n0\n");
    }
}
