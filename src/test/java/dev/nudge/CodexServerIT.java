package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.agent.Codex;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Codex with its server on, which runs the sessions of all panes: nothing shows in which of them a
/// session is.
class CodexServerIT {
    @Test
    void commandIsNotStartedSinceItsEndCouldNotBeReported() throws IOException {
        Codex codex = new Codex();
        try (RealAgent agent = RealAgent.of(codex)) {
            agent.nudge("install", "codex");
            codex.trustNudge(agent.home());
            Path settings = agent.home().resolve(".codex/config.toml");
            Files.writeString(
                    settings,
                    Files.readString(settings)
                            .replace("daemon_auto_start = false", "daemon_auto_start = true"));
            assertThat(agent.nudge("doctor"))
                    .contains("nudge is not registered with Codex as it should be");
            agent.start(110, 34);
            agent.awaitConnected();

            assertThat(agent.ask("build it", "true"))
                    .contains("One server of Codex's serves the sessions in all panes")
                    .contains("nudge install codex")
                    .contains("nothing has been started");
        }
    }
}
