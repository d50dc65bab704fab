package dev.nudge.delivery.typing;

import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.Unchecked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// A [StandInPrompt] in a pane, started from a shell that stays when it ends.
final class StandInPane implements AutoCloseable {
    private final TmuxServerFixture server;
    private final TemporaryFolder folder = TemporaryFolder.create();
    private final Path steering = folder.path().resolve("steering");
    private final Path record = folder.path().resolve("record");
    private final String pane;

    /// The shell stays in the same terminal, with job control.
    StandInPane(TmuxServerFixture server, String session) {
        this.server = server;
        this.pane = server.newSession(session, StandInPrompt.COLUMNS, 30, Map.of(), "exec sh");
        server.enter(
                pane,
                "set -m; mkfifo %s; stty raw -echo; %s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp %s %s %1$s %s; stty sane"
                        .formatted(
                                steering,
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                Path.of("target/test-classes").toAbsolutePath(),
                                StandInPrompt.class.getName(),
                                record));
        awaitText(StandInPrompt.PLACEHOLDER);
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

    /// Tells the agent what to do, and waits until it has obeyed: a line that comes while it closes
    /// the pipe would be lost.
    void steer(String line) {
        int before = obeyed();
        Unchecked.run(() -> Files.writeString(steering, line + "\n"));
        await().until(() -> obeyed() > before);
    }

    private int obeyed() {
        return lines(steering.resolveSibling(StandInPrompt.OBEYED)).size();
    }

    /// What was submitted, queued and approved, oldest first.
    List<String> record() {
        return lines(record);
    }

    private static List<String> lines(Path file) {
        return Files.exists(file) ? Unchecked.get(() -> Files.readAllLines(file)) : List.of();
    }

    List<String> awaitRecord(int lines) {
        return await().until(this::record, record -> record.size() >= lines);
    }

    void awaitText(String text) {
        awaitScreen(screen -> screen.contains(text));
    }

    void awaitScreen(Predicate<String> condition) {
        String _ = server.awaitScreen(pane, condition, Patience.LONG);
    }

    String screen() {
        return String.join("\n", server.capture(pane));
    }

    @Override
    public void close() {
        folder.close();
    }
}
