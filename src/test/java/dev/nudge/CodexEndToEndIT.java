package dev.nudge;

import dev.nudge.testkit.agent.Codex;

/// nudge in the real Codex.
class CodexEndToEndIT extends AgentStory {
    CodexEndToEndIT() {
        super(new Codex());
    }
}
