package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.screen.PaneState.Dialog;
import dev.nudge.delivery.screen.PaneState.Draft;
import dev.nudge.delivery.screen.PaneState.Search;
import dev.nudge.delivery.screen.PaneState.ShellMode;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.HeldJob;
import org.junit.jupiter.api.Test;

/// The story of an agent of which nudge does nothing in a way of its own: it sees what is open, and
/// that nothing is typed there, whatever it is, is tried with a dialog, a draft of one line and a
/// suspended agent.
abstract class BriefAgentStory extends AgentStory {
    private final AgentProgram program;

    BriefAgentStory(AgentProgram program) {
        super(program);
        this.program = program;
    }

    /// Cancels the message that has begun a turn, before the model answers.
    abstract void cancel();

    /// Not a test here, nor are those below: that is seen once the message is cancelled.
    @Override
    void endIsTypedOnceAndTheModelKnowsThatItWillComeAndTheReceiptNamesTheConversation() {}

    @Test
    void messageIsWholeAndIfItIsCancelledBeforeAnAnswerItIsReportedAgain() {
        HeldJob job = hold("cancelled");
        messageIsCancelledAndReportedAgain(job, this::cancel);
        assertThat(job.awaitTold())
                .contains(", automatic notice]")
                .as("a variable that is set in the agent's environment")
                .contains("Output: [for somebody]");
    }

    /// What Gemini CLI gets is the same.
    @Override
    void eightEndsAtOnceAreEachReportedOnce() {}

    /// What ends then waits for the answers of tools.
    @Override
    void nothingIsTypedWhileTheAgentWorks() {}

    @Override
    void nothingIsTypedIntoADraftOfSeveralLines() {}

    @Override
    void nothingIsTypedInShellMode() {}

    @Override
    void nothingIsTypedIntoAMenu() {}

    @Override
    void nothingIsTypedIntoASearchOfTheHistory() {}

    @Test
    void shellModeAMenuASearchAndADraftOfSeveralLinesAreSeen() {
        agent.type("!");
        agent.awaitState(ShellMode.class::isInstance);
        agent.keys("Escape");
        agent.awaitIdle();

        agent.type("/model");
        agent.awaitText("/model");
        agent.enter();
        agent.awaitText(program.openMenu());
        agent.awaitState(new Dialog("menu")::equals);
        agent.keys("Escape");
        agent.awaitIdle();

        agent.keys("C-r");
        agent.awaitState(state -> state instanceof Search || state.equals(new Dialog("search")));
        agent.keys("Escape");
        agent.awaitIdle();

        agent.type("first line");
        agent.keys("C-j");
        agent.keys("C-j");
        agent.type("last line");
        agent.awaitText("last line");
        agent.awaitState(Draft.class::isInstance);
        agent.keys("Enter");
        assertThat(agent.awaitTold("first line")).contains("first line\n\nlast line");
        agent.awaitIdle();
    }
}
