package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What commands do on the terminal of a person, and only there.
class OnTerminalIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private final String pane =
            tmux.newSession("one", 70, 12, user.environment(), "PS1='ready$ ' exec bash --norc");

    /// Runs a line of shell, in which `nudge` is a function.
    private void shell(String line) {
        String words = ShellWords.join(NudgeUser.command());
        Path script = user.folder("scripts").resolve("line");
        NudgeUser.writeProgram(script, "nudge() { %s \"$@\"; }\n%s".formatted(words, line));
        awaitScreen(s -> s.stripTrailing().endsWith("ready$"));
        // At once: what is awaited next may be on the screen already.
        tmux.tmux("send-keys", "-R", "-t", pane);
        tmux.enter(pane, "clear; . " + script);
    }

    private String screen() {
        return tmux.tmux("capture-pane", "-p", "-t", pane);
    }

    private String colours() {
        return tmux.tmux("capture-pane", "-p", "-e", "-t", pane);
    }

    private void awaitScreen(Predicate<String> condition) {
        await().atMost(Patience.LONG).until(this::screen, condition);
    }

    @Test
    void tableFitsTheTerminalAndHasColoursUnlessTheyAreUnwelcome() {
        user.run("run", "--label", "構築 of some length", "--", "exit 3 # " + "構築".repeat(40));
        user.awaitEnd(1);
        for (int columns : new int[] {70, 60, 40, 30}) {
            tmux.tmux("resize-window", "-t", pane, "-x", Integer.toString(columns));
            String end = "done in " + columns;
            shell("nudge ps --all; echo " + end);

            awaitScreen(s -> s.contains("\n" + end + "\n") && s.lines().toList().indexOf(end) == 2);
            assertThat(screen().lines()).element(1).asString().startsWith("1 ").endsWith("...");
            assertThat(colours()).contains("\u001b[31m1 ");
        }

        shell("NO_COLOR=1 nudge ps --all; echo done again");
        awaitScreen(s -> s.contains("\ndone again\n"));
        assertThat(colours()).doesNotContain("\u001b[31m");
    }

    @Test
    void watchedTableChangesIsCutToTheTerminalAndLeavesTheScreenAsItWas() {
        shell("nudge run -- sleep 300");
        awaitScreen(
                s -> s.contains("1\nnudge: Job 1 runs. To follow its output: nudge logs -f 1\n"));
        shell("echo before; nudge ps --all --watch");
        awaitScreen(s -> s.contains("running") && !s.contains("before"));

        user.run("kill", "1");
        awaitScreen(s -> s.contains("SIGTERM"));
        tmux.sendKeys(pane, "C-c");

        awaitScreen(s -> s.contains("before") && !s.contains("SIGTERM"));

        for (int i = 0; i < 13; i++) {
            user.run("run", "--", "true");
        }
        shell("nudge ps --all --watch");
        awaitScreen(s ->
                Arrays.asList(s.split("\n", -1)).getFirst().startsWith("JOB")
                        && s.contains("and 5 more"));
        tmux.sendKeys(pane, "C-c");
    }

    @Test
    void jobThatIsWaitedForSaysHowToLeaveItAndIsLeftWithoutADumpOrInterrupted() {
        shell("ulimit -c unlimited; nudge run --wait -- 'echo up; exec sleep 300'; echo code $?");
        awaitScreen(s ->
                s.contains("job 1; Ctrl+\\ leaves it, Ctrl+C interrupts it") && s.contains("up"));

        tmux.sendKeys(pane, "C-\\");

        awaitScreen(s -> s.contains("the job continues") && s.contains("code 131"));
        assertThat(String.join("\n", tmux.capture(pane)))
                .doesNotContain("Quit", "core", "java.lang.Thread");
        assertThat(user.record(1).path("state").stringValue()).isEqualTo("running");

        shell("nudge run --wait -- 'echo up; sleep 300'; echo code $?");
        awaitScreen(s -> s.contains("\nup\n"));
        tmux.sendKeys(pane, "C-c");
        awaitScreen(s -> s.contains("gets SIGINT") && s.contains("code 130\n"));
    }

    @Test
    void commandThatWaitsIsLeftWithoutADump() {
        user.run("run", "--", "echo up; exec sleep 300");
        // The others show when they are ready.
        for (String command : List.of("wait 1", "logs -f 1", "ps --watch")) {
            shell("ulimit -c unlimited; nudge " + command + "; echo code $?");
            user.awaitClients(1);
            awaitScreen(s -> command.startsWith("wait") || s.contains("up"));
            tmux.sendKeys(pane, "C-\\");
            awaitScreen(s -> s.contains("nudge: left; the jobs continue: nudge ps\ncode 131\n"));
            assertThat(String.join("\n", tmux.capture(pane))).doesNotContain("Quit", "core");
        }
    }

    @Test
    void jobOnATerminalIsAttachedToOnceItRunsAndShownFromItsFirstByteInItsSize() {
        shell("NUDGE_DETACH_KEY=x nudge run --wait --pty -- 'sleep 300'; echo code $?");
        awaitScreen(s -> s.contains("code "));
        assertThat(user.run("ps", "--all", "--json")).isEqualTo("[ ]\n");

        shell("nudge run --wait --pty -- 'stty size; seq 101 160; cat; exit 5'; echo code $?");
        awaitScreen(s -> s.contains("160\n"));
        tmux.enter(pane, "typed");

        awaitScreen(s -> s.contains("typed\ntyped\n"));
        tmux.sendKeys(pane, "C-d");
        awaitScreen(s -> s.contains("[job 1 has ended]\ncode 5\n"));
        String all = tmux.tmux("capture-pane", "-p", "-S", "-", "-t", pane);
        assertThat(all).containsOnlyOnce("12 70\n101\n102\n");
        assertThat(all.lines().filter(line -> line.matches("1[0-6]\\d"))).hasSize(60);
        assertThat(user.run("show", "1")).contains("terminal          70x12\n");

        user.run("pause");
        shell("nudge run --wait --pty -- vi; echo code $?");
        awaitScreen(s -> s.contains("job 2 is queued ("));
        tmux.sendKeys(pane, "C-c");
        awaitScreen(s -> s.contains("killed by the user") && s.contains("code "));
        shell("nudge run --wait --pty -- 'read -p \"Name? \" x; echo hi $x; exit 5'; echo code $?");
        awaitScreen(s -> s.contains("job 3 is queued ("));
        user.run("resume");
        awaitScreen(s -> s.contains("Name?"));
        tmux.enter(pane, "Bob");
        awaitScreen(s -> s.contains("[job 3 has ended]\ncode 5\n"));
        assertThat(user.run("logs", "3")).contains("hi Bob");
    }

    @Test
    void attachSaysHowToLeaveLeavesTheTerminalAsItWasAndPassesOnTheExitCode() throws IOException {
        String terminal = tmux.displayMessage(pane, "#{pane_tty}");
        user.run("run", "--pty", "--", "echo up; read line; exit 7");
        shell("nudge attach 1; echo code $?");
        awaitScreen(s -> s.contains("up\n") && s.contains("[job 1: Ctrl+\\ detaches]"));
        tmux.sendLiteral(pane, "x");
        awaitScreen(s -> s.contains("up\nx") && !s.contains("detaches]"));
        assertThat(settings(terminal)).contains("-opost");
        tmux.sendKeys(pane, "C-\\");
        awaitScreen(s -> s.contains("\ncode 0\n"));
        assertThat(settings(terminal)).contains("min = 1; time = 0;").doesNotContain("-opost");

        shell("nudge attach --json 1 && echo done");
        awaitScreen(s -> s.contains("up\n"));
        tmux.sendKeys(pane, "C-\\");
        awaitScreen(s -> s.contains("\n}\ndone\n"));
        assertThat(screen()).doesNotContain("[detached");
        assertThat(tmux.tmux("capture-pane", "-p", "-S", "-99", "-t", pane))
                .contains("\"state\" : \"running\"");

        shell("nudge attach 1; echo code $?");
        awaitScreen(s -> s.contains("up\n"));
        tmux.sendKeys(pane, "Enter");
        awaitScreen(s -> s.contains("[job 1 has ended]\ncode 7\n"));
    }

    private static String settings(String terminal) throws IOException {
        Process stty = new ProcessBuilder("stty", "-a", "-F", terminal).start();
        return new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void cleanAsksFirstAndAPopupSaysWhyThereIsNone() {
        user.run("run", "--wait", "--", "true");
        shell("nudge clean; nudge clean --yes");
        awaitScreen(s -> s.contains("Remove the job that has ended, and its output? [y/N]"));
        tmux.enter(pane, "n");
        awaitScreen(s -> s.contains("Nothing was removed.\n1 job removed.\n"));

        user.run("run", "--pty", "--", "cat");
        shell("nudge attach --popup 7; TMUX= nudge attach --popup 2; echo done");
        awaitScreen(s -> s.contains("\ndone\n"));
        assertThat(screen().replace("\n", ""))
                .contains("nudge: No job 7. Known jobs: 2.")
                .contains(
                        "nudge: This shell is not inside tmux, so there is no place for a popup.");
        shell("nudge attach --popup 2; echo no client");
        awaitScreen(s -> s.contains("\nno client\n"));
        assertThat(screen().replace("\n", "")).contains("nudge: tmux shows no popup: ");
        user.run("run", "--pty", "--delay", "1h", "--", "true");
        assertThat(user.fail("attach", "3")).contains("Job 3 has not been started yet");
    }
}
