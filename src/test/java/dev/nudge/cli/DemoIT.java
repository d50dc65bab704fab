package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// `nudge demo`, as a person sees it.
class DemoIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();

    @Test
    void showsJobsLeavesNoneAndTellsTheAgentThatIsThereHowOneEnds() {
        assertThat(user.run("demo"))
                .contains(
                        "test 6 FAILED",
                        "failed (exit code 1)",
                        "The answer is y.",
                        "There is none here")
                .containsPattern("(?m)^2 +asks ");
        assertThat(user.stored()).isEmpty();
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            assertThat(user.run("demo", "--agent", agent.pane())).contains("Look there");
            assertThat(agent.awaitTold("Greetings")).contains("Greetings from nudge demo.");
        }
    }
}
