package dev.nudge.harm;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/// A real agent in a session of its own, with nudge, and what a user of it must know.
interface Stage extends AutoCloseable {
    /// Returns the name of the agent's kind.
    String kind();

    ScriptedModel model();

    TmuxServerFixture tmux();

    NudgeUser user();

    String session();

    String pane();

    /// Returns the name by which the model calls `run_long_command`.
    String jobTool();

    /// Returns a call of the agent's own shell, for which the user is asked.
    ModelReply shellCall(String command);

    /// Returns what the dialog shows that asks for it.
    String question();

    /// Returns the keys of which each says yes.
    List<String> approvals();

    /// Returns the agent's own command that opens a menu.
    String menu();

    /// Returns the agent's own command that ends it; empty if it is ended by Ctrl+C.
    String quit();

    /// Returns whether the prompt still takes shell commands when one has been run there, and the
    /// agent tells the model of it as [#agentsOwnWords()] says.
    boolean staysInShellMode();

    /// Returns whether results wait until the user has submitted a prompt.
    default boolean waitsForPrompt() {
        return false;
    }

    /// Returns whether a turn may begin while there is a draft: then Ctrl+C cancels that turn.
    boolean worksBesideADraft();

    /// Returns what the shell was given to start it first.
    String firstCommand();

    /// Returns what the shell is given to start it again.
    String launchCommand(Random random);

    /// Returns whether an agent that was started so leaves a receipt for what it is told.
    boolean leavesReceipts(String command);

    /// Has the agent started without its own way to results from now on.
    ///
    /// @return whether it had one
    default boolean turnWayOff() {
        return false;
    }

    /// Returns what the agent itself tells the model of results that came by its own way.
    default Pattern notification() {
        return Pattern.compile("(?!)");
    }

    /// Waits until the agent that was just started shows its prompt and has nudge's tools.
    void awaitLaunched();

    /// Returns what the agent itself writes among the user's words.
    Pattern agentsOwnWords();

    /// Returns what a hook has handed over, in a text or among the answers of tools: its messages
    /// are the group 1.
    Pattern handedOver();

    @Override
    void close();
}
