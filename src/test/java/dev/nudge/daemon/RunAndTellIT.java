package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Who is told what of a job's end: as the caller wants, in the pane that is named, and, if agent
/// or pane have gone, the next agent there.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunAndTellIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    /// The next case has its agents in a session of the same name.
    @AfterEach
    void endSession() {
        tmux.tmux("kill-session", "-t", "gemini-cli");
    }

    private StandInAgent agent() {
        return StandInAgent.start(tmux, user, "gemini-cli");
    }

    private String nudge(long number) {
        return user.value(number, "nudge");
    }

    private void awaitNudge(long number, String state) {
        await().until(() -> nudge(number), state::equals);
    }

    private long run(String... arguments) {
        long job = user.runJob(arguments);
        user.awaitEnd(job);
        return job;
    }

    private long run(StandInAgent agent, Map<String, Object> arguments) {
        long job = agent.runJob(arguments);
        user.awaitEnd(job);
        return job;
    }

    @Test
    void jobFromTheCommandLineRunsWhereItWasCalledAndNudgesNobodyButTheAgentThatIsNamed() {
        try (StandInAgent agent = agent()) {
            long job = run("--label", "mine", "--", "printf", "<%s>", "a b", "$HOME", "-n");

            assertThat(user.run("logs", Long.toString(job))).isEqualTo("<a b><$HOME><-n>");
            assertThat(nudge(job)).isEqualTo("off");
            assertThat(user.value(job, "cwd")).isEqualTo(Path.of("").toAbsolutePath().toString());
            assertThat(user.value(job, "label")).isEqualTo("mine");
            assertThat(agent.hook()).isEmpty();

            run("--agent", "gemini-cli", "--", "echo", "by session");
            agent.awaitTold("[by session]");

            long line = run("echo $((40 + 2)) && exit 3");
            assertThat(user.run("logs", Long.toString(line))).isEqualTo("42\n");
            assertThat(user.exitCode(line)).isEqualTo(3);
            try (StandInAgent other = inNewWindow()) {
                long named = run("--agent", other.pane(), "--", "echo", "for the other");
                assertThat(nudge(named)).isEqualTo("pending");
                assertThat(agent.hook()).isEmpty();
                other.awaitTold("[for the other]");
                assertThat(agent.hook()).isEmpty();
            }

            int jobs = user.stored().size();
            assertThat(user.fail("run", "--agent", "%99", "--", "touch", "never"))
                    .startsWith("nudge: No agent that nudge serves is in pane %99. Agents: ")
                    .contains(agent.pane() + " (session gemini-cli, " + tmux.socket() + ")")
                    .endsWith(".\n");
            assertThat(user.misuse("run", "--notify", "inject", "true")).contains("--agent");
            assertThat(user.misuse("run", " ")).contains("blank");
            assertThat(user.stored()).hasSize(jobs);
        }
    }

    private StandInAgent inNewWindow() {
        return StandInAgent.start(
                user, script -> tmux.newWindow("gemini-cli", user.environment(), script));
    }

    @Test
    void agentIsToldWhatItAskedFor() {
        try (StandInAgent agent = StandInAgent.startKnown(tmux, user, "gemini-cli")) {
            assertThat(agent.run(Map.of("command", "echo a", "notify", "silent")))
                    .contains("I will not notify you");
            assertThat(agent.run(Map.of("command", "echo b", "notify", "on_failure")))
                    .contains("only if it fails");
            long silent = user.stored().getLast().path("job").longValue() - 1;
            long failed = run(agent, Map.of("command", "echo c; false", "notify", "on_failure"));
            assertThat(agent.run(Map.of("command", "echo d", "notify", "notify")))
                    .contains("without its output");
            for (long job = silent; job <= silent + 3; job++) {
                user.awaitEnd(job);
            }

            assertThat(List.of(nudge(silent), nudge(silent + 1), nudge(failed), nudge(failed + 1)))
                    .containsExactly("off", "off", "pending", "pending");
            String of = "[nudge: job ";
            assertThat(agent.awaitTold(of + failed, of + (failed + 1)))
                    .contains("\\\"echo c; false\\\" (Exit code: 1) Output: [c] " + of + failed)
                    .contains("\\\"echo d\\\" (Exit code: 0) To read its output")
                    .doesNotContain("job " + silent, "job " + (silent + 1));
        }
    }

    @Test
    void resultWhosePaneHasGoneIsForTheNextAgentInTheSameSessionAndFolder() {
        StandInAgent first = agent();
        long job = run(first, Map.of("command", "echo untold"));
        tmux.newSession("other", 80, 24, Map.of(), "exec cat");
        endSession();
        awaitNudge(job, "undelivered");

        try (StandInAgent second = agent()) {
            assertThat(second.pane()).isNotEqualTo(first.pane());
            awaitNudge(job, "pending");
            second.awaitTold("[untold]");
        }
    }

    @Test
    void resultWhosePaneStandsWaitsForAnAgentThere() {
        StandInAgent first = agent();
        long job = run(first, Map.of("command", "echo untold"));
        first.close();
        awaitNudge(job, "undelivered");
        assertThat(user.run("ps")).contains("undelivered");

        try (StandInAgent second = inNewWindow()) {
            run("--agent", second.pane(), "--", "echo", "own");
            assertThat(second.awaitTold("[own]")).doesNotContain("untold");
            assertThat(nudge(job)).isEqualTo("undelivered");
        }
        try (StandInAgent third = StandInAgent.startIn(tmux, user, first.pane())) {
            third.awaitTold("[untold]");
        }
    }

    private void assertPart(StandInAgent agent, Map<String, Object> arguments, String part) {
        long job = run(agent, arguments);
        boolean isStart = part.equals("start");
        assertThat(agent.awaitTold("[nudge: job " + job + ","))
                .contains(isStart ? "Output: [first line" : "last line]")
                .doesNotContain(isStart ? "last line]" : "Output: [first line");
    }

    /// The setting is read by the next daemon. No other case has a long output.
    @Test
    void partOfALongOutputIsAsTheCallSaysElseTheSettingElseTheEndOfAFailure() throws IOException {
        String command = "echo first line; seq 1000; echo last line; exit ";
        try (StandInAgent agent = agent()) {
            assertPart(agent, Map.of("command", command + 1), "end");
            Files.writeString(
                    user.folder("home/.config/nudge").resolve("config.toml"),
                    "excerpt = \"start\"\n");
            user.killDaemon();
            assertPart(agent, Map.of("command", command + 1), "start");
            assertPart(agent, Map.of("command", command + 0, "excerpt", "end"), "end");
            assertPart(agent, Map.of("command", command + 1, "excerpt", "auto"), "end");
        }
    }
}
