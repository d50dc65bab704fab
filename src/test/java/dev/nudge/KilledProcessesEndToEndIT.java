package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Processes of nudge are killed under the real Gemini CLI.
class KilledProcessesEndToEndIT {
    @Test
    void resultsAreToldOnceWhateverOfNudgeIsKilled() {
        try (NudgedGemini world = NudgedGemini.start()) {
            daemonIsKilled(world);
            pumpIsKilled(world);
            allButTheHostsAreKilled(world);
        }
    }

    private static void killDaemon(NudgedGemini world) {
        world.user().kill(world.user().running("dev.nudge.cli.Main"));
    }

    private static void daemonIsKilled(NudgedGemini world) {
        Path daemonless = world.askUntil("daemonless", "echo survived; exit 6");
        killDaemon(world);
        NudgedGemini.open(daemonless);
        assertThat(world.awaitNudge("[nudge: job 1,")).contains("(Exit code: 6)", "[survived]");
        world.agent().awaitTitle("Ready");
        assertThat(world.ask("echo it works")).contains("This is job 2.");
        world.awaitNudge("[nudge: job 2,");
        world.agent().awaitTitle("Ready");
    }

    /// The agent has no tools any more, but it gets what it has been promised.
    private static void pumpIsKilled(NudgedGemini world) {
        Path pumpless = world.askUntil("pumpless", "echo promised");
        world.askUntil("alone", "echo alone");
        world.user().kill(world.user().running("bin/nudge mcp"));
        NudgedGemini.open(pumpless);
        world.awaitNudge("[nudge: job 3,");
        world.awaitDelivered(3);
        world.agent().awaitTitle("Ready");
    }

    private static void allButTheHostsAreKilled(NudgedGemini world) {
        killDaemon(world);
        NudgedGemini.open(world.gate("alone"));
        world.awaitDelivered(4);
        // The agent says that it has the message before it asks the model.
        await().atMost(Patience.LONG)
                .untilAsserted(() -> assertThat(world.conversation()).contains("[alone]"));
        world.agent().awaitTitle("Ready");
        for (String output : List.of("survived", "promised", "alone")) {
            assertThat(world.conversation()).containsOnlyOnce("[" + output + "]");
        }
    }
}
