package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// The popups of `nudge tmux` and `nudge attach --popup`, in tmux, under the hands of a person.
class TmuxPopupIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private final String pane =
            tmux.newSession("mine", 100, 30, user.environment(), "exec bash --norc");

    private static void awaitClosed(Person person) {
        person.awaitScreen(s -> !s.contains("┌"));
    }

    @Test
    void popupsShowTerminalsLogsAndErrors() throws IOException {
        user.environment()
                .keySet()
                .forEach(name -> tmux.tmux("set-environment", "-t", "mine", "-u", name));
        try (Person person = Person.attach(tmux, "mine")) {
            everyKeyGoesToATerminalAndTheExitCodeOfItsJobIsPassedOn(person);
            user.environment()
                    .forEach((name, value) -> tmux.tmux("set-environment", "-g", name, value));
            logIsFollowedWithAPagerOrNoneAndCtrlCLeavesTheJobAlone(person);
            errorStaysInItsPopup(person);
        }
    }

    /// The environment of tmux itself does not lead to the job here.
    private void everyKeyGoesToATerminalAndTheExitCodeOfItsJobIsPassedOn(Person person)
            throws IOException {
        Path release = user.folder("home").resolve("release");
        String command =
                "trap 'echo interrupted' INT; echo up; while [ ! -e %s ]; do sleep 0.1; done; exit 7"
                        .formatted(release);
        user.run("run", "--pty", "--", command);
        String attach = ShellWords.join(NudgeUser.command("attach", "--popup", "1"));
        tmux.enter(pane, attach);
        person.awaitShown(" job 1: every key goes to it, Ctrl+\\ detaches ", "│up");
        person.press("C-c");
        person.awaitShown("interrupted");
        person.press("C-\\");
        awaitClosed(person);
        assertThat(user.value(1, "state")).isEqualTo("running");

        tmux.enter(pane, attach + "; echo exit code $?.");
        person.awaitShown(" job 1: every key goes to it", "│up");
        Files.createFile(release);
        // A popup stays open if its program fails.
        person.awaitShown("[job 1 has ended]");
        person.press("Escape");
        awaitClosed(person);
        person.awaitShown("exit code 7.");
    }

    private void logIsFollowedWithAPagerOrNoneAndCtrlCLeavesTheJobAlone(Person person)
            throws IOException {
        Path second = user.folder("home").resolve("second");
        Path third = user.folder("home").resolve("third");
        String command =
                "trap 'echo interrupted' INT; echo first; while [ ! -e %s ]; do sleep 0.2; done; echo second; while [ ! -e %s ]; do sleep 0.2; done; echo third; while :; do sleep 0.1; done"
                        .formatted(second, third);
        user.run("run", "--label", "builder", "--", command);
        tmux.tmux("set-environment", "-t", "mine", "PATH", programsWithoutLess());
        show("log", 2);
        person.awaitShown(" job 2: builder (", "│first");
        Files.createFile(second);
        person.awaitShown("│second");
        person.press("C-c");
        awaitClosed(person);

        tmux.tmux("set-environment", "-t", "mine", "-u", "PATH");
        show("log", 2);
        person.awaitShown(" job 2: builder (Ctrl+C, then q, leaves) ", "│first");
        assertThat(person.screen()).doesNotContain("third");
        Files.createFile(third);
        person.awaitShown("│first", "│third");
        person.press("C-c");
        person.press("q");
        awaitClosed(person);
        assertThat(user.value(2, "state")).isEqualTo("running");
        assertThat(user.output(2)).isEqualTo("first\nsecond\nthird\n");
    }

    private String programsWithoutLess() throws IOException {
        Path folder = user.folder("programs");
        for (String name : List.of("sh", "env", "tmux")) {
            Files.createSymbolicLink(folder.resolve(name), Path.of("/usr/bin", name));
        }
        return folder.toString();
    }

    /// Has `nudge tmux` run as a key would.
    private void show(String action, long job) {
        String[] words = {"tmux", action, Long.toString(job)};
        tmux.tmux("run-shell", "-b", ShellWords.join(NudgeUser.command(words)));
    }

    /// Of a terminal or a log that cannot be shown.
    private void errorStaysInItsPopup(Person person) throws IOException {
        user.run("run", "--pty", "--", "cat");
        Files.delete(user.job(2).resolve("output.log"));
        // What holds the terminal would make its socket anew.
        NudgeUser.signal("STOP", user.terminalHost(3));
        Files.delete(user.folder("run").resolve("nudge/jobs/3.sock"));
        show("attach", 3);
        assertStays(person, "│nudge: ");
        show("log", 2);
        assertStays(person, "No such file or directory");
    }

    private static void assertStays(Person person, String text) {
        person.awaitShown("┌", text);
        await().during(Duration.ofSeconds(2))
                .until(person::screen, s -> s.contains("┌") && s.contains(text));
        person.press("Escape");
        awaitClosed(person);
    }
}
