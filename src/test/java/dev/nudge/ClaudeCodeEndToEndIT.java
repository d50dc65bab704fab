package dev.nudge;

import dev.nudge.testkit.agent.ClaudeCode;

/// nudge in the real Claude Code.
class ClaudeCodeEndToEndIT extends AgentStory {
    ClaudeCodeEndToEndIT() {
        super(new ClaudeCode());
    }
}
