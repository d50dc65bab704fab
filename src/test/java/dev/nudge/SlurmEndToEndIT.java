package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeLine;
import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SlurmCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Jobs in a real Slurm, in the real Gemini CLI: the agent puts them into a group, and is told of
/// each end once. What becomes of jobs when nodes, Slurm or nudge fail is tried without an agent,
/// in `dev.nudge.jobs`.
class SlurmEndToEndIT {
    private static final int TASKS = 50;

    @Test
    void endsAndLinesOfJobsOnNodesAreToldOnce() {
        try (SlurmCluster cluster = SlurmCluster.start();
                NudgedGemini world = NudgedGemini.start()) {
            world.user().environment().put("SLURM_CONF", cluster.conf().toString());
            world.user()
                    .run("group", "add", "far", "--engine", "slurm", "--option", "partition=main");
            endIsToldWithItsOutput(world);
            watchFindsALineInTheLog(world);
            eachTaskOfAnArrayIsTold(world);
            // Nothing was told again meanwhile.
            world.use("list_jobs", Map.of());
            assertThat(toldJobs(world))
                    .as(world::conversation)
                    .doesNotHaveDuplicates()
                    .hasSize(TASKS + 3);
        }
    }

    private static void submit(NudgedGemini world, String command) {
        assertThat(world.ask(command, Map.of("group", "far")))
                .contains("was handed to slurm as its job");
    }

    private static void endIsToldWithItsOutput(NudgedGemini world) {
        Path gate = world.gate("normal");
        submit(world, world.untilReleased(gate, "echo on $SLURMD_NODENAME; exit 3"));
        assertThat(world.use("list_jobs", Map.of())).contains("1: ");
        NudgedGemini.open(gate);

        assertThat(world.awaitNudge("[nudge: job 1,")).contains("(Exit code: 3)", "[on n");
        world.agent().awaitTitle("Ready");
    }

    private static void watchFindsALineInTheLog(NudgedGemini world) {
        Path gate = world.gate("watched");
        Path end = world.gate("end");
        String rest = "echo listening on 8080; " + world.untilReleased(end, "true");
        submit(world, world.untilReleased(gate, rest));
        world.use("watch_output", Map.of("job", 2, "pattern", "listening on \\d+"));
        NudgedGemini.open(gate);

        assertThat(world.awaitNudge("Watch has matched")).contains("Line: [listening on 8080]");
        world.agent().awaitTitle("Ready");
        NudgedGemini.open(end);
        assertThat(world.awaitNudge("[nudge: job 2,")).contains("(Exit code: 0)");
        world.agent().awaitTitle("Ready");
    }

    private static void eachTaskOfAnArrayIsTold(NudgedGemini world) {
        String array = "1-" + TASKS;
        String task = "echo task $NUDGE_ARRAY_TASK";
        String pane = world.agent().pane();
        String numbers =
                world.user()
                        .run("run", "--agent", pane, "--group", "far", "--array", array, "--", task)
                        .strip();
        assertThat(numbers).isEqualTo("4-" + (TASKS + 3));
        List<Long> tasks = LongStream.rangeClosed(4, TASKS + 3).boxed().toList();

        await().atMost(Patience.LONG)
                .untilAsserted(() ->
                        assertThat(toldJobs(world)).as(world::conversation).containsAll(tasks));
        world.agent().awaitTitle("Ready");
    }

    /// Returns the jobs that the agent was told of, each as often as it was.
    private static List<Long> toldJobs(NudgedGemini world) {
        return NudgeLine.lines(world.conversation())
                .filter(NudgeLine::isOne)
                .flatMap(line -> NudgeLine.jobsIn(line).stream())
                .toList();
    }
}
