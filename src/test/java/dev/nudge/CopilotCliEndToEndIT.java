package dev.nudge;

import dev.nudge.testkit.agent.CopilotCli;
import dev.nudge.testkit.agent.HeldJob;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// nudge in the real Copilot CLI, with its hooks.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CopilotCliEndToEndIT extends AgentStory {
    CopilotCliEndToEndIT() {
        super(new CopilotCli());
    }

    @Override
    String conversations() {
        return "/.copilot/session-state/";
    }

    @Override
    String waiting() {
        return "wait_for_job (MCP: nudge)";
    }

    @Test
    void messageThatIsCancelledBeforeAnAnswerIsReportedAgain() {
        messageIsCancelledAndReportedAgain(hold("cancelled"), agent::interrupt);
    }

    /// The next one runs in a terminal whose colours it knows: there it draws its prompt in another
    /// way.
    @Test
    @Override
    @Order(Integer.MAX_VALUE)
    void nothingIsTypedIntoTheShellWhenTheAgentHasEndedAndTheNextOneIsTold() {
        super.nothingIsTypedIntoTheShellWhenTheAgentHasEndedAndTheNextOneIsTold();
        // It waits only briefly for the terminal to name its colours.
        while (!agent.screen().contains("╹▀▀▀")) {
            agent.quit();
            relaunch();
        }

        HeldJob box = hold("box");
        agent.type("my own words");
        agent.awaitText("┃ my own words");

        box.endUnreported();

        agent.awaitText("┃ my own words");
        agent.keys("C-u");
        box.assertToldOnce();
    }

    @Override
    void relaunch() {
        agent.tmux().lightGround();
        relaunch("COLORTERM=truecolor copilot");
    }
}
