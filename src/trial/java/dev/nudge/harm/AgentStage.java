package dev.nudge.harm;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.RealAgent;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;

/// Another agent than Gemini CLI.
final class AgentStage implements Stage {
    private final AgentProgram program;
    private final RealAgent agent;
    private String command;

    AgentStage(AgentProgram program) {
        this.program = program;
        this.agent = RealAgent.started(program);
        this.command = program.command();
    }

    @Override
    public String kind() {
        return program.kind();
    }

    @Override
    public ScriptedModel model() {
        return agent.model();
    }

    @Override
    public TmuxServerFixture tmux() {
        return agent.tmux();
    }

    @Override
    public NudgeUser user() {
        return agent.user();
    }

    @Override
    public String session() {
        return program.session();
    }

    @Override
    public String pane() {
        return agent.pane();
    }

    @Override
    public String jobTool() {
        return program.tool("run_long_command");
    }

    @Override
    public ModelReply shellCall(String command) {
        return ModelReply.call(program.shellTool(), program.shellCall(command));
    }

    @Override
    public String question() {
        return program.question();
    }

    @Override
    public List<String> approvals() {
        return List.of("Enter");
    }

    @Override
    public String menu() {
        return "/model";
    }

    @Override
    public String quit() {
        return "";
    }

    @Override
    public boolean staysInShellMode() {
        return false;
    }

    @Override
    public boolean waitsForPrompt() {
        return program.waitsForPrompt();
    }

    @Override
    public boolean worksBesideADraft() {
        return program.hasInbox();
    }

    @Override
    public String firstCommand() {
        return program.command();
    }

    @Override
    public String launchCommand(Random random) {
        return command;
    }

    @Override
    public boolean turnWayOff() {
        Optional<String> without = program.turnWayOff(agent.home());
        without.ifPresent(other -> command = other);
        return without.isPresent();
    }

    @Override
    public Pattern notification() {
        return Pattern.compile(
                "(?s)<system-reminder>\\s*\\[SYSTEM NOTIFICATION.*?</system-reminder>");
    }

    @Override
    public boolean leavesReceipts(String command) {
        return program.hasHooks();
    }

    @Override
    public void awaitLaunched() {
        agent.awaitConnected();
    }

    @Override
    public Pattern agentsOwnWords() {
        return Pattern.compile(
                "(?s)\\[Request interrupted by user[^\\]]*\\]|</?qwen:user-prompt-submit-context>"
                        + "|<(turn_aborted|command-name|command-message|command-args|local-command-stdout)>.*?</\\1>");
    }

    @Override
    public Pattern handedOver() {
        return Pattern.compile(
                "(?:\\w+ hook additional context: )?Notices of the program nudge .*\\R((?:.*, automatic notice]\\R?)+)");
    }

    @Override
    public void close() {
        agent.close();
    }
}
