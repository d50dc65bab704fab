package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// The popups of `nudge tmux` and `nudge attach --popup`, in tmux, under the hands of a person.
class TmuxPopupIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private final Path release = user.folder("home").resolve("release");
    private final String pane =
            tmux.newSession(
                    "mine",
                    100,
                    30,
                    Map.of(),
                    "exec env %s bash --norc"
                            .formatted(
                                    ShellWords.join(
                                            user.environment().entrySet().stream()
                                                    .map(Map.Entry::toString)
                                                    .toList())));

    private static void awaitClosed(Person person) {
        person.awaitScreen(s -> !s.contains("┌"));
    }

    /// Has `nudge tmux` run as a key would.
    private void show(String action, long job) {
        user.environment()
                .forEach((name, value) -> tmux.tmux("set-environment", "-g", name, value));
        String[] words = {"tmux", action, Long.toString(job)};
        tmux.tmux("run-shell", "-b", ShellWords.join(NudgeUser.command(words)));
    }

    @Test
    void logOfARunningJobIsFollowedWithAPagerOrNoneAndCtrlCLeavesTheJobAlone() throws IOException {
        Path end = user.folder("home").resolve("end");
        user.run(
                "run",
                "--label",
                "builder",
                "--",
                "trap 'echo interrupted' INT; echo first; while [ ! -e %s ]; do sleep 0.05; done; echo second; while [ ! -e %s ]; do sleep 0.05; done; echo third; while :; do sleep 0.1; done"
                        .formatted(release, end));
        tmux.tmux("set-environment", "-t", "mine", "PATH", programsWithoutLess().toString());
        try (Person person = Person.attach(tmux, "mine")) {
            show("log", 1);
            person.awaitShown(" job 1: builder (", "│first");
            Files.createFile(release);
            person.awaitShown("│second");
            person.press("C-c");
            awaitClosed(person);

            tmux.tmux("set-environment", "-t", "mine", "-u", "PATH");
            show("log", 1);
            person.awaitShown(" job 1: builder (Ctrl+C, then q, leaves) ", "│first");
            assertThat(person.screen()).doesNotContain("third");
            Files.createFile(end);
            person.awaitShown("│first", "│third");
            person.press("C-c");
            person.press("q");
            awaitClosed(person);
        }
        assertThat(user.record(1).path("state").stringValue()).isEqualTo("running");
        assertThat(user.output(1)).isEqualTo("first\nsecond\nthird\n");
    }

    private Path programsWithoutLess() throws IOException {
        Path folder = user.folder("programs");
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/usr/bin"))) {
            for (Path program : all) {
                if (!program.endsWith("less")) {
                    Files.createSymbolicLink(folder.resolve(program.getFileName()), program);
                }
            }
        }
        return folder;
    }

    /// The environment of tmux itself does not lead to the job here.
    @Test
    void everyKeyGoesToATerminalAndTheExitCodeOfItsJobIsPassedOn() throws IOException {
        user.run(
                "run",
                "--pty",
                "--",
                "trap 'echo interrupted' INT; echo up; while [ ! -e %s ]; do sleep 0.1; done; exit 7"
                        .formatted(release));
        String attach = ShellWords.join(NudgeUser.command("attach", "--popup", "1"));
        try (Person person = Person.attach(tmux, "mine")) {
            tmux.sendLiteral(pane, attach);
            tmux.sendKeys(pane, "Enter");
            person.awaitShown(" job 1: every key goes to it, Ctrl+\\ detaches ", "│up");
            person.press("C-c");
            person.awaitShown("interrupted");
            person.press("C-\\");
            awaitClosed(person);
            assertThat(user.record(1).path("state").stringValue()).isEqualTo("running");

            tmux.sendLiteral(pane, attach + "; echo exit code $?.");
            tmux.sendKeys(pane, "Enter");
            person.awaitShown(" job 1: every key goes to it", "│up");
            Files.createFile(release);
            // A popup stays open if its program fails.
            person.awaitShown("[job 1 has ended]");
            person.press("Escape");
            awaitClosed(person);
            person.awaitShown("exit code 7.");
        }
    }

    @Test
    void errorOfATerminalOrALogThatCannotBeShownStaysInItsPopup() throws IOException {
        user.run("run", "--", "sleep 300");
        user.run("run", "--pty", "--", "cat");
        Files.delete(user.job(1).resolve("output.log"));
        // What holds the terminal would make its socket anew.
        NudgeUser.signal("STOP", user.terminalHost(2));
        Files.delete(user.folder("run").resolve("nudge/jobs/2.sock"));
        try (Person person = Person.attach(tmux, "mine")) {
            show("attach", 2);
            assertStays(person, "│nudge: ");
            show("log", 1);
            assertStays(person, "No such file or directory");
        }
    }

    private static void assertStays(Person person, String text) {
        person.awaitShown("┌", text);
        await().during(Duration.ofSeconds(2))
                .atMost(Patience.LONG)
                .until(person::screen, s -> s.contains("┌") && s.contains(text));
        person.press("Escape");
        awaitClosed(person);
    }
}
