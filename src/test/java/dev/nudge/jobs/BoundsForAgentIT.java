package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Jobs of an agent that may use only a part of the machine.
class BoundsForAgentIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    @AutoClose private final StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");

    @Test
    void jobIsBoundedAsTheAgentAsks() {
        assertThat(
                        agent.run(
                                Map.of(
                                        "command", "echo nice $(nice)",
                                        "memory", "600M",
                                        "cpus", 1,
                                        "nice", 15,
                                        "wait_seconds", 60)))
                .contains("exit code 0", "nice 15");
        assertThat(user.run("show", "1"))
                .containsPattern("memory +600M, by ")
                .containsPattern("cpus +1, by ")
                .containsPattern("nice +15, by renice");
    }

    @Test
    void boundThatIsWrongIsSaidToBe() {
        assertThat(agent.run(Map.of("command", "true", "memory", "much")))
                .contains("memory is \"much\"; expected a size such as 512M or 8G, 16M or more")
                .contains("Nothing has been started");
        assertThat(user.run("ps", "--all")).doesNotContain("true");
    }
}
