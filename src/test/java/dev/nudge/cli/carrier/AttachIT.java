package dev.nudge.cli.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.ShellPane;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// `nudge attach` in the terminal of a person.
class AttachIT {
    @AutoClose private static NudgeUser user = NudgeUser.create();
    @AutoClose private static TmuxServerFixture tmux = TmuxServerFixture.start();
    private final ShellPane shell = new ShellPane(tmux, user, 100, 28);

    private static long job(String command) {
        return user.runJob("--pty", "--", command);
    }

    private static void attach(ShellPane shell, long job) {
        shell.run("nudge attach " + job);
    }

    @Test
    void editorsInAShellStayAndOneThatIsTheJobItselfWritesItsFile() throws IOException {
        Path file = user.folder("project").resolve("letter.txt");
        long job = job("PS1='job$ ' exec bash --norc");
        attach(shell, job);
        for (int i = 0; i < 3; i++) {
            shell.awaitPrompt("job$");
            shell.enter("vi letter" + i);
            shell.awaitShown("~\n~");
            shell.type(":q!");
            shell.awaitShown(":q!");
            shell.press("Enter");
        }
        shell.awaitPrompt("job$");
        assertThat(shell.screen()).doesNotContain("has ended");

        shell.enter("exec vi " + file);
        shell.awaitShown("~\n~");
        shell.type("ihello from attach");
        shell.awaitShown("hello from attach");
        shell.press("Escape");
        shell.type(":wq");
        shell.awaitShown(":wq");
        shell.press("Enter");

        shell.awaitShown("[job %d has ended]".formatted(job));
        assertThat(file).hasContent("hello from attach\n");
        assertShellIsAsBefore();
    }

    /// The line that tells how to detach is on the main screen, and its time ends meanwhile.
    @Test
    void lineThatTellsHowToDetachIsGoneOnceAProgramLeavesItsOwnScreen() throws IOException {
        Path begin = user.folder("gates").resolve("begin");
        Path end = user.folder("gates").resolve("end");
        attach(
                shell,
                job(
                        """
                        echo below; until [ -e '%s' ]; do sleep 0.1; done
                        printf '\033[?1049h\033[Habove'; until [ -e '%s' ]; do sleep 0.1; done
                        printf '\033[?1049l'; sleep 300
                        """
                                .formatted(begin, end)));
        shell.awaitShown("detaches]");
        Files.createFile(begin);
        shell.awaitShown("above");
        await().pollDelay(Duration.ofSeconds(5)).until(() -> true);

        Files.createFile(end);

        shell.awaitScreen(s -> s.startsWith("below") && !s.contains("detaches]"));
    }

    /// Echo, line editing and the main screen are back.
    private void assertShellIsAsBefore() {
        shell.awaitReady();
        shell.enter("stty -a | grep -c -w -e icanon -e isig");
        shell.awaitShown("-e isig\n1");
        shell.enter("stty -a | grep -c -e '-echo ' -e '-icanon'");
        shell.awaitShown("'-icanon'\n0");
    }

    @Test
    void windowFollowsThePersonsAndDetachingLeavesTheJobAlone() {
        long job =
                job("trap 'echo size $(stty size)' WINCH; echo begun; while :; do sleep 0.1; done");
        String number = Long.toString(job);
        attach(shell, job);
        shell.awaitShown("size 28 100");
        tmux.tmux("resize-window", "-t", shell.pane(), "-x", "90", "-y", "20");
        shell.awaitShown("size 20 90");
        assertThat(user.run("show", number)).contains("terminal          90x20\n");
        assertThat(user.run("show", "--json", number)).contains("\"terminal\" : \"90x20\"");

        shell.press("C-\\");

        shell.awaitShown("[detached from job %d, which continues]".formatted(job));
        await().until(() -> user.output(job).endsWith("size 30 120\r\n"));
        assertThat(user.run("show", number)).contains("terminal          120x30\n");
        assertThat(user.value(job, "state")).isEqualTo("running");
        assertShellIsAsBefore();
    }

    @Test
    void twoSeeTheSameAndOneWhoComesLateSeesTheScreen() {
        long job = job("echo first; cat");
        attach(shell, job);
        shell.awaitShown("detaches]");
        shell.type("typed here");
        shell.awaitScreen(s -> s.contains("typed here") && !s.contains("detaches]"));
        assertThat(shell.all())
                .as("drawn again, and not twice in the scrollback")
                .containsOnlyOnce("first");
        ShellPane second = new ShellPane(tmux, user, 100, 28);
        attach(second, job);
        second.awaitShown("typed here");

        second.press("Enter");
        second.awaitShown("typed here\ntyped here\n");
        second.type("and there");
        shell.awaitShown("typed here\ntyped here\nand there");
        second.awaitShown("typed here\ntyped here\nand there");
        user.run("kill", Long.toString(job));
        shell.awaitShown("[job %d has ended]".formatted(job));
        second.awaitShown("[job %d has ended]".formatted(job));
    }

    @Test
    void terminalIsRestoredWhenAttachIsTerminated() {
        attach(shell, job("printf '\\033[?1049h\\033[?25lfull'; sleep 300"));
        shell.awaitShown("full");

        long pid = Long.parseLong(tmux.displayMessage(shell.pane(), "#{pane_pid}"));
        ProcessHandle.of(pid).orElseThrow().children().forEach(ProcessHandle::destroy);

        shell.awaitScreen(s -> s.stripTrailing().endsWith("ready$") && !s.contains("full"));
        assertShellIsAsBefore();
    }
}
