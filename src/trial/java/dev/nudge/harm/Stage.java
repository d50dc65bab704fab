package dev.nudge.harm;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.GeminiCli;
import dev.nudge.testkit.agent.RealAgent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// A real agent in a session of its own, with nudge, and what a user of it must know.
final class Stage implements AutoCloseable {
    private static final String HOOKED = "NUDGE_HOOKS= gemini";

    final AgentProgram program;
    private final RealAgent agent;

    /// It is started with nudge's hooks or without, and some things in it are done otherwise.
    private final boolean isGemini;

    private String command;

    Stage(AgentProgram program) {
        this(program, RealAgent.started(program));
    }

    private Stage(AgentProgram program, RealAgent agent) {
        this.program = program;
        this.agent = agent;
        this.isGemini = program instanceof GeminiCli;
        this.command = program.command();
    }

    /// Starts Gemini CLI, without nudge's hooks for the first time.
    static Stage withGemini() {
        GeminiCli gemini = new GeminiCli();
        RealAgent agent = RealAgent.of(gemini, Map.of("NUDGE_HOOKS", "off"));
        return new Stage(gemini, agent.register().connect());
    }

    ScriptedModel model() {
        return agent.model();
    }

    TmuxServerFixture tmux() {
        return agent.tmux();
    }

    NudgeUser user() {
        return agent.user();
    }

    String pane() {
        return agent.pane();
    }

    /// Returns a call of the agent's own shell, for which the user is asked.
    ModelReply shellCall(String command) {
        return ModelReply.call(program.shellTool(), program.shellCall(command));
    }

    /// Returns the keys of which each says yes.
    List<String> approvals() {
        return isGemini ? List.of("Enter", "1") : List.of("Enter");
    }

    /// Returns the agent's own command that opens a menu.
    String menu() {
        return isGemini ? "/theme" : "/model";
    }

    /// Returns the agent's own command that ends it; empty if it is ended by Ctrl+C.
    String quit() {
        return isGemini ? "/quit" : "";
    }

    /// Returns whether the prompt still takes shell commands when one has been run there, and the
    /// agent tells the model of it as [#agentsOwnWords()] says.
    boolean staysInShellMode() {
        return isGemini;
    }

    /// Returns what the shell is given to start it again, with nudge's hooks every other time.
    String launchCommand() {
        if (isGemini) {
            command = command.equals(HOOKED) ? "NUDGE_HOOKS=off gemini" : HOOKED;
        }
        return command;
    }

    /// Returns whether an agent that was started so leaves a receipt for what it is told.
    boolean leavesReceipts(String launched) {
        return isGemini ? launched.equals(HOOKED) : program.hasHooks();
    }

    /// Has the agent started without its own way to results from now on.
    ///
    /// @return whether it had one
    boolean turnWayOff() {
        Optional<String> without = program.turnWayOff(agent.home());
        without.ifPresent(other -> command = other);
        return without.isPresent();
    }

    /// Waits until the agent that was just started shows its prompt and has nudge's tools. The user
    /// of Gemini CLI begins at once: what is submitted too early is kept by the agent.
    void awaitLaunched() {
        if (!isGemini) {
            agent.awaitConnected();
        }
    }

    /// Returns what the agent itself tells the model of results that came by its own way.
    Pattern notification() {
        return Pattern.compile(
                isGemini
                        ? "(?!)"
                        : "(?s)<system-reminder>\\s*\\[SYSTEM NOTIFICATION.*?</system-reminder>");
    }

    /// Returns what the agent itself writes among the user's words.
    Pattern agentsOwnWords() {
        return Pattern.compile(
                isGemini
                        ? "(?s)I ran the following shell command:\\s*```sh\n.*?\n```\\s*This produced the"
                                + " following result:\\s*```\n.*?\n```"
                                + "|\\[System: You successfully executed a tool[^\\]]*\\]"
                        : "(?s)\\[Request interrupted by user[^\\]]*\\]|</?qwen:user-prompt-submit-context>"
                                + "|<(turn_aborted|command-name|command-message|command-args|local-command-stdout)>.*?</\\1>");
    }

    /// Returns what a hook has handed over, in a text or among the answers of tools: its messages
    /// are the group 1.
    Pattern handedOver() {
        return Pattern.compile(
                isGemini
                        ? "(?s)<hook_context>(.*?)</hook_context>"
                        : "(?:\\w+ hook additional context: )?Notices of the program nudge .*\\R((?:.*, automatic notice]\\R?)+)");
    }

    @Override
    public void close() {
        agent.close();
    }
}
