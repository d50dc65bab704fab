package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.job.Signal;
import dev.nudge.process.Inherited;
import dev.nudge.process.ProcessFamily;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    @ValueSource(ints = {1, 2, 6, 9, 10, 11, 13, 15, 34})
    void recordsTheSignal(int signal) throws IOException {
        assertThat(exitOf("kill -%d $$; sleep 60".formatted(signal)))
                .isEqualTo("{\"signal\":%d}".formatted(signal));
    }

    /// The loader says a line before each program begins if `LD_PRELOAD` names no library, and so
    /// does bash as `/bin/sh` if a locale is not installed.
    @ParameterizedTest
    @CsvSource({
        "exit 7, '{\"code\":7}'",
        "exit 137, '{\"code\":137}'",
        "exit 0, '{\"code\":0}'",
        "kill -9 $$, '{\"signal\":9}'"
    })
    void recordsTheExitCodeAlsoIfItLooksLikeASignalAndIsNotMisledByWhatProgramsSayBeforeTheyBegin(
            String command, String end) throws IOException {
        assertThat(exitOf(command)).isEqualTo(end);
        Files.delete(bell);
        Files.delete(job.resolve("exit.json"));
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
    void givesNoTerminalNoInputAndNoOtherDescriptorAndKeepsTheOrderOfOutputAndErrors()
            throws IOException {
        exitOf("cat; test -t 0 || echo no tty >&2; ls /proc/$$/fd; echo end >&2");

        assertThat(output()).isEqualTo("no tty\n0\n1\n2\nend\n");
    }

    @Test
    void oldDirectoryIsThatOfTheCallerOrNone() throws IOException {
        start("echo ${OLDPWD-none}", folder, Map.of("OLDPWD", "/srv"));
        exit();
        Files.delete(bell);
        exitOf("echo ${OLDPWD-none}");
        assertThat(output()).isEqualTo("/srv\nnone\n");
    }

    @Test
    void givesTheUmaskAndTheEnvironmentOfTheCallerASessionOfItsOwnAndAllSignals()
            throws IOException {
        String command =
                "umask; echo ${#SECRET}; pwd; ps -o pid=,pgid=,sid= -p $$; grep -E '^Sig(Blk|Ign)' /proc/self/status";
        StartOutcome outcome = start(command, folder, Map.of("SECRET", "s3cret"));
        exit();

        // Signals 32 and 33 belong to the C library's threads, whoever started this JVM.
        assertThat(output())
                .matches(
                        "0027\n6\n%s\n(\\s*%d){3}\n(Sig(Blk|Ign):\\s+[0-9a-f]*[08]0000000\n){2}"
                                .formatted(folder, ((StartOutcome.Started) outcome).pid()));
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
        await().until(() -> output().contains("up"));
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
        await().until(() -> output().contains("late"));
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
        await().until(() -> Files.exists(job.resolve("exit.json")));

        Files.delete(obstacle);

        await().until(() -> Files.isRegularFile(bell));
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
    void endOrRefusalIsRecordedThoughTheProcessThatHasStartedItWasKilled() throws IOException {
        startUnheard(order("exit 4", folder.resolve("missing")));
        assertThat(exit()).isEqualTo("{\"not_started\":\"the directory cannot be entered\"}");
        Files.delete(bell);

        startUnheard(order("echo runs; exit 4", folder));
        assertThat(exit()).isEqualTo("{\"code\":4}");
        assertThat(output()).isEqualTo("runs\n");
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
        assertThat(job.resolve("host.json"))
                .content()
                .matches(
                        "\\{\"host_pid\":\\d+,\"host_start\":\\d+,\"pid\":%d,\"start\":\\d+,\"boot_id\":\"[0-9a-f-]{36}\"}\\s*"
                                .formatted(pid));
        ProcessTable table = new ProcessTable();
        assertThat(ProcessHandle.current().children().map(ProcessHandle::pid))
                .contains(itsHost().pid());
        assertThat(table.ancestry(pid)).startsWith(pid, itsHost().pid());
        assertThat(family().living()).extracting(ProcessId::pid).containsExactly(pid);

        Signals.send(List.of(itsHost().pid()), Signal.KILL);
        await().until(() -> !table.isAlive(itsHost()));

        assertThat(family().living()).extracting(ProcessId::pid).containsExactly(pid);
        Signals.send(List.of(-pid), Signal.KILL);
    }

    @Test
    void startIsOverThoughItsHostIsKilledBeforeItReports() throws Exception {
        Path tty = folder.resolve("holder");
        NudgeUser.writeProgram(tty, "kill -9 $PPID");
        HostOrder order = order("true", folder).holder(List.of(tty.toString()));

        assertThat(start(order, Map.of())).isInstanceOf(StartOutcome.Failed.class);
    }

    @Test
    void environmentOfTheJobIsTheCommandsAlone() throws IOException {
        Map<String, String> awkward =
                Map.of(
                        "PATH", "/nowhere",
                        "LD_PRELOAD", "/missing.so",
                        "LD_DEBUG", "all",
                        "LD_DEBUG_OUTPUT", folder.resolve("debug").toString(),
                        "LC_ALL", "xx_XX",
                        "a.b", "1",
                        "x-y", "2",
                        "BASH_FUNC_f%%", "() { echo function; }");
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

        await().until(() -> family().living().size() == 1);
        long left = family().living().iterator().next().pid();
        assertThat(new ProcessTable().ancestry(left)).startsWith(left, itsHost().pid());
        Signals.send(List.of(left), Signal.KILL);
        await().until(() -> !new ProcessTable().isAlive(itsHost()));
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
