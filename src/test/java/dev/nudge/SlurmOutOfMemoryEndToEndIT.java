package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SlurmCluster;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A job in a real Slurm that uses up its memory, in the real Gemini CLI.
class SlurmOutOfMemoryEndToEndIT {
    private static final Duration PATIENCE = Patience.LONG;

    @Test
    void jobThatUsesUpItsMemoryIsToldOnceWithThatReason() {
        try (SlurmCluster cluster = SlurmCluster.startWithControlGroups();
                NudgedGemini world =
                        NudgedGemini.startFor(
                                NudgeUser.with(Map.of("SLURM_CONF", cluster.conf().toString())))) {
            world.user().run("group", "add", "far", "--engine", "slurm", "--option", "nodelist=n1");

            String answer =
                    world.ask(
                            "head -c 300m /dev/zero | tail",
                            Map.of("group", "far", "memory", "60M"));

            assertThat(answer).contains("was handed to slurm as its job");
            world.user().awaitEnd(1, PATIENCE);
            assertThat(world.awaitNudge("[nudge: job 1,"))
                    .contains("Slurm: its memory was used up");
            world.awaitToldState(1);
            world.assertToldOnce(1);
        }
    }
}
