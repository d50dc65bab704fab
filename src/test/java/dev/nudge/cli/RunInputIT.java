package dev.nudge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of the standard input of `nudge run`.
class RunInputIT {
    private static final int LIMIT = 8_388_608;

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private Process fed(byte[] input, String... arguments) throws IOException {
        Process nudge = user.start(arguments);
        try (OutputStream in = nudge.getOutputStream()) {
            in.write(input);
        }
        return nudge;
    }

    @Test
    void inputThatTheJobWouldNotGetIsAnError() throws Exception {
        user.startDaemon();
        Process nudge = fed("x".getBytes(UTF_8), "run", "--wait", "--", "cat");

        assertThat(nudge.waitFor()).isEqualTo(2);
        assertThat(nudge.errorReader().readAllAsString())
                .contains("holds data", "--stdin", "</dev/null", "while read");
        assertThat(user.run("ps", "--all")).startsWith("No jobs yet");
    }

    private static String shell(NudgeUser user, String script) throws Exception {
        String nudge =
                NudgeUser.command().stream()
                        .map(w -> "'" + w + "'")
                        .collect(Collectors.joining(" "));
        ProcessBuilder bash =
                new ProcessBuilder("bash", "-c", "nudge() { " + nudge + " \"$@\"; }\n" + script);
        bash.environment().clear();
        bash.environment().putAll(user.environment());
        bash.directory(user.folder("home").toFile()).redirectErrorStream(true);
        Process process = bash.start();
        process.getOutputStream().close();
        return process.inputReader().readAllAsString();
    }

    /// A file was no error. Of a pipe, only what it holds at that moment is seen.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s run -- cat <list",
                "mkfifo pipe && exec 3<>pipe && cat list >&3 && timeout 60 %s run -- cat <pipe"
            })
    void inputOfAnyKindThatTheJobWouldNotGetIsAnError(String script) throws Exception {
        user.startDaemon();
        Files.writeString(user.folder("home").resolve("list"), "x\n");
        String nudge = String.join(" ", NudgeUser.command());

        assertThat(shell(user, "sleep 0.2; " + script.formatted(nudge)))
                .contains("holds data", "--stdin");
    }

    /// All commands but the last were refused, since the rest of the list was their input too.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "while read -r x; do nudge run -- echo \"$x\"; done <list",
                "cat list | while read -r x; do nudge run -- echo \"$x\"; done",
                "bash -c 'read -r x; \"$@\" run -- echo one; true' - %s <list; nudge run -- true; nudge run -- true",
            })
    void inputOfALoopIsNotThatOfItsJobs(String script) throws Exception {
        user.startDaemon();
        Files.writeString(user.folder("home").resolve("list"), "one\ntwo\nthree\n");

        assertThat(shell(user, script.formatted(String.join(" ", NudgeUser.command()))))
                .isEqualTo("1\n2\n3\n");
        user.awaitEnd(1);
        assertThat(user.run("logs", "1")).isEqualTo("one\n");
    }

    @Test
    void jobThatIsWaitedForReadsThePipeItself() throws Exception {
        user.startDaemon();
        Process nudge = fed(new byte[3 * LIMIT], "run", "--wait", "--stdin", "--", "wc -c");

        assertThat(nudge.inputReader().readAllAsString()).isEqualTo(3 * LIMIT + "\n");
        assertThat(nudge.waitFor()).isZero();
        assertThat(user.job(1).resolve("input")).doesNotExist();
    }

    @Test
    void inputIsKeptWithTheJobAndReadAgainWhenItIsRestarted() throws Exception {
        Process nudge = fed("hel\0lo\n".getBytes(UTF_8), "run", "--stdin", "--", "cat");

        assertThat(nudge.inputReader().readAllAsString()).isEqualTo("1\n");
        user.awaitEnd(1);
        assertThat(user.run("logs", "1")).isEqualTo("hel\0lo\n");
        user.run("restart", "1");
        user.awaitEnd(2);
        assertThat(user.run("logs", "2")).isEqualTo("hel\0lo\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run -- true", "run --stdin -- true", "run --wait --stdin -- true"})
    void writerIsNotHeldUpOnceTheJobHasItsInputOrIsRefused(String words) throws Exception {
        user.startDaemon();

        assertThat(shell(user, "timeout 60 yes | nudge %s; echo $PIPESTATUS".formatted(words)))
                .doesNotEndWith("124\n");
    }

    @Test
    void inputThatIsTooLongToBeKeptIsRefused() throws Exception {
        Process most = fed(new byte[LIMIT], "run", "--stdin", "--", "wc -c");
        assertThat(most.inputReader().readAllAsString()).isEqualTo("1\n");
        user.awaitEnd(1);
        assertThat(user.run("logs", "1")).isEqualTo(LIMIT + "\n");

        Process nudge = fed(new byte[LIMIT + 1], "run", "--stdin", "--", "wc -c");
        assertThat(nudge.waitFor()).isEqualTo(2);
        assertThat(nudge.errorReader().readAllAsString())
                .contains("longer than 8388608 bytes", "--wait");
    }
}
