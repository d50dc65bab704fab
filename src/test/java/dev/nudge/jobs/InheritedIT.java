package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.process.Inherited;
import dev.nudge.store.QueueStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a job inherits is that of the program that has asked for it, also in a later daemon.
class InheritedIT {
    private static final String BOUNDED =
            "umask 0137 && exec prlimit --nofile=300: --core=0: taskset -c 0 ";

    @AutoClose private static final NudgeUser user = NudgeUser.create();

    /// Not of another niceness, which only root could take back.
    @BeforeAll
    static void startDaemon() {
        bounded("\"$@\"", "ps");
    }

    private static String surrounded(String... arguments) {
        return bounded("nice -n 7 \"$@\"", arguments);
    }

    private static String bounded(String more, String... arguments) {
        List<String> words = new ArrayList<>(List.of("bash", "-c", BOUNDED + more, "bash"));
        words.addAll(NudgeUser.command(arguments));
        return new ShortCommand(Patience.LONG, user.environment()).run(words);
    }

    private Inherited kept(long job) throws IOException {
        StateDirectory state = StateDirectory.create(user.state());
        return new QueueStore(state).order(state.job(job)).inherited();
    }

    /// Returns what a shell of the user prints, in one line.
    private String shown(String commands) {
        return blanks(user.tool("bash", "-c", commands));
    }

    private static String blanks(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "run --pty"})
    void jobHasWhatItsCallerHasWhateverHasStartedTheDaemon(String run) {
        String words =
                "umask; ulimit -Sn; ulimit -Sc; nice; sed -n s/Cpus_allowed_list://p /proc/self/status";
        String[] job = (run + " --wait -- bash -c").split(" ");
        String[] shows = Stream.concat(Stream.of(job), Stream.of(words)).toArray(String[]::new);

        assertThat(blanks(user.run(shows))).endsWith(shown(words));
        assertThat(blanks(surrounded(shows))).endsWith(" 0137 300 0 7 0");
        assertThat(user.run("run", "--wait", "bash -c 'ulimit -Hn'"))
                .endsWith(shown("ulimit -Hn") + "\n");
    }

    @Test
    void jobThatWaitsKeepsWhatItsCallerHasAndARestartThatOfItsOwnAndAnAgentsThatOfTheAgent()
            throws IOException {
        user.run("pause");
        long first = Long.parseLong(surrounded("run", "--", "true").strip());
        long second = user.runJob("--", "true");
        assertSurrounded(first);
        assertThat(kept(first).limits())
                .containsEntry("nofile", "300:" + shown("ulimit -Hn"))
                .containsEntry("core", "0:" + shown("ulimit -Hc"))
                .hasSize(16);
        assertThat(kept(second).limits().get("nofile")).startsWith(shown("ulimit -Sn") + ":");
        assertThat(kept(second).nice()).hasValue(0);

        user.run("resume");
        user.awaitEnd(second);
        user.run("pause");
        surrounded("restart", "--in-place", "@last");
        assertSurrounded(second);

        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent =
                        StandInAgent.start(
                                user,
                                script ->
                                        tmux.newSession(
                                                "gemini-cli",
                                                100,
                                                30,
                                                user.environment(),
                                                BOUNDED + "nice -n 7 " + script))) {
            agent.run(Map.of("command", "true"));
        }
        assertSurrounded(second + 1);
        user.run("resume");
    }

    private void assertSurrounded(long job) throws IOException {
        Inherited inherited = kept(job);
        assertThat(inherited.umask()).isEqualTo("0137");
        assertThat(inherited.limits().get("nofile")).startsWith("300:");
        assertThat(inherited.nice()).hasValue(7);
        assertThat(inherited.processors()).isEqualTo("0");
    }
}
