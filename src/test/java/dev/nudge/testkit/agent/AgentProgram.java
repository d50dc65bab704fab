package dev.nudge.testkit.agent;

import dev.nudge.testkit.Unchecked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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

    /// What is the same however it is set up.
    ///
    /// @param kind the name of its kind, which is also its name in `src/test/agents.versions`
    /// @param command what starts it
    /// @param shellTool the tool by which its model runs a command for which a person is asked
    /// @param emptyPrompt what an empty prompt that is ready for input looks like
    /// @param openSearch what is shown while the history is searched, after Ctrl+R
    record Traits(
            String kind,
            String command,
            String shellTool,
            Pattern emptyPrompt,
            Pattern openSearch) {}

    Traits traits();

    default String kind() {
        return traits().kind();
    }

    default String command() {
        return traits().command();
    }

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

    /// Registers nudge in place of `nudge install`, if that takes seconds of processor time.
    ///
    /// @return whether it has
    default boolean link(Path home) {
        return false;
    }

    /// Lets it call nudge's tools without a question, once nudge is registered.
    void trustNudge(Path home);

    /// Types a text into its prompt, until it has all of it: Enter submits it then.
    default void fill(RealAgent agent, String text) {
        agent.fill(text);
    }

    /// Returns the variables that it needs.
    Map<String, String> environment(String model);

    /// Returns the arguments of a call of [#shellTool].
    default Map<String, Object> shellCall(String command) {
        return Map.of("command", command, "description", "does something");
    }

    default String shellTool() {
        return traits().shellTool();
    }

    /// Returns what is shown while a person is asked about that call.
    default String question() {
        return "1. Yes";
    }

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
        Unchecked.run(() -> {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        });
    }

    /// Merges settings, objects key by key, into those in a file.
    static void merge(Path file, Map<String, ?> more) {
        JsonMapper json = JsonMapper.shared();
        JsonNode old = json.readTree(read(file));
        JsonNode all = json.readerForUpdating(old).readValue(json.writeValueAsString(more));
        write(file, all.toString());
    }

    /// Returns the text of a file.
    static String read(Path file) {
        return Unchecked.get(() -> Files.readString(file));
    }
}
