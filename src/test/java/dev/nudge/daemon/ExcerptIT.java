package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which part of a long output an agent is told: as the setting says, unless the call says
/// otherwise.
class ExcerptIT {
    private static final String COMMAND = "echo first line; seq 1000; echo last line; exit ";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    /// @param setting what the file says; nothing if it is empty
    private String told(String setting, Map<String, Object> arguments) throws IOException {
        if (!setting.isEmpty()) {
            Files.writeString(
                    user.folder("home/.config/nudge").resolve("config.toml"),
                    "excerpt = \"%s\"\n".formatted(setting));
        }
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            agent.run(arguments);
            user.awaitEnd(1);
            return agent.awaitTold("[nudge: job 1,");
        }
    }

    private static void assertPart(String told, String part) {
        if (part.equals("start")) {
            assertThat(told).contains("Output: [first line").doesNotContain("last line]");
        } else {
            assertThat(told).contains("last line]").doesNotContain("Output: [first line");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0, start",
        "'', 1, end",
        "auto, 0, start",
        "auto, 1, end",
        "start, 1, start",
        "end, 0, end"
    })
    void settingSaysWhichPartIsReported(String setting, int code, String part) throws IOException {
        assertPart(told(setting, Map.of("command", COMMAND + code)), part);
    }

    @ParameterizedTest
    @CsvSource({"start, end, 0, end", "end, start, 1, start", "start, auto, 1, end"})
    void argumentOfTheCallCountsMore(String setting, String argument, int code, String part)
            throws IOException {
        assertPart(told(setting, Map.of("command", COMMAND + code, "excerpt", argument)), part);
    }
}
