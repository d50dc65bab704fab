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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a job inherits is that of the program that has asked for it, also in a later daemon.
class InheritedIT {
    private static final String SURROUNDED =
            "umask 0137 && exec prlimit --nofile=300:400 --core=0:0 --cpu=7000:unlimited nice -n 7 taskset -c 0 \"$@\"";

    private final NudgeUser user = NudgeUser.create();

    @AfterEach
    void close() {
        user.close();
    }

    private void surrounded(String... arguments) {
        List<String> words = new ArrayList<>(List.of("bash", "-c", SURROUNDED, "bash"));
        words.addAll(NudgeUser.command(arguments));
        new ShortCommand(Patience.LONG, user.environment()).run(words);
    }

    private Inherited kept(long job) throws IOException {
        StateDirectory state = StateDirectory.create(user.state());
        return new QueueStore(state).order(state.job(job)).inherited();
    }

    @Test
    void jobThatWaitsKeepsWhatItsCallerHas() throws IOException {
        user.run("pause");
        surrounded("run", "--", "true");
        user.run("run", "--", "true");

        Inherited first = kept(1);
        assertThat(first.umask()).isEqualTo("0137");
        assertThat(first.limits())
                .containsEntry("nofile", "300:400")
                .containsEntry("core", "0:0")
                .containsEntry("cpu", "7000:unlimited")
                .hasSize(16);
        assertThat(first.nice()).hasValue(7);
        assertThat(first.processors()).isEqualTo("0");
        Inherited second = kept(2);
        assertThat(second.limits().get("nofile")).isNotEqualTo("300:400");
        assertThat(second.nice()).hasValue(0);
    }

    @Test
    void jobOfAnAgentHasWhatTheAgentHas() throws IOException {
        user.run("pause");
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
                                                "umask 0137; exec prlimit --nofile=300:400 nice -n 7 taskset -c 0 "
                                                        + script))) {
            agent.run(Map.of("command", "true"));
        }

        assertThat(kept(1).umask()).isEqualTo("0137");
        assertThat(kept(1).limits()).containsEntry("nofile", "300:400");
        assertThat(kept(1).nice()).hasValue(7);
        assertThat(kept(1).processors()).isEqualTo("0");
    }

    @Test
    void jobThatIsRestartedInPlaceHasThoseOfTheRestart() throws IOException {
        user.run("run", "--wait", "--", "true");
        user.run("pause");
        surrounded("restart", "--in-place", "1");

        assertThat(kept(1).limits()).containsEntry("nofile", "300:400");
        assertThat(kept(1).nice()).hasValue(7);
    }
}
