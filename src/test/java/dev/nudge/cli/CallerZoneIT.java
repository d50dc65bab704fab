package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Callers in several time zones, and one daemon.
class CallerZoneIT {
    private static final String TOKYO = "JST-9";
    private static final String WEST = "UTC+3";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");

    @AutoClose private final NudgeUser user = NudgeUser.with(Map.of("TZ", "UTC"));

    private NudgeUser in(String zone) {
        user.environment().put("TZ", zone);
        return user;
    }

    /// One answer had times of the caller's zone and of the daemon's.
    @Test
    void allTimesOfAnAnswerAreInTheZoneOfItsReaderAndOneThatIsNotKnownIsNamed() throws Exception {
        user.startDaemon();
        in(TOKYO).run("run", "--at", "2126-03-01 7:05", "--", "true");

        assertThat(in(TOKYO).run("show", "1"))
                .contains("until 2126-03-01 07:05:00\n", "not before        2126-03-01 07:05:00\n");
        assertThat(in(WEST).run("show", "1"))
                .contains("until 2126-02-28 19:05:00\n", "not before        2126-02-28 19:05:00\n");
        assertThat(in(WEST).run("ps")).contains("until 2126-02-28 19:05:00");
        assertThat(in(TOKYO).run("ps")).contains("until 2126-03-01 07:05:00");
        assertThat(user.record(1).path("waiting").stringValue(""))
                .isEqualTo("until 2126-02-28T22:05:00Z");

        in(TOKYO).run("run", "--wait", "--", "echo here");
        String now = Instant.now().atOffset(ZoneOffset.ofHours(9)).minusMinutes(1).format(TIME);
        assertThat(in(TOKYO).run("logs", "--since", now, "2")).isEqualTo("here\n");
        assertThat(in("JST-10").run("logs", "--since", "24:00", "2")).isEmpty();

        assertThat(in("Mars/Base").fail("run", "--at", "17:30", "--", "true"))
                .contains("TZ is \"Mars/Base\", which is not a time zone; expected a name");
        assertThat(in("Mars/Base").run("run", "--at", "2126-03-01T17:30Z", "--", "true"))
                .isEqualTo("3\n");
        assertThat(in("Mars/Base").run("status")).isNotEmpty();
        Process ps = in("Mars/Base").start("ps");

        assertThat(ps.errorReader().readAllAsString())
                .startsWith("nudge: TZ is \"Mars/Base\"")
                .endsWith("Times are shown in UTC.\n");
        assertThat(ps.waitFor()).isZero();

        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, in(TOKYO), "gemini-cli")) {
            agentIsToldInItsZoneUntilWhenAJobWaitsAndATimerRuns(agent);
        }
    }

    private void agentIsToldInItsZoneUntilWhenAJobWaitsAndATimerRuns(StandInAgent agent) {
        assertThat(agent.call("set_timer", Map.of("at", "2126-03-01 08:05", "note", "tea")))
                .startsWith("This timer is job 4, up at 2126-03-01 08:05:00.");
        assertThat(agent.call("list_jobs", Map.of()))
                .containsPattern("4: running \\(until 2126-03-01 08:05:00\\), .* s, timer: tea\n");
        assertThat(in(WEST).run("ps")).contains("until 2126-02-28 20:05:00");
        assertThat(user.record(4).at("/virtual/due").stringValue(""))
                .isEqualTo("2126-02-28T23:05:00Z");

        String due = Instant.now().plusSeconds(7200).atOffset(ZoneOffset.ofHours(9)).format(TIME);
        assertThat(agent.call("run_long_command", Map.of("command", "true", "delay_seconds", "2h")))
                .containsPattern("waits in the queue: until ([\\d-]+ )?" + due);
        assertThat(agent.call("list_jobs", Map.of()))
                .containsPattern("queued \\(until ([\\d-]+ )?" + due);
    }
}
