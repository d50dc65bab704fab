package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.agent.CopilotCli;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// nudge in the real Copilot CLI, with its hooks.
class CopilotCliEndToEndIT extends HookedAgentStory {
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

    @Override
    RealAgent withoutHooks() throws IOException {
        RealAgent plain = registered(new CopilotCli());
        Files.delete(plain.home().resolve(".copilot/hooks/nudge.json"));
        return plain;
    }

    /// Escape puts the prompt back to be edited, and the model does not know it.
    @Test
    void messageThatIsCancelledBeforeAnAnswerIsReportedAgain() throws IOException {
        Held job = hold("cancelled");
        CountDownLatch answer = new CountDownLatch(1);
        agent.model()
                .onUserText(job.gate().toString())
                .with(ModelReply.text("I see.").heldBefore(answer));
        job.release();
        agent.awaitTold(job.gate().toString());
        awaitRecorded(agent, job, "delivered", conversations());
        agent.interrupt();
        answer.countDown();
        agent.keys("C-c");
        agent.awaitReady();

        agent.submit("what now");

        assertThat(agent.awaitTold("what now")).contains(job.gate().toString());
        job.assertToldOnce();
    }

    /// In a terminal whose colours it knows, it draws its prompt in another way.
    @Test
    void endIsTypedIntoTheBoxWhenTheDraftInItIsGone() throws IOException {
        try (RealAgent coloured =
                RealAgent.of(new CopilotCli(), Map.of("COLORTERM", "truecolor"))) {
            coloured.nudge("install", "copilot-cli");
            coloured.program().trustNudge(coloured.home());
            coloured.tmux().lightGround();
            coloured.start(120, 40);
            coloured.awaitConnected();
            coloured.quit();
            try (Person person = Person.attach(coloured.tmux(), "work")) {
                coloured.launch();
                coloured.awaitConnected();
                // It waits only briefly for the terminal to name its colours.
                while (!coloured.screen().contains("╹▀▀▀")) {
                    coloured.quit();
                    coloured.launch();
                    coloured.awaitConnected();
                }
                Held job = hold(coloured, "box");
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
