package dev.nudge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What `nudge run` makes of its words, and where it says which job it has started.
class RunWordsIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Path home = user.folder("home");

    @BeforeEach
    void start() {
        user.startDaemon();
    }

    private ProcessBuilder nudge(String... words) {
        return user.program(NudgeUser.command(words)).redirectInput(new File("/dev/null"));
    }

    private String output(String... words) throws Exception {
        Process nudge = nudge(words).start();
        String said = nudge.inputReader(UTF_8).readAllAsString();
        return said.isEmpty() ? nudge.errorReader(UTF_8).readAllAsString() : said;
    }

    @Test
    void oneWordIsAProgramIfItIsThePathOfOneAndADirectoryMayBeginWithATilde() throws Exception {
        Path script =
                Files.writeString(home.resolve("my (new) script.sh"), "#!/bin/sh\necho mine\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();

        assertThat(output("run", "--wait", "--", "./my (new) script.sh")).isEqualTo("mine\n");
        assertThat(output("run", "--wait", "--", script.toString())).isEqualTo("mine\n");
        assertThat(output("run", "--wait", "--cwd", "/", "--", script.toString()))
                .isEqualTo("mine\n");
        assertThat(output("run", "--wait", "--", "/bin/echo a line")).isEqualTo("a line\n");
        assertThat(user.record(1).path("command").stringValue(""))
                .isEqualTo("'./my (new) script.sh'");

        Path folder = Files.createDirectories(home.resolve("a b"));

        assertThat(output("run", "--wait", "--cwd=~/a b", "--", "pwd")).isEqualTo(folder + "\n");
        assertThat(output("run", "--wait", "--cwd=~", "--", "pwd")).isEqualTo(home + "\n");
        assertThat(output("run", "--wait", "--cwd", "a b", "--", "pwd")).isEqualTo(folder + "\n");
        assertThat(output("run", "--wait", "--cwd=~root/", "--", "pwd")).isEqualTo("/root\n");
        assertThat(output("run", "--cwd=~nobody-of-this-name/x", "--", "pwd"))
                .contains("the directory " + home + "/~nobody-of-this-name/x does not exist");
    }

    /// The job ran, and nobody knew its number.
    @Test
    void numberIsOnStandardErrorIfStandardOutputCannotBeWritten() throws Exception {
        for (String words :
                List.of("run -- true", "run --array 1-2 -- true", "run --json -- true")) {
            Process process = nudge(words.split(" ")).redirectOutput(new File("/dev/full")).start();
            assertThat(process.errorReader(UTF_8).readAllAsString())
                    .startsWith(
                            "nudge: The job has been started, but standard output cannot be written (")
                    .containsPattern("No space left on device\\): (1\n|2-3\n|\\{\n +\"job\" : 4,)");
            assertThat(process.waitFor()).isNotZero();
        }
    }
}
