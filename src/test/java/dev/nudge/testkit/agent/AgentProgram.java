package dev.nudge.testkit.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The program of an agent, as `scripts/agent` installs it, and what makes it start without a
/// question and without an account.
public interface AgentProgram {
    /// Returns the program of this kind, as it is when nothing but keys and hooks reach it, or as
    /// it is with a way of its own: `codex`, `codex/queue`.
    ///
    /// @throws IllegalArgumentException if there is none
    static AgentProgram named(String name) {
        return switch (name) {
            case "claude-code" -> new ClaudeCode();
            case "claude-code/task" -> ClaudeCode.withTasks();
            case "claude-code/monitor" -> ClaudeCode.withMonitors();
            case "codex" -> new Codex();
            case "codex/queue" -> Codex.withServer();
            case "copilot-cli" -> new CopilotCli();
            case "gemini-cli" -> new GeminiCli();
            case "opencode" -> new Opencode();
            case "qwen-code" -> new QwenCode();
            default -> throw new IllegalArgumentException("unknown agent: " + name);
        };
    }

    /// Returns the name of its kind, which is also its name in `src/test/agents.versions`.
    String kind();

    /// Returns the command that starts it.
    String command();

    /// Returns the name of the tmux session that it runs in.
    default String session() {
        return "work";
    }

    /// Returns the name by which its model calls a tool of nudge.
    default String tool(String name) {
        return "mcp__nudge__" + name;
    }

    /// Turns off the way to results that it has of its own.
    ///
    /// @return the command that starts it without; empty if it has none
    default Optional<String> turnWayOff(Path home) {
        return Optional.empty();
    }

    /// Returns a part of what tells the model that a job has ended.
    default String endOf(long job) {
        return "[nudge: job %d,".formatted(job);
    }

    /// Writes its settings.
    ///
    /// @param home the value of HOME
    /// @param workspace the directory that it starts in
    /// @param model the address of the scripted model, without a path
    void prepare(Path home, Path workspace, String model);

    /// Lets it call nudge's tools without a question, once nudge is registered.
    void trustNudge(Path home);

    /// Returns the variables that it needs.
    Map<String, String> environment(String model);

    /// Returns what an empty prompt that is ready for input looks like, in a row of its own.
    Pattern emptyPrompt();

    /// Returns the call by which the model asks to run a command for which a person is asked.
    Map<String, Object> shellCall(String command);

    /// Returns the name of that tool.
    String shellTool();

    /// Returns what is shown while a person is asked about that call.
    default String question() {
        return "1. Yes";
    }

    /// Returns the key that begins a new line in the prompt.
    String lineKey();

    /// Returns the key that suspends it; empty if it has none.
    default Optional<String> suspendKey() {
        return Optional.of("C-z");
    }

    /// Returns what it shows after Escape while it works, if only a second Escape interrupts it.
    default Optional<String> beforeSecondEscape() {
        return Optional.empty();
    }

    /// Returns whether it takes messages without keys, whatever is in its prompt.
    default boolean hasInbox() {
        return false;
    }

    /// Returns whether it runs nudge's hooks.
    default boolean hasHooks() {
        return true;
    }

    /// Returns whether results wait until its user has submitted a prompt.
    default boolean waitsForPrompt() {
        return false;
    }

    /// Returns what the menu shows that `/model` opens.
    default String openMenu() {
        return "Select";
    }

    /// Returns what is shown while the history is searched, after Ctrl+R.
    Pattern openSearch();

    /// Returns the keys that answer what this screen asks at the agent's start, such as whether it
    /// may run nudge's hooks; none if it asks nothing.
    default List<String> startAnswer(String screen) {
        return List.of();
    }

    /// Returns the folder of the program, in `.tools` or in the folder that the system property
    /// `nudge.tools` names, for other versions.
    ///
    /// @throws AssertionError if it is not there: a missing tool fails a test, it does not skip it
    default Path folder() {
        Path folder =
                Path.of(System.getProperty("nudge.tools", ".tools"), kind(), "node_modules/.bin")
                        .toAbsolutePath();
        if (!Files.isExecutable(folder.resolve(command()))) {
            throw new AssertionError(
                    "No %s in %s. Run scripts/agent %s.".formatted(command(), folder, kind()));
        }
        return folder;
    }

    /// Writes a file, and the folders for it.
    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        }
    }

    /// Returns the text of a file.
    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }
}
