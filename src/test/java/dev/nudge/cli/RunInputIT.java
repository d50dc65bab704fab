package dev.nudge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

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

    private String shell(String script) throws Exception {
        String nudge = ShellWords.join(NudgeUser.command());
        Process process =
                user.program(List.of("bash", "-c", "nudge() { " + nudge + " \"$@\"; }\n" + script))
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
        return process.inputReader().readAllAsString();
    }

    /// A file was no error. Of a pipe, only what it holds at that moment is seen.
    @Test
    void inputOfAnyKindThatTheJobWouldNotGetIsAnError() throws Exception {
        user.startDaemon();
        Files.writeString(user.folder("home").resolve("list"), "x\n");
        String nudge = String.join(" ", NudgeUser.command());
        for (String script :
                List.of(
                        "%s run -- cat <list",
                        "mkfifo pipe && exec 3<>pipe && cat list >&3 && timeout 60 %s run --wait -- cat <pipe")) {
            assertThat(shell("sleep 0.2; %s; echo code $?".formatted(script.formatted(nudge))))
                    .contains("holds data", "--stdin", "</dev/null", "while read", "code 2\n");
        }
        assertThat(user.run("ps", "--all")).startsWith("No jobs yet");
    }

    /// All commands but the last were refused, since the rest of the list was their input too.
    @Test
    void inputOfALoopIsNotThatOfItsJobs() throws Exception {
        user.startDaemon();
        Files.writeString(user.folder("home").resolve("list"), "one\ntwo\nthree\n");
        int job = 1;
        for (String script :
                List.of(
                        "while read -r x; do nudge run -- echo \"$x\"; done <list",
                        "cat list | while read -r x; do nudge run -- echo \"$x\"; done",
                        "bash -c 'read -r x; \"$@\" run -- echo one; true' - %s <list; nudge run -- true; nudge run -- true")) {
            assertThat(shell(script.formatted(String.join(" ", NudgeUser.command()))))
                    .isEqualTo("%d\n%d\n%d\n".formatted(job, job + 1, job + 2));
            user.awaitEnd(job);
            assertThat(user.output(job)).isEqualTo("one\n");
            job += 3;
        }
    }

    @Test
    void inputIsKeptWithTheJobUnlessThatIsWaitedForAndReadsThePipeItself() throws Exception {
        Process kept = fed("hel\0lo\n".getBytes(UTF_8), "run", "--stdin", "--", "cat");
        assertThat(kept.inputReader().readAllAsString()).isEqualTo("1\n");
        user.awaitEnd(1);
        assertThat(user.output(1)).isEqualTo("hel\0lo\n");
        user.run("restart", "1");
        user.awaitEnd(2);
        assertThat(user.output(2)).isEqualTo("hel\0lo\n");

        Process most = fed(new byte[LIMIT], "run", "--stdin", "--", "wc -c");
        assertThat(most.inputReader().readAllAsString()).isEqualTo("3\n");
        user.awaitEnd(3);
        assertThat(user.output(3)).isEqualTo(LIMIT + "\n");
        Process more = fed(new byte[LIMIT + 1], "run", "--stdin", "--", "wc -c");
        assertThat(more.waitFor()).isEqualTo(2);
        assertThat(more.errorReader().readAllAsString())
                .contains("longer than 8388608 bytes", "--wait");

        Process awaited = fed(new byte[3 * LIMIT], "run", "--wait", "--stdin", "--", "wc -c");
        assertThat(awaited.inputReader().readAllAsString()).isEqualTo(3 * LIMIT + "\n");
        assertThat(awaited.waitFor()).isZero();
        assertThat(user.job(4).resolve("input")).doesNotExist();
    }

    @Test
    void writerIsNotHeldUpOnceTheJobHasItsInputOrIsRefused() throws Exception {
        user.startDaemon();
        for (String words :
                List.of("run -- true", "run --stdin -- true", "run --wait --stdin -- true")) {
            assertThat(shell("timeout 60 yes | nudge %s; echo $PIPESTATUS".formatted(words)))
                    .doesNotEndWith("124\n");
        }
    }
}
