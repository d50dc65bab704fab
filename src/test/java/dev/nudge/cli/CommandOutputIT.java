package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Golden;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What the commands print, word for word: see [Golden].
class CommandOutputIT {
    private static NudgeUser user;

    @BeforeAll
    static void someJobs() {
        user = NudgeUser.create();
        user.run("run", "--label", "build", "--", "echo made; exit 0");
        user.run("run", "--", "echo 'no such file' >&2; exit 2");
        user.run("run", "--timeout", "600", "--label", "server", "--", "sleep 300");
        user.run("run", "--", "kill -9 $$");
        transcript("wait", "1", "2", "4");
    }

    @AfterAll
    static void close() {
        user.close();
    }

    /// Returns exit code, output and errors.
    private static String transcript(String... arguments) {
        return transcript(user, arguments);
    }

    static String transcript(NudgeUser user, String... arguments) {
        Process nudge = user.start(arguments);
        try {
            String out = nudge.inputReader(StandardCharsets.UTF_8).readAllAsString();
            String err = nudge.errorReader(StandardCharsets.UTF_8).readAllAsString();
            return Golden.stable(
                    user,
                    "$ nudge %s%n%s%s[exit code %d]%n"
                            .formatted(
                                    String.join(" ", arguments),
                                    out,
                                    err,
                                    nudge.onExit().join().exitValue()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void check(String name, String... arguments) {
        Golden.check(name, transcript(arguments));
    }

    @Test
    void jobsAreListedCountedAndShown() {
        check("ps-all", "ps", "--all");
        check("ps-failed", "ps", "--state", "failed");
        check("ps-label-json", "ps", "--all", "--label", "build", "--json");
        check("ps-no-such", "ps", "--label", "none");
        check("status", "status");
        check("status-json", "status", "--json");
        check("show-ended", "show", "build");
        check("show-running", "show", "3");
        check("show-json", "show", "--json", "2");
    }

    @Test
    void noJobsPartsOfLogsAndARestartedJobAreShown() {
        try (NudgeUser other = NudgeUser.create()) {
            assertThat(other.run("status")).as("without a daemon").isEqualTo("\n");
            assertThat(other.state()).doesNotExist();
            assertThat(other.run("ps", "--all"))
                    .isEqualTo("No jobs yet. Start one: nudge run -- make\n");
            assertThat(other.run("ps"))
                    .isEqualTo(
                            "No jobs run or wait, and none has ended in the last ten minutes. To list all: nudge ps --all\n");
            assertThat(other.run("ps", "--json")).isEqualTo("[ ]\n");
            assertThat(other.run("clean", "--yes", "--json")).isEqualTo("[ ]\n");

            other.run("run", "--wait", "--json", "--", "seq 20");
            Golden.check(
                    "logs-parts",
                    transcript(other, "logs", "-n", "2", "1")
                            + transcript(other, "logs", "--grep", "2$", "-C", "1", "1")
                            + transcript(other, "logs", "--grep", "2$", "-n", "1", "1")
                            + transcript(other, "logs", "--json", "--grep", "2$", "1")
                            + transcript(other, "logs", "--json", "--since", "1h", "-n", "1", "1"));

            other.run("run", "--label", "a", "--timeout", "60", "--", "echo $NUDGE_JOB");
            other.run("wait", "2");

            assertThat(other.run("restart", "a")).isEqualTo("3\n");

            other.run("wait", "a");
            assertThat(other.run("logs", "a")).isEqualTo("3\n");
            assertThat(other.record(3).path("label").stringValue()).isEqualTo("a");
            assertThat(other.record(3).path("timeout_seconds").intValue()).isEqualTo(60);
            assertThat(other.record(3).path("cwd")).isEqualTo(other.record(2).path("cwd"));

            other.run("run", "--", "echo 'two  blanks'\nif true; then\n\techo 2\nfi");
            assertThat(other.run("show"))
                    .contains(
                            """
                            command           echo 'two  blanks'
                                              if true; then
                                               echo 2
                                              fi
                            """);
        }
    }

    @Test
    void eachCommandSaysWhatItHasDoneOrWhyNot() {
        check("wait", "wait", "1-2", "4");
        check("wait-json", "wait", "--json", "1");
        check("background-nobody", "background", "gemini-cli");
        check("background-nowhere", "background");
        check("hand-over-outside", "hand-over", "BeforeAgent");
        check("daemon-there", "daemon");
        check("kill-unknown-and-ended", "kill", "99", "1", "no-such-label");
        check("kill-signal-ended", "kill", "-s", "INT", "1");
        check("logs", "logs", "build");
        check("logs-several", "logs", "1-3");
        check("logs-unknown-label", "logs", "biuld");
        check("logs-json", "logs", "--json", "2");
        check("restart-running", "restart", "server");
        check("send-no-terminal", "send", "server", "x");
        check("attach-no-terminal", "attach", "server");
        check("attach-ended", "attach", "--popup", "1");
    }

    @Test
    void sendShowsTheJobIfAskedAndASignalIsSentOnce() {
        try (NudgeUser other = NudgeUser.create()) {
            other.run("run", "--pty", "--", "sleep 300");
            String said =
                    transcript(other, "send", "1", "hello")
                            + transcript(other, "send", "--json", "1", "-k", "Enter");
            // The terminal shows what is typed in its own time.
            Golden.check("send", said.replaceFirst("(\"output_bytes\" :) [0-7],", "$1 7,"));

            other.run("run", "--", "trap 'echo got it' USR1; echo up; while :; do sleep 0.1; done");
            await().atMost(Patience.LONG).until(() -> other.run("logs", "2").equals("up\n"));
            assertThat(other.run("kill", "-s", "usr1", "2"))
                    .matches("SIGUSR1 was sent to job 2 \\(\\d process(es)?\\)\\.\n");
            await().atMost(Patience.LONG).until(() -> other.run("logs", "2").contains("got it\n"));
            assertThat(other.record(2).path("state").stringValue()).isEqualTo("running");
        }
    }

    @Test
    void jobIsStartedKilledStartedAgainAndRemoved() {
        try (NudgeUser other = NudgeUser.create()) {
            StringBuilder life = new StringBuilder();
            for (String line :
                    List.of(
                            "run sleep 300",
                            "kill 1",
                            "kill --json @last",
                            "show 1",
                            "ps --all",
                            "run --wait echo made",
                            "restart 2",
                            "wait 3",
                            "clean",
                            "clean --yes",
                            "run --json true",
                            "wait 4",
                            "clean --yes --json",
                            "daemon stop",
                            "daemon stop",
                            "daemon stop --json",
                            "ps",
                            "daemon stop --json")) {
                life.append(transcript(other, line.split(" ", -1)));
            }
            Golden.check("life", life.toString());
        }
    }

    @Test
    void jobsThatAreToBeToldStayUnlessTheyAreNamed() {
        try (NudgeUser other = NudgeUser.create();
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
            StandInAgent agent = StandInAgent.start(tmux, other, "gemini-cli");
            agent.run(Map.of("command", "true"));
            other.awaitEnd(1);
            agent.close();
            other.run("run", "--", "sleep 300");
            other.run("run", "--wait", "--json", "--", "true");
            StringBuilder said = new StringBuilder();
            for (String line :
                    List.of("clean -y", "clean 1-2", "clean 1", "clean -y", "ps --all")) {
                said.append(transcript(other, line.split(" ", -1)));
            }
            Golden.check("clean", said.toString());
        }
    }
}
