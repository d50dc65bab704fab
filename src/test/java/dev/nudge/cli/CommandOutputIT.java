package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Golden;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What the commands print, word for word: see [Golden].
class CommandOutputIT {
    @AutoClose private static NudgeUser user = NudgeUser.create();

    @BeforeAll
    static void someJobs() {
        user.run("run", "--label", "build", "--", "echo made; exit 0");
        user.run("run", "--", "echo 'no such file' >&2; exit 2");
        user.run("run", "--timeout", "600", "--label", "server", "--", "sleep 300");
        user.run("run", "--", "kill -9 $$");
        user.said("wait", "1", "2", "4");
    }

    private static String transcripts(NudgeUser user, String... lines) {
        return Stream.of(lines)
                .map(line -> Golden.transcript(user, line.split(" ", -1)))
                .collect(Collectors.joining());
    }

    private static void check(String name, String... arguments) {
        Golden.check(name, Golden.transcript(user, arguments));
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

    /// From a user without jobs on.
    @Test
    void jobsAreStartedKilledStartedAgainRemovedReadAndTypedInto() {
        try (NudgeUser other = NudgeUser.create();
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
            assertThat(other.run("status")).as("without a daemon").isEqualTo("\n");
            assertThat(other.state()).doesNotExist();
            Golden.check(
                    "life",
                    transcripts(
                            other,
                            "ps --all",
                            "ps",
                            "ps --json",
                            "clean --yes --json",
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
                            "clean --yes --json"));

            try (StandInAgent agent = StandInAgent.start(tmux, other, "gemini-cli")) {
                agent.run(Map.of("command", "true"));
                other.awaitEnd(5);
            }
            other.run("run", "--", "sleep 300");
            other.run("run", "--wait", "--json", "--", "true");
            Golden.check(
                    "clean",
                    transcripts(other, "clean -y", "clean 5-6", "clean 5", "clean -y", "ps --all"));

            other.run("run", "--wait", "--json", "--", "seq 20");
            Golden.check(
                    "logs-parts",
                    transcripts(
                            other,
                            "logs -n 2 8",
                            "logs --grep 2$ -C 1 8",
                            "logs --grep 2$ -n 1 8",
                            "logs --json --grep 2$ 8",
                            "logs --json --since 1h -n 1 8"));

            Golden.check(
                    "restart",
                    transcripts(
                            other,
                            "run --wait --label a --timeout 60 -- printenv NUDGE_JOB",
                            "restart a",
                            "wait a",
                            "logs a",
                            "show a"));

            other.run("run", "--pty", "--", "sleep 300");
            // The terminal shows what is typed in its own time.
            Golden.check(
                    "send",
                    transcripts(other, "send 11 hello", "send --json 11 -k Enter")
                            .replaceFirst("(\"output_bytes\" :) [0-7],", "$1 7,"));

            other.run("run", "--", "echo 'two  blanks'\nif true; then\n\techo 2\nfi");
            other.run("wait", "12");
            Golden.check("show-lines", Golden.transcript(other, "show"));

            other.run("kill", "--all");
            other.run("clean", "--yes");
            Golden.check(
                    "daemon-stop",
                    transcripts(
                            other,
                            "daemon stop",
                            "daemon stop",
                            "daemon stop --json",
                            "ps",
                            "daemon stop --json"));
        }
    }
}
