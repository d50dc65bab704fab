package dev.nudge;

import dev.nudge.testkit.agent.ClaudeCode;

/// nudge in the real Claude Code, with its hooks.
class ClaudeCodeEndToEndIT extends BriefAgentStory {
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
    void cancel() {
        agent.keys("Escape");
        agent.awaitScreen(screen -> !screen.contains("esc to interrupt"));
    }
}
