package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.agent.QwenCode;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// nudge in the real Qwen Code.
class QwenCodeEndToEndIT extends AgentStory {
    QwenCodeEndToEndIT() {
        super(new QwenCode());
    }

    /// By default its empty prompt shows what the user may want to type next.
    @Test
    void endIsToldWhileASuggestionIsShown() throws IOException {
        try (RealAgent agent = RealAgent.started(new QwenCode("Qwen Dark", true))) {
            Path gate = agent.gate("suggested");
            assertThat(agent.ask("a long task", RealAgent.until(gate)))
                    .contains("started in the background");
            agent.awaitText("> " + QwenCode.SUGGESTION);

            Files.createFile(gate);

            assertThat(agent.awaitTold(gate.toString())).contains("Background command completed");
            assertThat(agent.timesTold(gate.toString())).isEqualTo(1);
        }
    }
}
