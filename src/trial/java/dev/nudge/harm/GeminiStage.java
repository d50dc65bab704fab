package dev.nudge.harm;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/// Gemini CLI, with nudge's hooks or without.
final class GeminiStage implements Stage {
    private static final String HOOKED = "NUDGE_HOOKS= gemini";

    private final NudgedGemini world = NudgedGemini.startWithoutHooks();

    @Override
    public String kind() {
        return "gemini-cli";
    }

    @Override
    public ScriptedModel model() {
        return world.model();
    }

    @Override
    public TmuxServerFixture tmux() {
        return world.tmux();
    }

    @Override
    public NudgeUser user() {
        return world.user();
    }

    @Override
    public String session() {
        return "gemini-cli";
    }

    @Override
    public String pane() {
        return world.agent().pane();
    }

    @Override
    public String jobTool() {
        return NudgedGemini.TOOL;
    }

    @Override
    public ModelReply shellCall(String command) {
        return ModelReply.call("run_shell_command", Map.of("command", command));
    }

    @Override
    public String question() {
        return "Allow execution";
    }

    @Override
    public List<String> approvals() {
        return List.of("Enter", "1");
    }

    @Override
    public String menu() {
        return "/theme";
    }

    @Override
    public String quit() {
        return "/quit";
    }

    @Override
    public boolean staysInShellMode() {
        return true;
    }

    @Override
    public boolean worksBesideADraft() {
        return false;
    }

    @Override
    public String firstCommand() {
        return NudgedGemini.COMMAND;
    }

    @Override
    public String launchCommand(Random random) {
        return random.nextBoolean() ? "NUDGE_HOOKS=off gemini" : HOOKED;
    }

    @Override
    public boolean leavesReceipts(String command) {
        return command.equals(HOOKED);
    }

    /// Its user begins at once: what is submitted too early is kept by the agent.
    @Override
    public void awaitLaunched() {}

    @Override
    public Pattern agentsOwnWords() {
        return Pattern.compile(
                "(?s)I ran the following shell command:\\s*```sh\n.*?\n```\\s*This produced the"
                        + " following result:\\s*```\n.*?\n```");
    }

    @Override
    public Pattern handedOver() {
        return Pattern.compile("<hook_context>(.*?)</hook_context>", Pattern.DOTALL);
    }

    @Override
    public void close() {
        world.close();
    }
}
