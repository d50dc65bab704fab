package dev.nudge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShellPane;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.Writer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What commands do on the terminal of a person, and only there.
class OnTerminalIT {
    @AutoClose private static NudgeUser user = NudgeUser.create();
    @AutoClose private static TmuxServerFixture tmux = TmuxServerFixture.start();
    private final ShellPane shell = new ShellPane(tmux, user, 70, 12);

    private String colours() {
        return tmux.tmux("capture-pane", "-p", "-e", "-t", shell.pane());
    }

    /// Returns the number of the job that is started next.
    private static long next() {
        return user.runJob("--", "true") + 1;
    }

    @Test
    void tableFitsTheTerminalAndHasColoursUnlessTheyAreUnwelcome() {
        long job = user.runJob("--label", "構築 of some length", "exit 3 # " + "構築".repeat(40));
        user.awaitEnd(job);
        String list = "nudge ps --all --label '構築 of some length'; echo ";
        for (int columns : new int[] {70, 60, 40, 30}) {
            tmux.tmux("resize-window", "-t", shell.pane(), "-x", Integer.toString(columns));
            String end = "done in " + columns;
            shell.run(list + end);

            shell.awaitScreen(
                    s -> s.contains("\n" + end + "\n") && s.lines().toList().indexOf(end) == 2);
            assertThat(shell.screen().lines())
                    .element(1)
                    .asString()
                    .startsWith(job + " ")
                    .endsWith("...");
            assertThat(colours()).contains("\u001b[31m" + job + " ");
        }

        shell.run("NO_COLOR=1 " + list + "done again");
        shell.awaitShown("\ndone again\n");
        assertThat(colours()).doesNotContain("\u001b[31m");
    }

    @Test
    void watchedTableChangesIsCutToTheTerminalAndLeavesTheScreenAsItWas() {
        long job = next();
        shell.run("nudge run --label seen -- sleep 300");
        shell.awaitShown(
                "%1$d\nnudge: Job %1$d runs. To follow its output: nudge logs -f %1$d\n"
                        .formatted(job));
        shell.run("echo before; nudge ps --all --watch --label seen");
        shell.awaitScreen(s -> s.contains("running") && !s.contains("before"));

        user.run("kill", Long.toString(job));
        shell.awaitShown("SIGTERM");
        shell.press("C-c");

        shell.awaitScreen(s -> s.contains("before") && !s.contains("SIGTERM"));

        user.run("run", "--label", "many", "--array", "1-14", "--", "true");
        shell.run("nudge ps --all --watch --label many");
        shell.awaitScreen(s -> s.startsWith("JOB") && s.contains("and 5 more"));
        shell.press("C-c");
        // The other cases count the clients and the jobs that have ended.
        shell.awaitReady();
        user.run("wait", "many");
    }

    @Test
    void jobThatIsWaitedForSaysHowToLeaveItAndIsLeftWithoutADumpOrInterrupted() {
        long job = next();
        shell.run(
                "ulimit -c unlimited; nudge run --wait -- 'echo up; exec sleep 300'; echo code $?");
        shell.awaitShown("job %d; Ctrl+\\ leaves it, Ctrl+C interrupts it".formatted(job), "up");

        shell.press("C-\\");

        shell.awaitShown("the job continues", "code 131");
        assertThat(shell.screen()).doesNotContain("Quit", "core", "java.lang.Thread");
        assertThat(user.value(job, "state")).isEqualTo("running");

        // The others show when they are ready.
        for (String command : List.of("wait " + job, "logs -f " + job, "ps --watch")) {
            shell.run("ulimit -c unlimited; nudge " + command + "; echo code $?");
            user.awaitClients(1);
            shell.awaitScreen(s -> command.startsWith("wait") || s.contains("up"));
            shell.press("C-\\");
            shell.awaitShown("nudge: left; the jobs continue: nudge ps\ncode 131\n");
            assertThat(shell.screen()).doesNotContain("Quit", "core");
        }

        shell.run("nudge run --wait -- 'echo up; sleep 300'; echo code $?");
        shell.awaitShown("\nup\n");
        shell.press("C-c");
        shell.awaitShown("gets SIGINT", "code 130\n");
    }

    @Test
    void jobOnATerminalIsAttachedToOnceItRunsAndShownFromItsFirstByteInItsSize() {
        long job = next();
        shell.run("NUDGE_DETACH_KEY=x nudge run --wait --pty -- 'sleep 300'; echo code $?");
        shell.awaitShown("code ");
        assertThat(user.job(job)).as("not started").doesNotExist();

        shell.run("nudge run --wait --pty -- 'stty size; seq 101 160; cat; exit 5'; echo code $?");
        shell.awaitShown("160\n");
        shell.enter("typed");

        shell.awaitShown("typed\ntyped\n");
        shell.press("C-d");
        shell.awaitShown("[job %d has ended]\ncode 5\n".formatted(job));
        String all = shell.all();
        assertThat(all).containsOnlyOnce("12 70\n101\n102\n");
        assertThat(all.lines().filter(line -> line.matches("1[0-6]\\d"))).hasSize(60);
        assertThat(user.run("show", Long.toString(job))).contains("terminal          70x12\n");

        user.run("pause");
        shell.run("nudge run --wait --pty -- vi; echo code $?");
        shell.awaitShown("job %d is queued (".formatted(job + 1));
        shell.press("C-c");
        shell.awaitShown("killed by the user", "code ");
        shell.run(
                "nudge run --wait --pty -- 'read -p \"Name? \" x; echo hi $x; exit 5'; echo code $?");
        shell.awaitShown("job %d is queued (".formatted(job + 2));
        user.run("resume");
        shell.awaitShown("Name?");
        shell.enter("Bob");
        shell.awaitShown("[job %d has ended]\ncode 5\n".formatted(job + 2));
        assertThat(user.output(job + 2)).contains("hi Bob");
    }

    private String settings() {
        String terminal = tmux.displayMessage(shell.pane(), "#{pane_tty}");
        return new ShortCommand(Patience.LONG, user.environment())
                .run(List.of("stty", "-a", "-F", terminal));
    }

    @Test
    void attachSaysHowToLeaveLeavesTheTerminalAsItWasAndPassesOnTheExitCode() {
        long job = user.runJob("--pty", "--", "echo up; read line; exit 7");
        String attach = "nudge attach %d; echo code $?".formatted(job);
        shell.run(attach);
        shell.awaitShown("up\n", "[job %d: Ctrl+\\ detaches]".formatted(job));
        shell.type("x");
        shell.awaitScreen(s -> s.contains("up\nx") && !s.contains("detaches]"));
        assertThat(settings()).contains("-opost");
        shell.press("C-\\");
        shell.awaitShown("\ncode 0\n");
        assertThat(settings()).contains("min = 1; time = 0;").doesNotContain("-opost");

        shell.run("nudge attach --json %d && echo done".formatted(job));
        shell.awaitShown("up\n");
        shell.press("C-\\");
        shell.awaitShown("\n}\ndone\n");
        assertThat(shell.screen()).doesNotContain("[detached");
        assertThat(shell.all()).contains("\"state\" : \"running\"");

        shell.run(attach);
        shell.awaitShown("up\n");
        shell.press("Enter");
        shell.awaitShown("[job %d has ended]\ncode 7\n".formatted(job));
    }

    @Test
    void cleanAsksFirstAndAPopupSaysWhyThereIsNone() {
        user.run("clean", "--yes");
        user.run("run", "--wait", "--", "true");
        shell.run("nudge clean; nudge clean --yes");
        shell.awaitShown("Remove the job that has ended, and its output? [y/N]");
        shell.enter("n");
        shell.awaitShown("Nothing was removed.\n1 job removed.\n");

        String attach = "nudge attach --popup " + user.runJob("--pty", "--", "cat");
        shell.run("nudge attach --popup 9999; TMUX= " + attach + "; echo done");
        shell.awaitShown("\ndone\n");
        assertThat(shell.screen().replace("\n", ""))
                .contains("nudge: No job 9999. Known jobs: ")
                .contains(
                        "nudge: This shell is not inside tmux, so there is no place for a popup.");
        shell.run(attach + "; echo no client");
        shell.awaitShown("\nno client\n");
        assertThat(shell.screen().replace("\n", "")).contains("nudge: tmux shows no popup: ");
        long later = user.runJob("--pty", "--delay", "1h", "--", "true");
        assertThat(user.fail("attach", Long.toString(later)))
                .contains("Job %d has not been started yet".formatted(later));
    }

    /// It is typed in pieces.
    @Test
    void inputForATerminalKeepsItsCharactersWholeAndNothingIsTypedIfNoneComes() throws Exception {
        long job =
                user.runJob(
                        "--pty",
                        "--",
                        "stty raw -echo; echo ready; head -c 65541 | tail -c 6 | od -An -tx1; echo done");
        user.awaitOutput(job, "ready");
        Process empty = user.start("send", Long.toString(job), "-");
        empty.getOutputStream().close();
        Process silent = user.start("send", Long.toString(job), "-", "-k", "Enter");
        for (Process process : List.of(empty, silent)) {
            assertThat(process.waitFor()).isEqualTo(1);
            assertThat(process.errorReader().readAllAsString())
                    .contains(
                            process == empty ? "input is empty, so " : "within half a second, so ")
                    .contains("nothing has been typed");
        }

        Process send = user.start("send", Long.toString(job), "-");
        try (Writer input = send.outputWriter(UTF_8)) {
            input.write("a".repeat(65_535) + "\uD83D\uDE00bc");
        }
        assertThat(send.waitFor()).isZero();
        assertThat(user.wholeOutput(job)).contains("f0 9f 98 80 62 63");
    }
}
