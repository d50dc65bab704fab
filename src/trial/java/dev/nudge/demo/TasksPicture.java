package dev.nudge.demo;

import dev.nudge.testkit.agent.ClaudeCode;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Takes pictures of a task of nudge's in the real Claude Code against a scripted model, as
/// recordings of one moment in the format of asciinema.
public final class TasksPicture {
    private static final int COLUMNS = 96;
    private static final int ROWS = 20;

    private TasksPicture() {}

    /// Takes them.
    ///
    /// @param args the files to write: of the status row, and of `/tasks`
    public static void main(String[] args) {
        ClaudeCode program = ClaudeCode.withTasks();
        try (RealAgent agent = RealAgent.of(program, Map.of("COLORTERM", "truecolor"))) {
            agent.register().nudge("ps");
            agent.start(COLUMNS, ROWS);
            agent.awaitConnected();
            agent.ask("Please build everything.", "sleep 60 && make all");
            agent.awaitText("1 MCP task ");
            agent.awaitIdle();
            take(agent, Path.of(args[0]));
            agent.type("/tasks");
            agent.awaitText("/tasks");
            agent.keys("Enter");
            agent.awaitText("x to stop");
            take(agent, Path.of(args[1]));
            agent.keys("Escape");
        } catch (AssertionError | RuntimeException | IOException e) {
            System.err.println("No picture was taken: " + e);
            System.exit(1);
        }
        System.exit(0);
    }

    private static void take(RealAgent agent, Path file) throws IOException {
        String screen = agent.tmux().tmux("capture-pane", "-e", "-p", "-t", agent.pane());
        String drawn = screen.stripTrailing().replace("\n", "\r\n");
        JsonMapper json = JsonMapper.shared();
        Files.writeString(
                file,
                json.writeValueAsString(Map.of("version", 2, "width", COLUMNS, "height", ROWS))
                        + "\n"
                        + json.writeValueAsString(List.of(0, "o", drawn))
                        + "\n");
    }
}
