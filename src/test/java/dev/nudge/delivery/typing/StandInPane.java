package dev.nudge.delivery.typing;

import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// A [StandInPrompt] in a pane, started from a shell that stays when it ends.
final class StandInPane implements AutoCloseable {
    static final Duration LIMIT = Patience.LONG;

    private final TmuxServerFixture server;
    private final TemporaryFolder folder = TemporaryFolder.create();
    private final String pane;

    StandInPane(TmuxServerFixture server, String session) {
        this.server = server;
        this.pane = server.newSession(session, 100, 30, Map.of(), "exec sh");
        start();
    }

    private void start() {
        try {
            if (new ProcessBuilder("mkfifo", steering().toString()).start().waitFor() != 0) {
                throw new AssertionError("mkfifo failed");
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
        // The shell stays in the same terminal, with job control.
        server.sendLiteral(
                pane,
                "set -m; stty raw -echo; %s -XX:TieredStopAtLevel=1 -cp %s %s 100 %s %s; stty sane"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                Path.of("target/test-classes").toAbsolutePath(),
                                StandInPrompt.class.getName(),
                                steering(),
                                recordFile()));
        server.sendKeys(pane, "Enter");
        awaitScreen(screen -> screen.contains(StandInPrompt.PLACEHOLDER));
    }

    String id() {
        return pane;
    }

    AgentBinding binding() {
        long shell = Long.parseLong(server.displayMessage(pane, "#{pane_pid}"));
        long agent =
                ProcessHandle.of(shell).orElseThrow().children().findFirst().orElseThrow().pid();
        return new AgentBinding(
                server.address(pane), new ProcessTable().identify(agent).orElseThrow());
    }

    /// Tells the agent what to do, and waits until it has obeyed and the screen shows it.
    void steer(String line, Predicate<String> until) {
        steer(line);
        awaitScreen(until);
    }

    /// Waits until the agent has obeyed: a line that comes while it closes the pipe would be lost.
    void steer(String line) {
        int before = obeyed();
        try {
            Files.writeString(steering(), line + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await().atMost(LIMIT).until(() -> obeyed() > before);
    }

    private int obeyed() {
        return lines(steering().resolveSibling(StandInPrompt.OBEYED)).size();
    }

    /// What was submitted, queued and approved, oldest first.
    List<String> record() {
        return lines(recordFile());
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> awaitRecord(int lines) {
        return await().atMost(LIMIT).until(this::record, record -> record.size() >= lines);
    }

    String awaitScreen(Predicate<String> condition) {
        return server.awaitScreen(pane, condition, LIMIT);
    }

    String screen() {
        return String.join("\n", server.capture(pane));
    }

    private Path recordFile() {
        return folder.path().resolve("record");
    }

    private Path steering() {
        return folder.path().resolve("steering");
    }

    @Override
    public void close() {
        folder.close();
    }
}
