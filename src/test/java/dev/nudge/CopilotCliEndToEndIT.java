package dev.nudge;

import dev.nudge.testkit.Person;
import dev.nudge.testkit.agent.CopilotCli;
import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// nudge in the real Copilot CLI, with its hooks.
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
        messageIsCancelledAndReportedAgain(hold("cancelled"), () -> agent.interrupt());
    }

    /// In a terminal whose colours it knows, it draws its prompt in another way.
    @Test
    void endIsTypedIntoTheBoxWhenTheDraftInItIsGone() throws IOException {
        Map<String, String> colours = Map.of("COLORTERM", "truecolor");
        try (RealAgent coloured = RealAgent.of(new CopilotCli(), colours).register()) {
            coloured.tmux().lightGround();
            coloured.start(120, 40);
            try (Person person = Person.attach(coloured.tmux(), "work")) {
                coloured.awaitConnected();
                // It waits only briefly for the terminal to name its colours.
                while (!coloured.screen().contains("╹▀▀▀")) {
                    coloured.quit();
                    coloured.launch();
                    coloured.awaitConnected();
                }
                HeldJob job = HeldJob.in(coloured, "box");
                person.type("my own words");
                coloured.awaitText("┃ my own words");

                job.endUnreported();

                coloured.awaitText("┃ my own words");
                person.press("C-u");
                job.assertToldOnce();
            }
        }
    }
}
