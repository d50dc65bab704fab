package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Relay;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Daemons that die, one after the other, while they answer.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DyingDaemonIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    @AutoClose private final StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");

    private Relay relay(String cuts) {
        return Relay.before(
                user, Stream.of(cuts.split(" ", -1)).map(Integer::valueOf).toArray(Integer[]::new));
    }

    private long endedJob() {
        long job = agent.runJob(Map.of("command", "echo all is well; exit 3"));
        user.awaitEnd(job);
        return job;
    }

    /// A hook hears a greeting, then what it is to tell, then its exit code, once this is recorded.
    @Test
    void whatAHookTellsIsRecordedOnlyIfItIsTold() {
        for (String cuts : List.of("0 0 0", "1 0 1", "2 0 1", "2 1 0", "1 2 1")) {
            long job = endedJob();
            try (Relay relay = relay(cuts)) {
                assertThat(agent.hook()).as(cuts).contains("all is well", "job " + job + ",");
                assertThat(relay.left()).as(cuts).isZero();
            }
            assertThat(user.value(job, "nudge")).as(cuts).isEqualTo("handed_over");
            assertThat(agent.hook()).as(cuts).isEmpty();
        }
    }

    /// The hook of the prompt gives up.
    @Test
    void promptDuringWhichTheDaemonHangsLosesNothing() {
        long job = endedJob();
        user.signalDaemon("STOP");
        try {
            assertThat(agent.hook()).isEmpty();
        } finally {
            user.signalDaemon("CONT");
        }

        await().until(agent::hook, told -> told.contains("job " + job + ","));
        assertThat(user.value(job, "nudge")).isEqualTo("handed_over");
    }

    @Test
    void listIsGivenByTheNextDaemon() {
        endedJob();
        agent.awaitTold("all is well");
        for (String cuts : List.of("0 0 0", "1 0 0", "0 1 0")) {
            try (Relay relay = relay(cuts)) {
                assertThat(user.run("ps", "--all")).as(cuts).contains("all is well");
                assertThat(relay.left()).as(cuts).isZero();
            }
        }
    }

    /// Each that has lost it sees to the next one; a runtime for each would fill the memory.
    @Test
    void ofAllThatWereConnectedOneStartsARuntime() throws IOException {
        Path starts = user.folder("starts");
        Map<String, String> traced =
                Map.of("NUDGE_JVM_OPTIONS", "-Xlog:os=info:file=" + starts + "/%p");
        try (NudgeUser many = NudgeUser.with(traced)) {
            many.startDaemon();
            List<Process> pumps = Stream.generate(() -> many.start("mcp")).limit(4).toList();
            many.awaitClients(pumps.size());

            many.killDaemon();
            many.awaitClients(pumps.size());

            try (Stream<Path> runtimes = Files.list(starts)) {
                assertThat(runtimes).as("the first daemon and the next one").hasSize(2);
            }
            pumps.forEach(Process::destroyForcibly);
        }
    }
}
