package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Who is told what of a job's end: as the caller wants, in the pane that is named, and, if agent
/// or pane have gone, the next agent there.
class RunAndTellIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private StandInAgent agent(String session) {
        return StandInAgent.start(tmux, user, session);
    }

    private String nudge(long number) {
        return user.record(number).path("nudge").stringValue("");
    }

    private long run(String... arguments) {
        long job = user.runJob(arguments);
        user.awaitEnd(job);
        return job;
    }

    @Test
    void jobFromTheCommandLineRunsWhereItWasCalledAndNudgesNobodyButTheAgentThatIsNamed() {
        try (StandInAgent agent = agent("gemini-cli")) {
            long job = run("--label", "mine", "--", "printf", "<%s>", "a b", "$HOME", "-n");

            assertThat(user.run("logs", Long.toString(job))).isEqualTo("<a b><$HOME><-n>");
            assertThat(nudge(job)).isEqualTo("off");
            assertThat(user.record(job).path("cwd").stringValue())
                    .isEqualTo(Path.of("").toAbsolutePath().toString());
            assertThat(user.record(job).path("label").stringValue()).isEqualTo("mine");
            assertThat(agent.hook()).isEmpty();

            run("--agent", "gemini-cli", "--", "echo", "by session");
            agent.awaitTold("[by session]");

            long line = run("echo $((40 + 2)) && exit 3");
            assertThat(user.run("logs", Long.toString(line))).isEqualTo("42\n");
            assertThat(user.record(line).path("exit_code").intValue()).isEqualTo(3);
            try (StandInAgent other = inNewWindow()) {
                long named = run("--agent", other.pane(), "--", "echo", "for the other");
                assertThat(nudge(named)).isEqualTo("pending");
                assertThat(agent.hook()).isEmpty();
                other.awaitTold("[for the other]");
                assertThat(agent.hook()).isEmpty();
            }
        }
    }

    private StandInAgent inNewWindow() {
        return StandInAgent.start(
                user, script -> tmux.newWindow("gemini-cli", user.environment(), script));
    }

    @Test
    void paneWithoutAnAgentIsRefusedAndNothingRuns() throws Exception {
        try (StandInAgent agent = agent("gemini-cli")) {
            run("--agent", agent.pane(), "--", "true");

            assertThat(user.fail("run", "--agent", "%99", "--", "touch", "never"))
                    .startsWith("nudge: No agent that nudge serves is in pane %99. Agents: ")
                    .contains(agent.pane() + " (session gemini-cli, " + tmux.socket() + ")")
                    .endsWith(".\n");
            assertThat(user.misuse("run", "--notify", "inject", "true")).contains("--agent");
            assertThat(user.misuse("run", "--agent", agent.pane(), "--notify", "loud", "true"))
                    .contains("expected inject, notify, silent or on_failure");
            assertThat(user.misuse("run", " ")).contains("blank");
            assertThat(user.run("ps", "--all").lines()).hasSize(2);
        }
    }

    @Test
    void agentIsToldWhatItAskedFor() {
        try (StandInAgent agent = StandInAgent.startKnown(tmux, user, "gemini-cli")) {
            assertThat(agent.run(Map.of("command", "echo a", "notify", "silent")))
                    .contains("I will not notify you");
            assertThat(agent.run(Map.of("command", "echo b", "notify", "on_failure")))
                    .contains("only if it fails");
            assertThat(agent.run(Map.of("command", "echo c; false", "notify", "on_failure")))
                    .contains("only if it fails");
            user.awaitEnd(3);
            assertThat(agent.run(Map.of("command", "echo d", "notify", "notify")))
                    .contains("without its output");
            List.of(1, 2, 4).forEach(user::awaitEnd);

            assertThat(List.of(nudge(1), nudge(2), nudge(3), nudge(4)))
                    .containsExactly("off", "off", "pending", "pending");
            assertThat(agent.awaitTold("[nudge: job 3,", "[nudge: job 4,"))
                    .contains("\\\"echo c; false\\\" (Exit code: 1) Output: [c] [nudge: job 3,")
                    .contains("\\\"echo d\\\" (Exit code: 0) To read its output")
                    .contains("[nudge: job 4,")
                    .doesNotContain("job 1", "job 2");
        }
    }

    @Test
    void resultWhosePaneHasGoneIsForTheNextAgentInTheSameSessionAndFolder() {
        StandInAgent first = agent("gemini-cli");
        first.run(Map.of("command", "echo untold"));
        user.awaitEnd(1);
        tmux.newSession("other", 80, 24, Map.of(), "exec cat");
        tmux.tmux("kill-session", "-t", "gemini-cli");
        await().atMost(PATIENCE).until(() -> nudge(1).equals("undelivered"));

        try (StandInAgent second = agent("gemini-cli")) {
            assertThat(second.pane()).isNotEqualTo(first.pane());
            await().atMost(PATIENCE).until(() -> nudge(1).equals("pending"));
            second.awaitTold("[untold]");
        }
    }

    @Test
    void resultWhosePaneStandsWaitsForAnAgentThere() {
        try (StandInAgent first = agent("gemini-cli")) {
            first.run(Map.of("command", "echo untold"));
            user.awaitEnd(1);
        }
        await().atMost(PATIENCE).until(() -> nudge(1).equals("undelivered"));
        assertThat(user.run("ps")).contains("undelivered");

        try (StandInAgent second = inNewWindow()) {
            run("--agent", second.pane(), "--", "echo", "own");
            assertThat(second.awaitTold("[own]")).doesNotContain("untold");
            assertThat(nudge(1)).isEqualTo("undelivered");
        }
    }

    private void assertPart(
            StandInAgent agent, int job, Map<String, Object> arguments, String part) {
        agent.run(arguments);
        user.awaitEnd(job);
        boolean isStart = part.equals("start");
        assertThat(agent.awaitTold("[nudge: job " + job + ","))
                .contains(isStart ? "Output: [first line" : "last line]")
                .doesNotContain(isStart ? "last line]" : "Output: [first line");
    }

    /// The setting is read by the next daemon.
    @Test
    void partOfALongOutputIsAsTheCallSaysElseTheSettingElseTheEndOfAFailure() throws IOException {
        String command = "echo first line; seq 1000; echo last line; exit ";
        try (StandInAgent agent = agent("gemini-cli")) {
            assertPart(agent, 1, Map.of("command", command + 0), "start");
            assertPart(agent, 2, Map.of("command", command + 1), "end");
            Files.writeString(
                    user.folder("home/.config/nudge").resolve("config.toml"),
                    "excerpt = \"start\"\n");
            user.killDaemon();
            assertPart(agent, 3, Map.of("command", command + 1), "start");
            assertPart(agent, 4, Map.of("command", command + 0, "excerpt", "end"), "end");
            assertPart(agent, 5, Map.of("command", command + 1, "excerpt", "auto"), "end");
        }
    }
}
