package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.agent.Codex;
import dev.nudge.testkit.agent.RealAgent;
import dev.nudge.testkit.agent.SharedAgent;
import java.io.IOException;
import java.io.UncheckedIOException;
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
        RealAgent plain = registered(new Codex());
        Files.delete(plain.home().resolve(".codex/hooks.json"));
        return plain;
    }

    /// An agent with a hook of the person's, beside nudge's: while a file is there, it keeps Codex
    /// from taking a prompt into the conversation.
    private static RealAgent withSlowHook() {
        RealAgent agent = RealAgent.of(new Codex());
        addSlowHook(agent);
        agent.nudge("install", "codex");
        agent.program().trustNudge(agent.home());
        agent.start(110, 34);
        agent.awaitConnected();
        return agent;
    }

    private static void addSlowHook(RealAgent agent) {
        try {
            Files.writeString(
                    agent.home().resolve(".codex/hooks.json"),
                    """
                    {"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command":
                        "while [ -e '%s' ]; do sleep 0.05; done"}]}]}}
                    """
                            .formatted(slow(agent)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void doctorSaysWhetherTheHooksAreTrusted() {
        assertThat(agent.nudge("doctor")).contains("ok    Codex trusts nudge's hooks");
        try (RealAgent untrusted = registered(new Codex())) {
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
        Held job = hold(agent, "interrupted");
        Files.createFile(slow(agent));
        job.release();
        awaitRecorded(agent, job, "delivered", conversations());
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
        Held job = hold(agent, "quitting");
        Files.createFile(slow(agent));
        job.release();
        awaitRecorded(agent, job, "delivered", conversations());
        agent.quit();
        Files.delete(slow(agent));

        agent.launch();
        agent.awaitConnected();

        agent.awaitTold(job.gate().toString());
        assertThat(agent.timesTold(job.gate().toString())).isEqualTo(1);
        agent.awaitReady();
    }
}
