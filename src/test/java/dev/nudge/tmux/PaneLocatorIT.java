package dev.nudge.tmux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.tmux.PaneLocator.ClientProcess;
import dev.nudge.tmux.PaneLocator.PaneLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PaneLocatorIT {
    private static final Duration LIMIT = Patience.LONG;
    private static final String SESSION = "gemini-cli";

    @AutoClose private final TmuxServerFixture server = TmuxServerFixture.startCountingFromOne();
    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();
    private final PaneLocator locator = new PaneLocator(new ProcessTable());
    private final List<Long> orphans = new ArrayList<>();
    private int programs;

    @Test
    void everyProgramIsFoundInItsOwnPaneWhateverItsVariablesSay() {
        Program first = Program.session(this, SESSION, "");
        Program second = inNewPane(server.newWindow(SESSION, Map.of(), "sh"));
        Program third = inNewPane(server.splitWindow(second.pane(), Map.of(), "sh"));

        String stale = folder.path().resolve("gone") + ",1,0";

        for (Program program : List.of(first, second, third)) {
            long pid = program.pid();
            assertThat(
                            List.of(
                                    program.caller(tmuxVariable()),
                                    new ClientProcess(pid, tmuxVariable(), first.pane()),
                                    new ClientProcess(pid, stale, "%99"),
                                    new ClientProcess(pid, "", "")))
                    .allSatisfy(caller ->
                            assertThat(locator.locate(caller, SESSION))
                                    .isEqualTo(inside(program.pane())));
        }
    }

    @Test
    void paneIsFoundThoughNoAncestorNamesItsSocket() {
        Program program = Program.session(this, SESSION, "exec env -u TMUX -u TMUX_PANE ");

        assertThat(locator.locate(new ClientProcess(program.pid(), "", ""), SESSION))
                .isEqualTo(inside(program.pane()));
    }

    @Test
    void socketInAnotherDirectoryIsFound() throws Exception {
        Path directory = folder.folder("sockets");
        Path pidFile = folder.path().resolve("elsewhere");
        run(
                List.of("tmux", "-L", "x", "-f", "/dev/null", "new-session", "-d", "-s", SESSION),
                directory,
                "exec env -u TMUX -u TMUX_PANE sh -c 'echo $$ > " + pidFile + "; exec sleep 100'");
        try {
            long pid = awaitPid(pidFile);

            assertThat(locator.locate(new ClientProcess(pid, "", ""), SESSION))
                    .isInstanceOfSatisfying(
                            PaneLocation.Inside.class,
                            found ->
                                    assertThat(found.pane().socket())
                                            .startsWith(directory)
                                            .hasFileName("x"));
        } finally {
            run(List.of("tmux", "-L", "x"), directory, "kill-server");
        }
    }

    @Test
    void otherSessionWithTheSameBeginningIsNotTheSession() {
        Program program = Program.session(this, SESSION + "-other", "");

        assertThat(locator.locate(program.caller(tmuxVariable()), SESSION))
                .isEqualTo(
                        new PaneLocation.Outside(
                                "It runs in tmux session 'gemini-cli-other' (pane %s), not in 'gemini-cli'."
                                        .formatted(program.pane())));
    }

    @Test
    void callerOutsideTmuxIsOutsideThoughTheSessionExistsAndItsVariablesNameIt() throws Exception {
        Program program = Program.session(this, SESSION, "");
        long orphan = orphan();

        assertThat(locator.locate(new ClientProcess(orphan, "", ""), SESSION))
                .isEqualTo(new PaneLocation.Outside("It does not run inside tmux."));

        assertThat(
                        locator.locate(
                                new ClientProcess(orphan, tmuxVariable(), program.pane()), SESSION))
                .isInstanceOfSatisfying(
                        PaneLocation.Outside.class,
                        outside -> assertThat(outside.reason()).contains("does not descend from"));
    }

    @Test
    void anySessionOfAGroupIsTheSession() {
        Program program = Program.session(this, "main", "");
        server.tmux("new-session", "-d", "-t", "=main", "-s", SESSION);
        server.tmux("new-session", "-d", "-t", "=main", "-s", "third");

        assertThat(locator.locate(program.caller(tmuxVariable()), SESSION))
                .isEqualTo(inside(program.pane()));
    }

    @Test
    void nearestPaneCountsWhenServersAreNested() throws Exception {
        Program outer = Program.session(this, "outside", "");
        Path directory = folder.folder("inner");
        Path pidFile = folder.path().resolve("inner-pid");
        Path socket = directory.resolve("socket");
        // A server in the foreground stays a child of the outer pane.
        server.sendLiteral(
                outer.pane(),
                "env -u TMUX tmux -D -S "
                        + socket
                        + " -f /dev/null & while ! test -S "
                        + socket
                        + "; do :; done;");
        server.sendLiteral(
                outer.pane(),
                "tmux -S %s new-session -d -s %s 'echo $$ > %s; exec sleep 100'"
                        .formatted(socket, SESSION, pidFile));
        server.sendKeys(outer.pane(), "Enter");
        try {
            long pid = awaitPid(pidFile);

            assertThat(
                            locator.locate(
                                    new ClientProcess(pid, tmuxVariable(), outer.pane()), SESSION))
                    .isInstanceOfSatisfying(
                            PaneLocation.Inside.class,
                            found -> assertThat(found.pane().socket()).isEqualTo(socket));
        } finally {
            run(List.of("tmux", "-S", socket.toString()), directory, "kill-server");
        }
    }

    @Test
    void serverThatHangsIsSkipped() throws Exception {
        Program program = Program.session(this, SESSION, "exec env -u TMUX -u TMUX_PANE ");
        try (TmuxServerFixture hanging = TmuxServerFixture.start()) {
            hanging.newSession("s", 80, 24, Map.of(), "cat");
            String socket = hanging.socket().toString();
            String pid = hanging.displayMessage("s", "#{pid}");
            signal("-STOP", pid);
            try {
                Function<Path, Tmux> servers =
                        path ->
                                path.toString().equals(socket)
                                        ? new Tmux(path, "tmux", Duration.ofMillis(500))
                                        : new Tmux(path);
                PaneLocator impatient = new PaneLocator(new ProcessTable(), servers, servers);
                assertThat(
                                impatient.locate(
                                        new ClientProcess(
                                                program.pid(), socket + "," + pid + ",0", "%0"),
                                        SESSION))
                        .isEqualTo(inside(program.pane()));
            } finally {
                signal("-CONT", pid);
            }
        }
    }

    /// As on a busy machine: else the agent would count as one that cannot be told anything.
    @Test
    void serverThatIsSlowIsWaitedFor() throws Exception {
        Program program = Program.session(this, SESSION, "");
        PaneLocation expected = inside(program.pane());
        ClientProcess caller = program.caller(tmuxVariable());
        String pid = server.displayMessage(program.pane(), "#{pid}");
        signal("-STOP", pid);
        long seconds = Tmux.LIMIT.plusSeconds(1).toSeconds();
        new ProcessBuilder("sh", "-c", "sleep %d; kill -CONT %s".formatted(seconds, pid)).start();

        assertThat(new PaneLocator(new ProcessTable()).locate(caller, SESSION)).isEqualTo(expected);
    }

    /// A program in a pane whose process id is known.
    private record Program(String pane, long pid) {
        static Program session(PaneLocatorIT test, String session, String prefix) {
            Path file = test.nextFile();
            String pane =
                    test.server.newSession(session, 80, 24, Map.of(), prefix + writePid(file));
            return new Program(pane, awaitPid(file));
        }

        ClientProcess caller(String tmux) {
            return new ClientProcess(pid, tmux, pane);
        }
    }

    /// Runs a program two shells deep in a pane with a shell.
    private Program inNewPane(String pane) {
        Path file = nextFile();
        server.sendLiteral(pane, "sh -c \"" + writePid(file).replace("$", "\\$") + "; true\"");
        server.sendKeys(pane, "Enter");
        return new Program(pane, awaitPid(file));
    }

    private Path nextFile() {
        programs++;
        return folder.path().resolve("pid-" + programs);
    }

    private PaneLocation inside(String pane) {
        return new PaneLocation.Inside(server.address(pane), SESSION);
    }

    private String tmuxVariable() {
        return server.socket() + ",1,0";
    }

    private static String writePid(Path file) {
        return "sh -c 'echo $$ > %s; sh; true'".formatted(file);
    }

    private static long awaitPid(Path file) {
        return await().atMost(LIMIT)
                .until(
                        () -> Files.exists(file) ? Files.readString(file).strip() : "",
                        text -> !text.isEmpty())
                .transform(Long::parseLong);
    }

    /// Starts a process that has no tmux pane among its ancestors, whatever runs this test.
    private long orphan() throws Exception {
        Path file = nextFile();
        Process parent =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "setsid sh -c 'echo $$ > " + file + "; exec sleep 300' &")
                        .start();
        assertThat(parent.waitFor(LIMIT)).isTrue();
        long pid = awaitPid(file);
        orphans.add(pid);
        return pid;
    }

    @AfterEach
    void endOrphans() {
        orphans.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    private static void signal(String name, String pid) throws Exception {
        assertThat(new ProcessBuilder("kill", name, pid).start().waitFor()).isZero();
    }

    private static void run(List<String> command, Path socketDirectory, String last)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(Stream.concat(command.stream(), Stream.of(last)).toList());
        builder.environment().remove("TMUX");
        builder.environment().put("TMUX_TMPDIR", socketDirectory.toString());
        assertThat(builder.start().waitFor()).isZero();
    }
}
