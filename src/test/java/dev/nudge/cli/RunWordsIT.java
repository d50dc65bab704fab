package dev.nudge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.text.ShellWords;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What `nudge run` makes of its words and of its standard input, and where it says which job it
/// has started.
class RunWordsIT {
    private static final int LIMIT = 8_388_608;

    @AutoClose private static NudgeUser user = NudgeUser.create();
    private final Path home = user.folder("home");

    private static ProcessBuilder nudge(String... words) {
        return user.program(NudgeUser.command(words)).redirectInput(new File("/dev/null"));
    }

    private static String said(String... words) throws Exception {
        Process nudge = nudge(words).start();
        String said = nudge.inputReader(UTF_8).readAllAsString();
        return said.isEmpty() ? nudge.errorReader(UTF_8).readAllAsString() : said;
    }

    @Test
    void oneWordIsAProgramIfItIsThePathOfOneAndADirectoryMayBeginWithATilde() throws Exception {
        Path script = home.resolve("my (new) script.sh");
        NudgeUser.writeProgram(script, "echo mine");
        long job = user.runJob("true") + 1;

        assertThat(said("run", "--wait", "--", "./my (new) script.sh")).isEqualTo("mine\n");
        assertThat(said("run", "--wait", "--", script.toString())).isEqualTo("mine\n");
        assertThat(said("run", "--wait", "--cwd", "/", "--", script.toString()))
                .isEqualTo("mine\n");
        assertThat(said("run", "--wait", "--", "/bin/echo a line")).isEqualTo("a line\n");
        assertThat(user.value(job, "command")).isEqualTo("'./my (new) script.sh'");

        Path folder = Files.createDirectories(home.resolve("a b"));

        assertThat(said("run", "--wait", "--cwd=~/a b", "--", "pwd")).isEqualTo(folder + "\n");
        assertThat(said("run", "--wait", "--cwd=~", "--", "pwd")).isEqualTo(home + "\n");
        assertThat(said("run", "--wait", "--cwd", "a b", "--", "pwd")).isEqualTo(folder + "\n");
        assertThat(said("run", "--wait", "--cwd=~root/", "--", "pwd")).isEqualTo("/root\n");
        assertThat(said("run", "--cwd=~nobody-of-this-name/x", "--", "pwd"))
                .contains("the directory " + home + "/~nobody-of-this-name/x does not exist");
    }

    /// The job ran, and nobody knew its number.
    @Test
    void numberIsOnStandardErrorIfStandardOutputCannotBeWritten() throws Exception {
        long job = user.runJob("true") + 1;
        for (String words :
                List.of("run -- true", "run --array 1-2 -- true", "run --json -- true")) {
            Process process = nudge(words.split(" ")).redirectOutput(new File("/dev/full")).start();
            assertThat(process.errorReader(UTF_8).readAllAsString())
                    .startsWith(
                            "nudge: The job has been started, but standard output cannot be written (")
                    .containsPattern(
                            "No space left on device\\): (%d\n|%d-%d\n|\\{\n +\"job\" : %d,)"
                                    .formatted(job, job + 1, job + 2, job + 3));
            assertThat(process.waitFor()).isNotZero();
        }
    }

    private static Process fed(byte[] input, String... arguments) throws IOException {
        Process nudge = user.start(arguments);
        try (OutputStream in = nudge.getOutputStream()) {
            in.write(input);
        }
        return nudge;
    }

    private static String shell(String script) throws Exception {
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
        int before = user.stored().size();
        Files.writeString(user.folder("home").resolve("list"), "x\n");
        // Not the function: its input would be that of the shell too.
        String run = String.join(" ", NudgeUser.command("run"));
        for (String script :
                List.of(
                        run + " -- cat <list",
                        "mkfifo pipe && exec 3<>pipe && cat list >&3 && timeout 60 "
                                + run
                                + " --wait -- cat <pipe")) {
            assertThat(shell("sleep 0.2; " + script + "; echo code $?"))
                    .contains("holds data", "--stdin", "</dev/null", "while read", "code 2\n");
        }
        assertThat(user.stored()).hasSize(before);
    }

    /// All commands but the last were refused, since the rest of the list was their input too.
    @Test
    void inputOfALoopIsNotThatOfItsJobs() throws Exception {
        Files.writeString(user.folder("home").resolve("list"), "one\ntwo\nthree\n");
        for (String script :
                List.of(
                        "while read -r x; do nudge run -- echo \"$x\"; done <list",
                        "cat list | while read -r x; do nudge run -- echo \"$x\"; done",
                        "bash -c 'read -r x; \"$@\" run -- echo one; true' - %s <list; nudge run -- true; nudge run -- true")) {
            long job = user.runJob("true") + 1;
            assertThat(shell(script.formatted(String.join(" ", NudgeUser.command()))))
                    .isEqualTo("%d\n%d\n%d\n".formatted(job, job + 1, job + 2));
            assertThat(user.wholeOutput(job)).isEqualTo("one\n");
        }
    }

    @Test
    void inputIsKeptWithTheJobUnlessThatIsWaitedForAndReadsThePipeItself() throws Exception {
        long job = user.runJob("true") + 1;
        Process kept = fed("hel\0lo\n".getBytes(UTF_8), "run", "--stdin", "--", "cat");
        assertThat(kept.inputReader().readAllAsString()).isEqualTo(job + "\n");
        assertThat(user.wholeOutput(job)).isEqualTo("hel\0lo\n");
        user.run("restart", Long.toString(job));
        assertThat(user.wholeOutput(job + 1)).isEqualTo("hel\0lo\n");

        assertThat(fed(new byte[LIMIT], "run", "--stdin", "--", "wc -c").waitFor()).isZero();
        assertThat(user.wholeOutput(job + 2)).isEqualTo(LIMIT + "\n");
        Process more = fed(new byte[LIMIT + 1], "run", "--stdin", "--", "wc -c");
        assertThat(more.waitFor()).isEqualTo(2);
        assertThat(more.errorReader().readAllAsString())
                .contains("longer than 8388608 bytes", "--wait");

        Process awaited = fed(new byte[3 * LIMIT], "run", "--wait", "--stdin", "--", "wc -c");
        assertThat(awaited.inputReader().readAllAsString()).isEqualTo(3 * LIMIT + "\n");
        assertThat(awaited.waitFor()).isZero();
        assertThat(user.job(job + 3).resolve("input")).doesNotExist();
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
