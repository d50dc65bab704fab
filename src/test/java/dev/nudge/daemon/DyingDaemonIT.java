package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Relay;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Daemons that die, one after the other, while they answer.
class DyingDaemonIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    /// A hook hears a greeting, then what it is to tell, then its exit code, once this is recorded.
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 0, 1", "2, 0, 1", "2, 1, 0", "1, 2, 1"})
    void whatAHookTellsIsRecordedOnlyIfItIsTold(int first, int second, int third) {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            agent.run(Map.of("command", "echo all is well; exit 3"));
            user.awaitEnd(1);

            String told;
            try (Relay relay = Relay.before(user, first, second, third)) {
                told = agent.hook();
                assertThat(relay.left()).isZero();
            }

            assertThat(told).contains("all is well");
            assertThat(user.record(1).path("nudge").stringValue("")).isEqualTo("handed_over");
            assertThat(agent.hook()).isEmpty();
        }
    }

    /// The hook of the prompt gives up.
    @Test
    void promptDuringWhichTheDaemonHangsLosesNothing() {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            agent.run(Map.of("command", "echo all is well; exit 3"));
            user.awaitEnd(1);
            user.signalDaemon("STOP");
            try {
                assertThat(agent.hook()).isEmpty();
            } finally {
                user.signalDaemon("CONT");
            }

            await().atMost(PATIENCE)
                    .until(() -> agent.hook(), told -> told.contains("all is well"));
            assertThat(user.record(1).path("nudge").stringValue("")).isEqualTo("handed_over");
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 0, 0", "0, 1, 0"})
    void listIsGivenByTheNextDaemon(int first, int second, int third) {
        user.run("run", "--", "true");
        user.awaitEnd(1);

        try (Relay relay = Relay.before(user, first, second, third)) {
            assertThat(user.run("ps", "--all")).contains("true");
            assertThat(relay.left()).isZero();
        }
    }
}
