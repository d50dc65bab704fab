package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Which part of a long output an agent is told: as the setting says, unless the call says
/// otherwise.
class ExcerptIT {
    private static final String COMMAND = "echo first line; seq 1000; echo last line; exit ";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private void assertPart(
            StandInAgent agent, int job, Map<String, Object> arguments, String part) {
        agent.run(arguments);
        user.awaitEnd(job);
        boolean isStart = part.equals("start");
        assertThat(agent.awaitTold("[nudge: job " + job + ","))
                .contains(isStart ? "Output: [first line" : "last line]")
                .doesNotContain(isStart ? "last line]" : "Output: [first line");
    }

    @Test
    void endOfAFailureIsReportedAndTheStartOfASuccess() {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            assertPart(agent, 1, Map.of("command", COMMAND + 0), "start");
            assertPart(agent, 2, Map.of("command", COMMAND + 1), "end");
        }
    }

    @Test
    void settingSaysWhichPartIsReportedAndTheArgumentOfTheCallCountsMore() throws IOException {
        Files.writeString(
                user.folder("home/.config/nudge").resolve("config.toml"), "excerpt = \"start\"\n");
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            assertPart(agent, 1, Map.of("command", COMMAND + 1), "start");
            assertPart(agent, 2, Map.of("command", COMMAND + 0, "excerpt", "end"), "end");
            assertPart(agent, 3, Map.of("command", COMMAND + 1, "excerpt", "auto"), "end");
        }
    }
}
