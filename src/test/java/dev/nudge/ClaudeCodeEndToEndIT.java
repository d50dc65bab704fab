package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.agent.ClaudeCode;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// nudge in the real Claude Code, with its hooks.
class ClaudeCodeEndToEndIT extends HookedAgentStory {
    ClaudeCodeEndToEndIT() {
        super(new ClaudeCode());
    }

    @Override
    String conversations() {
        return "/.claude/projects/";
    }

    @Override
    String waiting() {
        return "Calling nudge";
    }

    @Override
    RealAgent withoutHooks() throws IOException {
        RealAgent plain = registered(new ClaudeCode());
        Files.delete(plain.home().resolve(".claude/skills/nudge"));
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
        agent.keys("Escape");
        agent.awaitScreen(screen -> !screen.contains("esc to interrupt"));
        answer.countDown();
        agent.keys("C-c");
        agent.awaitReady();

        agent.submit("what now");

        assertThat(agent.awaitTold("what now")).contains(job.gate().toString());
        job.assertToldOnce();
    }
}
