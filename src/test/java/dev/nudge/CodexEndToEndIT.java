package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.Codex;
import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.RealAgent;
import dev.nudge.testkit.agent.SharedAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// nudge in the real Codex, with its hooks.
class CodexEndToEndIT extends HookedAgentStory {
    @RegisterExtension
    private final SharedAgent withSlowHook = new SharedAgent(CodexEndToEndIT::withSlowHook);

    CodexEndToEndIT() {
        super(new Codex());
    }

    @Override
    String conversations() {
        return "/.codex/sessions/";
    }

    @Override
    String waiting() {
        return "Calling nudge.wait_for_job";
    }

    @Override
    RealAgent withoutHooks() throws IOException {
        RealAgent plain = RealAgent.of(new Codex()).register();
        Files.delete(plain.home().resolve(".codex/hooks.json"));
        return plain;
    }

    /// An agent with a hook of the person's, beside nudge's: while a file is there, it keeps Codex
    /// from taking a prompt into the conversation.
    private static RealAgent withSlowHook() {
        RealAgent agent = RealAgent.of(new Codex());
        AgentProgram.write(
                agent.home().resolve(".codex/hooks.json"),
                """
                {"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command":
                    "while [ -e '%s' ]; do sleep 0.05; done"}]}]}}
                """
                        .formatted(slow(agent)));
        return agent.register().connect();
    }

    @Test
    void doctorSaysWhetherTheHooksAreTrusted() {
        assertThat(agent.nudge("doctor")).contains("ok    Codex trusts nudge's hooks");
        try (RealAgent untrusted = RealAgent.of(new Codex()).register()) {
            assertThat(untrusted.nudge("doctor"))
                    .contains("ok    nudge is registered with Codex")
                    .contains("note  Codex does not trust nudge's hooks yet");
        }
    }

    private static Path slow(RealAgent agent) {
        return agent.gate("slow");
    }

    @Test
    void messageThatIsInterruptedBeforeTheModelKnowsItIsReportedWithTheNextPrompt()
            throws IOException {
        RealAgent agent = withSlowHook.get();
        HeldJob job = HeldJob.in(agent, "interrupted");
        Files.createFile(slow(agent));
        job.release();
        job.awaitRecorded("delivered", conversations());
        agent.keys("Escape");
        agent.awaitText("Conversation interrupted");
        Files.delete(slow(agent));

        agent.submit("what now");

        assertThat(agent.awaitTold("what now")).contains(job.gate().toString());
        job.assertToldOnce();
    }

    @Test
    void messageIsReportedToTheNextAgentIfTheUserQuitsAtThatMoment() throws IOException {
        RealAgent agent = withSlowHook.get();
        HeldJob job = HeldJob.in(agent, "quitting");
        Files.createFile(slow(agent));
        job.release();
        job.awaitRecorded("delivered", conversations());
        agent.quit();
        Files.delete(slow(agent));

        agent.launch();
        agent.awaitConnected();

        job.assertToldOnce();
    }
}
