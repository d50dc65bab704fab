package dev.nudge;

import dev.nudge.testkit.agent.ClaudeCode;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
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
        RealAgent plain = RealAgent.of(new ClaudeCode()).register();
        Files.delete(plain.home().resolve(".claude/skills/nudge"));
        return plain;
    }

    @Test
    void messageThatIsCancelledBeforeAnAnswerIsReportedAgain() {
        messageIsCancelledAndReportedAgain(() -> {
            agent.keys("Escape");
            agent.awaitScreen(screen -> !screen.contains("esc to interrupt"));
        });
    }
}
