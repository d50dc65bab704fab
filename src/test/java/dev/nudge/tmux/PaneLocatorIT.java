package dev.nudge.tmux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.tmux.PaneLocator.ClientProcess;
import dev.nudge.tmux.PaneLocator.PaneLocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PaneLocatorIT {
    private static final String SESSION = "gemini-cli";

    /// Before a command, so that neither it nor its ancestors name their server.
    private static final String NAMELESS = "exec env -u TMUX -u TMUX_PANE ";

    @AutoClose private final TmuxServerFixture server = TmuxServerFixture.startCountingFromOne();
    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();
    private final String variable = server.socket() + ",1,0";
    private int programs;

    /// A program in a pane.
    private record Program(String pane, long pid) {}

    private static PaneLocation locate(long pid, String tmux, String pane) {
        return new PaneLocator(new ProcessTable())
                .locate(new ClientProcess(pid, tmux, pane), SESSION);
    }

    private PaneLocation locate(Program program) {
        return locate(program.pid(), variable, program.pane());
    }

    private static Path socketOf(PaneLocation location) {
        return ((PaneLocation.Inside) location).pane().socket();
    }

    private PaneLocation inside(Program program) {
        return new PaneLocation.Inside(server.address(program.pane()), SESSION);
    }

    @Test
    void everyProgramIsFoundInItsOwnPaneWhateverItsVariablesSay() {
        Program first = session(SESSION, "");
        Program second = inNewPane(server.newWindow(SESSION, Map.of(), "sh"));
        Program third = inNewPane(server.splitWindow(second.pane(), Map.of(), "sh"));
        String stale = folder.path().resolve("gone") + ",1,0";

        for (Program program : List.of(first, second, third)) {
            long pid = program.pid();
            assertThat(
                            List.of(
                                    locate(program),
                                    locate(pid, variable, first.pane()),
                                    locate(pid, stale, "%99"),
                                    locate(pid, "", "")))
                    .containsOnly(inside(program));
        }
    }

    @Test
    void socketInAnotherDirectoryIsFound() throws Exception {
        Path directory = folder.folder("sockets");
        Path pid = nextFile();
        String command = NAMELESS + "sh -c 'echo $$ > " + pid + "; exec sleep 100'";
        tmux(directory, "-L", "x", "-f", "/dev/null", "new-session", "-d", "-s", SESSION, command);
        try {
            assertThat(socketOf(locate(awaitPid(pid), "", "")))
                    .startsWith(directory)
                    .hasFileName("x");
        } finally {
            tmux(directory, "-L", "x", "kill-server");
        }
    }

    @Test
    void anySessionOfAGroupIsTheSessionButNotOneWithTheSameBeginning() {
        Program program = session(SESSION + "-other", "");

        assertThat(locate(program))
                .isEqualTo(
                        new PaneLocation.Outside(
                                "It runs in tmux session 'gemini-cli-other' (pane %s), not in 'gemini-cli'."
                                        .formatted(program.pane())));

        server.tmux("new-session", "-d", "-t", "=gemini-cli-other", "-s", SESSION);
        server.tmux("new-session", "-d", "-t", "=gemini-cli-other", "-s", "third");
        assertThat(locate(program)).isEqualTo(inside(program));
    }

    @Test
    void callerOutsideTmuxIsOutsideThoughTheSessionExistsAndItsVariablesNameIt() throws Exception {
        Program program = session(SESSION, "");
        Path file = nextFile();
        String script = "setsid sh -c 'echo $$ > " + file + "; exec sleep 300' &";
        assertThat(new ProcessBuilder("sh", "-c", script).start().waitFor()).isZero();
        long orphan = awaitPid(file);
        try {
            assertThat(locate(orphan, "", ""))
                    .isEqualTo(new PaneLocation.Outside("It does not run inside tmux."));
            assertThat(locate(orphan, variable, program.pane()))
                    .isInstanceOf(PaneLocation.Outside.class)
                    .asString()
                    .contains("does not descend from");
        } finally {
            ProcessHandle.of(orphan).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void nearestPaneCountsWhenServersAreNested() throws Exception {
        Program outer = session("outside", "");
        Path directory = folder.folder("inner");
        Path pid = nextFile();
        Path socket = directory.resolve("socket");
        // A server in the foreground stays a child of the outer pane.
        server.enter(
                outer.pane(),
                "env -u TMUX tmux -D -S %1$s -f /dev/null & while ! test -S %1$s; do :; done; tmux -S %1$s new-session -d -s %2$s 'echo $$ > %3$s; exec sleep 100'"
                        .formatted(socket, SESSION, pid));
        try {
            assertThat(socketOf(locate(awaitPid(pid), variable, outer.pane()))).isEqualTo(socket);
        } finally {
            tmux(directory, "-S", socket.toString(), "kill-server");
        }
    }

    @Test
    void serverThatHangsIsSkipped() throws Exception {
        Program program = session(SESSION, NAMELESS);
        try (TmuxServerFixture hanging = TmuxServerFixture.start()) {
            hanging.newSession("s", 80, 24, Map.of(), "cat");
            Path socket = hanging.socket();
            String pid = hanging.displayMessage("s", "#{pid}");
            Function<Path, Tmux> servers =
                    path ->
                            path.equals(socket)
                                    ? new Tmux(path, "tmux", Duration.ofMillis(500))
                                    : new Tmux(path);
            ClientProcess caller =
                    new ClientProcess(program.pid(), socket + "," + pid + ",0", "%0");
            signal("-STOP", pid);
            try {
                assertThat(
                                new PaneLocator(new ProcessTable(), servers, servers)
                                        .locate(caller, SESSION))
                        .isEqualTo(inside(program));
            } finally {
                signal("-CONT", pid);
            }
        }
    }

    /// As on a busy machine: else the agent would count as one that cannot be told anything.
    @Test
    void serverThatIsSlowIsWaitedFor() throws Exception {
        Program program = session(SESSION, "");
        PaneLocation expected = inside(program);
        String pid = server.displayMessage(program.pane(), "#{pid}");
        signal("-STOP", pid);
        long seconds = Tmux.LIMIT.plusSeconds(1).toSeconds();
        new ProcessBuilder("sh", "-c", "sleep %d; kill -CONT %s".formatted(seconds, pid)).start();

        assertThat(locate(program)).isEqualTo(expected);
    }

    private Program session(String session, String prefix) {
        Path file = nextFile();
        String pane = server.newSession(session, 80, 24, Map.of(), prefix + writePid(file));
        return new Program(pane, awaitPid(file));
    }

    /// Runs a program two shells deep in a pane with a shell.
    private Program inNewPane(String pane) {
        Path file = nextFile();
        server.enter(pane, "sh -c \"" + writePid(file).replace("$", "\\$") + "; true\"");
        return new Program(pane, awaitPid(file));
    }

    private Path nextFile() {
        programs++;
        return folder.path().resolve("pid-" + programs);
    }

    private static String writePid(Path file) {
        return "sh -c 'echo $$ > %s; sh; true'".formatted(file);
    }

    private static long awaitPid(Path file) {
        return await().until(
                        () -> Files.exists(file) ? Files.readString(file).strip() : "",
                        text -> !text.isEmpty())
                .transform(Long::parseLong);
    }

    private static void signal(String name, String pid) throws Exception {
        assertThat(new ProcessBuilder("kill", name, pid).start().waitFor()).isZero();
    }

    private static void tmux(Path directory, String... arguments) throws Exception {
        ProcessBuilder tmux =
                new ProcessBuilder(Stream.concat(Stream.of("tmux"), Stream.of(arguments)).toList());
        tmux.environment().remove("TMUX");
        tmux.environment().put("TMUX_TMPDIR", directory.toString());
        assertThat(tmux.start().waitFor()).isZero();
    }
}
