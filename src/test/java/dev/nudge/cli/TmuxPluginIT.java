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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `scripts/nudge.tmux` and `nudge tmux` under the hands of a person.
class TmuxPluginIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    /// A folder with all that a path may have in it.
    private final Path folder = user.folder("it's #S a; \"$HOME\" 100%H");

    private final Path script = folder.resolve("nudge.tmux");
    private final String pane = tmux.newSession("mine", 100, 30, Map.of(), "exec cat");

    @BeforeEach
    void settle() throws IOException {
        Files.copy(Path.of("scripts/nudge.tmux"), script);
        user.environment()
                .forEach((name, value) -> tmux.tmux("set-environment", "-g", name, value));
        // So that no message passes unseen.
        tmux.tmux("set-option", "-g", "display-time", "600000");
        program("exec " + ShellWords.join(NudgeUser.command()) + " \"$@\"");
    }

    /// Puts a program `nudge` beside the script.
    private void program(String script) throws IOException {
        NudgeUser.writeProgram(folder.resolve("nudge"), script);
    }

    /// The path is a word of a shell command that tmux expands as a format.
    private void load() {
        tmux.tmux("run-shell", ShellWords.quote(script.toString()).replace("#", "##"));
    }

    /// From a user without jobs on.
    @Test
    void keysShowMenusLogsTerminalsAndWhatCannotBeDone() throws IOException {
        Path shown = folder.resolveSibling("shown");
        NudgeUser.writeProgram(
                folder.resolve("shell"), "[ \"$1\" != -c ] || exit 9; exec sh \"$@\"");
        tmux.tmux("set-environment", "-g", "LESS", "FRX");
        tmux.tmux("set-option", "-g", "default-shell", folder.resolve("shell").toString());
        // By the default of tmux, 0.75 s, a message would vanish.
        tmux.tmux("set-option", "-gu", "display-time");
        tmux.tmux(
                "set-hook",
                "-g",
                "after-display-message",
                "run-shell \"echo '#{hook_flag_d} ms, #{hook_argument_0}' >>" + shown + "\"");
        load();
        try (Person person = Person.attach(tmux, "mine")) {
            person.press("C-b", "J");
            awaitMessage(shown, "nudge: no jobs");
            person.press("C-b", "A");
            awaitMessage(shown, "nudge: No job runs on a terminal.");
            assertThat(tmux.displayMessage(pane, "#{pane_in_mode}")).isEqualTo("0");
            tmux.tmux("set-option", "-g", "display-time", "600000");

            showsEveryCommandAsItIsAndRunsNoneOfThem(person);
            user.run("kill", "3");
            user.run("clean", "--yes");
            showsLogAndTerminalInPopups(person);

            tmux.tmux("set-option", "-gu", "display-time");
            program("echo it is said");
            person.press("C-b", "B");
            awaitMessage(shown, "nudge: it is said");
        }
    }

    private static void awaitMessage(Path shown, String message) {
        await().until(() ->
                Files.exists(shown) && Files.readString(shown).contains("4000 ms, " + message));
    }

    private void showsEveryCommandAsItIsAndRunsNoneOfThem(Person person) {
        String command =
                ": '#(touch ~/harm)' \"$(true)\" `true` '#{pid}#[bg=red]' 100%H \\\n; sleep 300;";
        user.run("run", "--", command);
        user.run("run", "--", "echo the log; exit 3");
        user.awaitEnd(2);
        user.run("run", "--pty", "--delay", "1h", "--", "vi");
        person.press("C-b", "J");
        person.awaitShown(
                "─ nudge ─",
                "▶ 1 running  : '#(touch ~/harm)' \"$(true)\" `true` '#{pid}#[bg=red]' 100%H \\ ;",
                "✗ 2 failed  echo the log; exit 3",
                "… 3 queued  vi",
                "(2)");
        person.press("1");
        person.awaitShown("─ job 1 ", "Log", "Kill …");
        assertThat(person.screen()).doesNotContain("Attach");
        person.press("k");
        person.awaitShown("Kill job 1? (y/n)");
        person.press("y");

        person.awaitShown("job 1 was killed");
        assertThat(user.awaitEnd(1).path("signal").stringValue()).isEqualTo("SIGTERM");

        person.press("C-b", "J");
        person.awaitShown("… 3 queued  vi");
        person.press("1");
        person.awaitShown("─ job 3 ", "Kill …");
        assertThat(person.screen()).as("no terminal yet").doesNotContain("Attach");
        quit(person);
        assertThat(user.folder("home").resolve("harm")).doesNotExist();
    }

    private static void quit(Person person) {
        person.press("q");
        person.awaitScreen(s -> !s.contains("┌"));
    }

    /// Whatever the shell and the pager are set to.
    private void showsLogAndTerminalInPopups(Person person) {
        for (String before : List.of("true", "seq 1 3000")) {
            user.run("run", "--wait", "--", before + "; echo the last line");
            person.press("C-b", "O");
            person.awaitShown("│the last line", before.equals("true") ? "" : "│2999");
            quit(person);
        }

        user.run("run", "--pty", "--", "echo at your service; cat");
        person.press("C-b", "A");
        person.awaitShown("│at your service");
        person.type("typed into it");
        person.awaitShown("│typed into it");
        person.press("C-\\");
        person.awaitScreen(s -> !s.contains("┌"));
        person.press("C-b", "J");
        person.awaitShown("─ nudge ─", "  echo at your service; cat");
        person.press("1");
        person.awaitShown("─ job 6 ");
        person.press("a");
        person.awaitShown("│at your service");
        person.press("C-\\");
        person.awaitScreen(s -> !s.contains("┌"));
    }

    @Test
    void keysCanBeChangedAndWhatNudgeSaysOfThePaneIsShown() throws IOException {
        program("printf '%s\\n' \"$*\" >\"$HOME/called\"; echo '100%H #S; of it;'");
        tmux.tmux("set-option", "-g", "@nudge-background-key", "M-b");
        tmux.tmux("set-option", "-g", "@nudge-log-key", "none");
        load();
        try (Person person = Person.attach(tmux, "mine")) {
            person.press("C-b", "M-b");

            person.awaitShown("nudge: 100%H #S; of it;");
            assertThat(user.folder("home").resolve("called")).hasContent("background " + pane);
            assertThat(tmux.tmux("list-keys", "-T", "prefix"))
                    .contains("tmux menu")
                    .doesNotContain("tmux log");
        }
    }

    @Test
    void tmuxThatHasNoPopupsGetsAMessageAndNoKeys() throws Exception {
        for (String version : List.of("tmux 2.9a", "tmux 3.0a", "tmux 3.1c", "tmux 3.1")) {
            assertThat(calls(version))
                    .contains("display-message nudge: tmux 3.2 or newer is needed")
                    .doesNotContain("bind-key");
        }
        for (String version :
                List.of("tmux 3.2", "tmux 3.10", "tmux 4.0", "tmux next-3.6", "tmux master")) {
            assertThat(calls(version)).contains("bind-key B run-shell -b");
        }
    }

    private String calls(String version) throws Exception {
        Path stubs = user.folder("stubs");
        Path calls = stubs.resolve("calls");
        Files.deleteIfExists(calls);
        NudgeUser.writeProgram(
                stubs.resolve("tmux"),
                "case $1 in -V) echo '" + version + "' ;; *) echo \"$*\" >>" + calls + " ;; esac");
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString());
        builder.environment().put("PATH", stubs + ":" + System.getenv("PATH"));
        assertThat(builder.start().waitFor()).isZero();
        return Files.readString(calls);
    }
}
