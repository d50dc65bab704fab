package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The conformance cases of a shell service that other tests do not name, with real jobs.
class ShellServiceIT {
    @AutoClose private static final NudgeUser user = NudgeUser.create();

    private static long onTerminal(String command) {
        return user.runJob("--pty", "--", command);
    }

    private static String text(long job) {
        return user.run("logs", "--text", Long.toString(job));
    }

    private static Path log(long job) {
        return user.job(job).resolve("output.log");
    }

    private static Path terminal(long job) throws IOException {
        Path file = user.job(job).resolve("terminal");
        await().until(() -> Files.exists(file));
        return Path.of(Files.readString(file));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "No output is an empty text, --pty, true, '', 0",
        "'Bash runs a command as it is, whose 127 is an exit code, and whose line may be wider than the terminal', --pty --size 10x5, cd / && echo ${BASH_VERSION:+bash}123456789012345; exit 127, bash123456789012345, 127"
    })
    void outputAndExitCode(String name, String options, String command, String text, int code) {
        Stream<String> words = Stream.of((options + " --").split(" "));
        long job = user.runJob(Stream.concat(words, Stream.of(command)).toArray(String[]::new));

        JsonNode end = user.awaitEnd(job);
        assertThat(end.path("exit_code").intValue(-1)).as(name).isEqualTo(code);
        assertThat(end.path("lost").isNull()).isTrue();
        assertThat(text(job).strip()).isEqualTo(text);
    }

    @Test
    @DisplayName("A terminal whose job has ended can be resized while it exists")
    void resizeAfterTheEnd() throws IOException {
        long job = onTerminal("trap '' HUP; sleep 300 & echo over");
        Path socket = terminal(job);

        try (TerminalConnection terminal = TerminalConnection.open(socket)) {
            user.awaitEnd(job);

            assertThat(terminal.ask(new TerminalRequest.Resize(60, 20)))
                    .isInstanceOf(TerminalResponse.Done.class);
            assertThat(terminal.ask(new TerminalRequest.Show(0, 0)))
                    .asInstanceOf(type(TerminalResponse.Shown.class))
                    .returns(60, TerminalResponse.Shown::columns)
                    .returns(20, TerminalResponse.Shown::rows);
        }
        assertThat(user.fail("attach", Long.toString(job))).contains("has ended");
    }

    @Test
    @DisplayName("A loud job that is killed ends at once, and is reported as killed")
    void killedWhileLoud() {
        long job = onTerminal("yes 'a line of output that nobody asked for'");
        await().until(() -> Files.size(log(job)) > 1 << 20);

        // Longer than the test waits for it.
        assertThat(user.run("kill", "--grace", "600", Long.toString(job))).contains("signal SIG");

        JsonNode end = user.awaitEnd(job);
        assertThat(end.path("signal").stringValue()).startsWith("SIG");
        assertThat(end.path("stop_reason").stringValue()).isNotEmpty();
    }

    @Test
    @DisplayName("Log and record are private and whole, and nothing else is left of a terminal")
    void logIsAllThatIsLeft() throws IOException {
        long job = onTerminal("tty; seq 10000; echo first; read -r x; echo second");
        Path socket = terminal(job);
        user.awaitOutput(job, "first\r\n");
        assertThat(user.value(job, "state")).isEqualTo("running");
        assertThat(mode(user.job(job))).isEqualTo("rwx------");
        assertThat(mode(log(job))).isEqualTo("rw-------");
        Path device = Path.of(user.output(job).lines().findFirst().orElseThrow());
        assertThat(device).startsWith(Path.of("/dev/pts"));
        assertThat(device).exists();
        user.run("send", Long.toString(job), "-k", "Enter");

        assertThat(user.exitCode(job)).isZero();
        assertThat(text(job).lines().filter(line -> line.matches("\\d+"))).hasSize(10_000);
        assertThat(user.output(job)).endsWith("second\r\n");
        await().until(() -> Files.notExists(device) && Files.notExists(socket));
        String directory = user.job(job).toString();
        await().until(() ->
                ProcessHandle.allProcesses()
                        .noneMatch(p -> p.info().commandLine().orElse("").contains(directory)));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    @DisplayName("Without a free terminal the job runs as a plain one and says so")
    void noFreeTerminal() {
        Assumptions.assumeTrue(
                System.getProperty("user.name").equals("root"), "only root may mount");
        try (NudgeUser user = NudgeUser.create()) {
            String oneTerminal =
                    "mount -t devpts -o newinstance,ptmxmode=0666,max=1 devpts /dev/pts;"
                            + " exec 9<>/dev/ptmx; exec \"$@\"";
            List<String> line =
                    new ArrayList<>(List.of("unshare", "-m", "sh", "-c", oneTerminal, "sh"));
            line.addAll(NudgeUser.command("run", "--pty", "--", "tty; exit 4"));

            new ShortCommand(Patience.LONG, user.environment()).run(line);

            assertThat(user.exitCode(1)).isEqualTo(4);
            assertThat(user.run("logs", "1"))
                    .startsWith(
                            "[NUDGE_WARNING] PTY execution failed, running without a terminal: ")
                    .endsWith("not a tty\n");
        }
    }
}
