package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What the doctor says of the agents that are connected.
class ConnectedAgentsIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private String doctor(String... options) throws IOException {
        String[] words = new String[options.length + 1];
        words[0] = "doctor";
        System.arraycopy(options, 0, words, 1, options.length);
        Process doctor = user.start(words);
        try (var out = doctor.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// Who uses another agent need not have Gemini CLI.
    @Test
    void geminiThatThisShellDoesNotFindIsNotMissedWhileAnotherAgentIsConnected()
            throws IOException {
        user.environment().put("PATH", "/usr/bin:/bin");
        assertThat(Path.of("/usr/bin/gemini")).doesNotExist();
        try (StandInAgent _ = StandInAgent.start(tmux, user, "gemini-cli")) {
            // One that connects while the doctor looks is in only some of the findings.
            await().atMost(PATIENCE).until(this::doctor, d -> d.contains("Agent in pane "));
            assertThat(doctor()).doesNotContain("Gemini CLI is", "WRONG");
        }
    }

    @Test
    void doctorListsAnAgentThatIsNotInItsSession() {
        try (StandInAgent agent = StandInAgent.startKnown(tmux, user, "other")) {
            String reason =
                    "no result could be typed now. It runs in tmux session 'other' (pane %s), not in 'gemini-cli'."
                            .formatted(agent.pane());

            await().atMost(PATIENCE).until(this::doctor, d -> d.contains(reason));
        }
        await().atMost(PATIENCE).until(this::doctor, d -> !d.contains("Agent (process "));
    }

    /// This agent has no screen of an agent's.
    @Test
    void doctorSaysForEachAgentWhyNoResultCouldBeTyped() {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            String who = "Agent in pane %s (session gemini-cli, process ".formatted(agent.pane());
            String reason = "Woken by: nothing, since nudge does not know the program";

            await().atMost(PATIENCE).until(this::doctor, d -> d.contains(who));
            await().atMost(PATIENCE).until(this::doctor, d -> d.contains(reason));
            await().atMost(PATIENCE).until(() -> doctor("--json"), d -> d.contains(reason));
        }
    }
}
