package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What the doctor says of the agents that are connected.
class ConnectedAgentsIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private void awaitSaid(Predicate<String> condition, String... words) {
        await().atMost(Patience.LONG).until(() -> user.said(words), condition);
    }

    @Test
    void doctorListsAnAgentThatIsNotInItsSession() {
        try (StandInAgent agent = StandInAgent.startKnown(tmux, user, "other")) {
            String reason =
                    "no result could be typed now. It runs in tmux session 'other' (pane %s), not in 'gemini-cli'."
                            .formatted(agent.pane());

            awaitSaid(d -> d.contains(reason), "doctor");
        }
        awaitSaid(d -> !d.contains("Agent (process "), "doctor");
    }

    /// This agent has no screen of an agent's, and Gemini CLI, which this shell does not find, is
    /// not missed.
    @Test
    void doctorSaysForEachAgentWhyNoResultCouldBeTyped() {
        user.environment().put("PATH", "/usr/bin:/bin");
        assertThat(Path.of("/usr/bin/gemini")).doesNotExist();
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            String who = "Agent in pane %s (session gemini-cli, process ".formatted(agent.pane());
            String reason = "Woken by: nothing, since nudge does not know the program";

            // One that connects while the doctor looks is in only some of the findings.
            awaitSaid(d -> d.contains(who) && d.contains(reason), "doctor");
            awaitSaid(d -> d.contains(reason), "doctor", "--json");
            assertThat(user.said("doctor")).doesNotContain("Gemini CLI is", "WRONG");
        }
    }
}
