package dev.nudge;

import dev.nudge.testkit.agent.ClaudeCode;
import org.junit.jupiter.api.Test;

/// nudge in the real Claude Code, with its hooks.
class ClaudeCodeEndToEndIT extends AgentStory {
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

    @Test
    void messageThatIsCancelledBeforeAnAnswerIsReportedAgain() {
        messageIsCancelledAndReportedAgain(
                hold("cancelled"),
                () -> {
                    agent.keys("Escape");
                    agent.awaitScreen(screen -> !screen.contains("esc to interrupt"));
                });
    }
}
