package dev.nudge.cli.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// `nudge attach` in the terminal of a person.
class AttachIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private final String pane = shell("one", 100, 28);

    private String shell(String session, int columns, int rows) {
        return tmux.newSession(
                session, columns, rows, user.environment(), "PS1='ready$ ' exec bash --norc");
    }

    /// Attaches by a script, since the words of nudge are too long to be typed.
    private void attach(String pane, long job) {
        Path script = user.folder("scripts").resolve("attach");
        String words = ShellWords.join(NudgeUser.command("attach", Long.toString(job)));
        NudgeUser.writeProgram(script, "exec " + words);
        awaitScreen(pane, s -> s.stripTrailing().endsWith("ready$"));
        tmux.enter(pane, script.toString());
    }

    private String screen(String pane) {
        return tmux.tmux("capture-pane", "-p", "-t", pane);
    }

    private void awaitScreen(String pane, Predicate<String> condition) {
        await().atMost(Patience.LONG).until(() -> screen(pane), condition);
    }

    private void awaitShown(String pane, String text) {
        awaitScreen(pane, s -> s.contains(text));
    }

    @Test
    void fileIsEditedInVimThroughAttach() throws IOException {
        Path file = user.folder("project").resolve("letter.txt");
        user.run("run", "--pty", "--", "vi", file.toString());
        attach(pane, 1);
        awaitShown(pane, "~\n~");

        tmux.sendLiteral(pane, "ihello from attach");
        awaitShown(pane, "hello from attach");
        tmux.sendKeys(pane, "Escape");
        tmux.sendLiteral(pane, ":wq");
        awaitShown(pane, ":wq");
        tmux.sendKeys(pane, "Enter");

        awaitShown(pane, "[job 1 has ended]");
        assertThat(Files.readString(file)).isEqualTo("hello from attach\n");
        assertShellIsAsBefore();
    }

    @Test
    void editorThatIsStartedInAShellStays() throws IOException {
        user.run("run", "--pty", "--", "PS1='job$ ' exec bash --norc");
        attach(pane, 1);
        for (int i = 0; i < 3; i++) {
            awaitScreen(pane, s -> s.stripTrailing().endsWith("job$"));
            tmux.enter(pane, "vi letter" + i);
            awaitShown(pane, "~\n~");
            tmux.sendLiteral(pane, ":q!");
            awaitShown(pane, ":q!");
            tmux.sendKeys(pane, "Enter");
        }
        awaitScreen(pane, s -> s.stripTrailing().endsWith("job$"));
        assertThat(screen(pane)).doesNotContain("has ended");
        tmux.enter(pane, "exit");
        awaitShown(pane, "[job 1 has ended]");
    }

    /// The line that tells how to detach is on the main screen, and its time ends meanwhile.
    @Test
    void lineThatTellsHowToDetachIsGoneOnceAProgramLeavesItsOwnScreen() throws IOException {
        Path begin = user.folder("gates").resolve("begin");
        Path end = user.folder("gates").resolve("end");
        user.run(
                "run",
                "--pty",
                "--",
                """
                echo below; until [ -e '%s' ]; do sleep 0.1; done
                printf '\033[?1049h\033[Habove'; until [ -e '%s' ]; do sleep 0.1; done
                printf '\033[?1049l'; sleep 300
                """
                        .formatted(begin, end));
        attach(pane, 1);
        awaitShown(pane, "detaches]");
        Files.createFile(begin);
        awaitShown(pane, "above");
        await().pollDelay(Duration.ofSeconds(5)).until(() -> true);

        Files.createFile(end);

        awaitScreen(pane, s -> s.startsWith("below") && !s.contains("detaches]"));
    }

    /// Echo, line editing and the main screen are back.
    private void assertShellIsAsBefore() {
        awaitScreen(pane, s -> s.stripTrailing().endsWith("ready$"));
        tmux.enter(pane, "stty -a | grep -c -w -e icanon -e isig");
        awaitScreen(pane, s -> s.contains("-e isig\n1"));
        tmux.enter(pane, "stty -a | grep -c -e '-echo ' -e '-icanon'");
        awaitScreen(pane, s -> s.contains("'-icanon'\n0"));
    }

    @Test
    @DisplayName("The window follows the user's, and detaching leaves the job alone")
    void windowFollowsTheUsersAndDetachingLeavesTheJobAlone() {
        user.run(
                "run",
                "--pty",
                "--",
                "trap 'echo size $(stty size)' WINCH; echo begun; while :; do sleep 0.1; done");
        attach(pane, 1);
        awaitShown(pane, "size 28 100");
        tmux.tmux("resize-window", "-t", pane, "-x", "90", "-y", "20");
        awaitShown(pane, "size 20 90");
        assertThat(user.run("show", "1")).contains("terminal          90x20\n");
        assertThat(user.run("show", "--json", "1")).contains("\"terminal\" : \"90x20\"");

        tmux.sendKeys(pane, "C-\\");

        awaitShown(pane, "[detached from job 1, which continues]");
        assertThat(user.record(1).path("state").stringValue()).isEqualTo("running");
        await().atMost(Patience.LONG)
                .until(() -> user.run("logs", "1").endsWith("size 30 120\r\n"));
        assertThat(user.run("show", "1")).contains("terminal          120x30\n");
        assertShellIsAsBefore();
    }

    @Test
    void twoSeeTheSameAndOneWhoComesLateSeesTheScreen() {
        user.run("run", "--pty", "--", "echo first; cat");
        attach(pane, 1);
        awaitShown(pane, "detaches]");
        tmux.sendLiteral(pane, "typed here");
        awaitScreen(pane, s -> s.contains("typed here") && !s.contains("detaches]"));
        assertThat(tmux.tmux("capture-pane", "-p", "-S", "-", "-t", pane))
                .as("drawn again, and not twice in the scrollback")
                .containsOnlyOnce("first");
        String second = shell("two", 100, 28);
        attach(second, 1);
        awaitShown(second, "typed here");

        tmux.sendKeys(second, "Enter");
        awaitScreen(second, s -> s.contains("typed here\ntyped here\n"));
        tmux.sendLiteral(second, "and there");
        awaitScreen(pane, s -> s.contains("typed here\ntyped here\nand there"));
        awaitScreen(second, s -> s.contains("typed here\ntyped here\nand there"));
        user.run("kill", "1");
        awaitShown(pane, "[job 1 has ended]");
        awaitShown(second, "[job 1 has ended]");
    }

    @Test
    void terminalIsRestoredWhenAttachIsTerminated() {
        user.run("run", "--pty", "--", "printf '\\033[?1049h\\033[?25lfull'; sleep 300");
        attach(pane, 1);
        awaitShown(pane, "full");
        ProcessHandle client =
                ProcessHandle.allProcesses()
                        .filter(p ->
                                p.info().commandLine().orElse("").endsWith("bin/nudge attach 1"))
                        .filter(p -> user.owns(p.pid()))
                        .findFirst()
                        .orElseThrow();

        client.destroy();

        awaitScreen(pane, s -> s.stripTrailing().endsWith("ready$") && !s.contains("full"));
        assertShellIsAsBefore();
    }
}
