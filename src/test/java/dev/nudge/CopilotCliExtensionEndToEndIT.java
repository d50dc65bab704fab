package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.CopilotCli;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// nudge in the real Copilot CLI with its experimental features: nudge's extension takes the
/// messages for the session, and nothing is typed.
class CopilotCliExtensionEndToEndIT {
    private static final Pattern JOB = Pattern.compile("job (\\d+)");

    private final AgentProgram program = new CopilotCli(true);
    private RealAgent agent;

    @BeforeEach
    void start() {
        agent = RealAgent.started(program);
    }

    @AfterEach
    void close() {
        agent.close();
    }

    private Path hold(String name) {
        Path gate = agent.gate(name);
        String answer = agent.ask("task " + name, RealAgent.until(gate));
        assertThat(answer).as(agent::account).contains("started in the background");
        Matcher number = JOB.matcher(answer);
        assertThat(number.find()).as(answer + agent.account()).isTrue();
        agent.awaitIdle();
        return gate;
    }

    @Test
    void messageComesBesideADraftAndOnceWhenItHasWorked() throws IOException {
        Path beside = hold("beside");
        agent.type("my own words");
        agent.awaitText("my own words");

        Files.createFile(beside);

        assertThat(agent.awaitTold(beside.toString())).contains(", automatic notice]");
        agent.awaitText("my own words");
        agent.keys("C-u");
        agent.awaitIdle();
        assertThat(agent.timesTold(beside.toString())).isEqualTo(1);

        Path working = hold("working");
        CountDownLatch answer = new CountDownLatch(1);
        agent.model()
                .onUserText("think about it")
                .with(ModelReply.text("I have.").heldBefore(answer));
        agent.submit("think about it");
        agent.awaitRequest("think about it");
        Files.createFile(working);
        answer.countDown();

        agent.awaitTold(working.toString());
        agent.awaitIdle();
        assertThat(agent.timesTold(working.toString())).isEqualTo(1);
        assertThat(agent.timesTold(beside.toString())).isEqualTo(1);
    }
}
