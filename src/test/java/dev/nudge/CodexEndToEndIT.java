package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.Codex;
import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// nudge in the real Codex, with its hooks, and one of the person's beside them.
class CodexEndToEndIT extends AgentStory {
    CodexEndToEndIT() {
        super(new Codex(), CodexEndToEndIT::withSlowHook);
    }

    @Override
    String conversations() {
        return "/.codex/sessions/";
    }

    @Override
    String waiting() {
        return "Calling nudge.wait_for_job";
    }

    /// While a file is there, the person's hook keeps Codex from taking a prompt into the
    /// conversation.
    private static RealAgent withSlowHook() {
        RealAgent agent = RealAgent.of(new Codex());
        AgentProgram.write(
                hooks(agent),
                """
                {"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command":
                    "while [ -e '%s' ]; do sleep 0.05; done"}]}]}}
                """
                        .formatted(slow(agent)));
        return agent.register().connect();
    }

    private static Path hooks(RealAgent agent) {
        return agent.home().resolve(".codex/hooks.json");
    }

    private static Path slow(RealAgent agent) {
        return agent.gate("slow");
    }

    @Test
    void agentWithoutTheHooksGetsItsResultsTypedAndDoctorSaysWhetherTheyAreTrusted()
            throws IOException {
        assertThat(agent.nudge("doctor")).contains("ok    Codex trusts nudge's hooks");
        Path settings = agent.home().resolve(".codex/config.toml");
        String trusted = AgentProgram.read(settings);
        Path kept = agent.gate("hooks.json");
        agent.quit();
        AgentProgram.write(settings, trusted.replaceAll("(?m)^trusted_hash = .*", ""));
        assertThat(agent.nudge("doctor"))
                .contains("ok    nudge is registered with Codex")
                .contains("note  Codex does not trust nudge's hooks yet");
        Files.move(hooks(agent), kept);
        relaunch();
        HeldJob job = HeldJob.in(agent, "unhooked");

        job.release();

        job.assertToldOnce();
        job.awaitRecorded("delivered", "");
        assertThat(agent.user().stored(job.number()).path("nudge_text").asString(""))
                .doesNotContain(conversations());
        agent.quit();
        Files.move(kept, hooks(agent));
        AgentProgram.write(settings, trusted);
        relaunch();
    }

    /// Lets a job end, and the message about it be typed, but not taken into the conversation.
    private HeldJob endInASlowHook(String name) throws IOException {
        // The hook of that prompt has named the conversation.
        HeldJob job = HeldJob.in(agent, name);
        Files.createFile(slow(agent));
        job.release();
        job.awaitRecorded("delivered", conversations());
        return job;
    }

    @Test
    void messageThatIsInterruptedBeforeTheModelKnowsItIsReportedWithTheNextPrompt()
            throws IOException {
        HeldJob job = endInASlowHook("interrupted");
        agent.awaitWorking();
        agent.keys("Escape");
        agent.awaitText("Conversation interrupted");
        Files.delete(slow(agent));

        assertToldWith("what now", job);
    }

    @Test
    void messageIsReportedToTheNextAgentIfTheUserQuitsAtThatMoment() throws IOException {
        HeldJob job = endInASlowHook("quitting");
        agent.quit();
        Files.delete(slow(agent));

        relaunch();

        job.assertToldOnce();
    }
}
