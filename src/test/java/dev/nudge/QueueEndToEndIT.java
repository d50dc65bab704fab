package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgedGemini;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Jobs that wait, in the real Gemini CLI: the agent puts them into a group, and is told of each
/// end once.
class QueueEndToEndIT {
    @Test
    void groupRunsOneBuildAtATimeAndEachEndIsReportedOnce() {
        try (NudgedGemini world = NudgedGemini.start()) {
            world.user().run("group", "add", "builds", "--parallel", "1");
            Path first = world.gate("first");
            Path second = world.gate("second");
            Map<String, Object> inGroup = Map.of("group", "builds");
            world.ask(world.untilReleased(first, "echo one"), inGroup);

            assertThat(world.ask(world.untilReleased(second, "echo two"), inGroup))
                    .contains("waits in the queue", "group builds runs 1")
                    .contains("I will notify you when it finishes.");
            assertThat(world.use("list_jobs", Map.of())).contains("1: running", "2: queued");
            NudgedGemini.open(first);
            assertThat(world.awaitNudge("[nudge: job 1,")).contains("[one]");
            world.agent().awaitTitle("Ready");
            NudgedGemini.open(second);
            assertThat(world.awaitNudge("[nudge: job 2,")).contains("[two]");
            world.agent().awaitTitle("Ready");

            commandThatFailsIsTriedAgain(world);
            chainIsSkipped(world);
        }
    }

    private static void commandThatFailsIsTriedAgain(NudgedGemini world) {
        world.ask("echo flaky; exit 3", Map.of("retry", 2));

        assertThat(world.awaitNudge("[nudge: job 3,"))
                .contains("(Exit code: 3)", "3 attempts")
                .doesNotContain("flaky flaky");
        world.agent().awaitTitle("Ready");
        world.assertToldOnce(3);
    }

    private static void chainIsSkipped(NudgedGemini world) {
        Path gate = world.gate("chain");
        world.ask(world.untilReleased(gate, "exit 4"));
        assertThat(world.ask("make test", Map.of("after", List.of(4)))).contains("after job 4");
        NudgedGemini.open(gate);

        assertThat(world.awaitNudge("job 4 failed")).contains("skipped");
        world.agent().awaitTitle("Ready");
        world.awaitToldState(4);
        world.awaitToldState(5);
    }
}
