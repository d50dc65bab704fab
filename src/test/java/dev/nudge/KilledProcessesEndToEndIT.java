package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Processes of nudge are killed under the real Gemini CLI.
class KilledProcessesEndToEndIT {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration PATIENCE = Patience.LONG;

    private static void killDaemon(NudgedGemini world) {
        world.user().kill(world.user().running("dev.nudge.cli.Main"));
    }

    private static void killPump(NudgedGemini world) {
        world.user().kill(world.user().running("bin/nudge mcp"));
    }

    @Test
    void agentIsToldWhetherTheDaemonIsKilledOrThePumpOrBoth() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path daemonless = world.askUntil("daemonless", "echo survived; exit 6");
            killDaemon(world);
            NudgedGemini.open(daemonless);
            assertThat(world.awaitNudge("[nudge: job 1,")).contains("(Exit code: 6)", "[survived]");
            world.agent().awaitTitle("Ready");
            assertThat(world.ask("echo it works")).contains("This is job 2.");
            world.awaitNudge("[nudge: job 2,");
            world.agent().awaitTitle("Ready");

            Path pumpless = world.askUntil("pumpless", "echo promised");
            Path alone = world.askUntil("alone", "echo one");
            for (String name : new String[] {"two", "three"}) {
                world.ask(world.untilReleased(alone, "echo " + name));
            }
            // The agent has no tools any more, but it gets what it has been promised.
            killPump(world);
            NudgedGemini.open(pumpless);
            world.awaitNudge("[nudge: job 3,");
            world.awaitDelivered(3);
            world.agent().awaitTitle("Ready");
            // Nobody of ours is left but the hosts.
            killDaemon(world);
            NudgedGemini.open(alone);
            for (long job = 4; job <= 6; job++) {
                world.awaitDelivered(job);
            }
            // The agent says that it has the message before it asks the model.
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(world.conversation()).contains("[one]", "[two]", "[three]"));
        }
    }

    /// No daemon has seen it: it is as if the last one had died between the submitting key and its
    /// record. The screen does not show the message any more.
    @Test
    void whatTheAgentTookIsKnownByTheReceiptOfItsHook() throws IOException {
        try (NudgedGemini world = NudgedGemini.start()) {
            world.ask("echo taken");
            String message = world.awaitNudge("[nudge: job 1,").strip();
            world.awaitDelivered(1);
            world.agent().awaitTitle("Ready");
            killPump(world);
            killDaemon(world);
            forgetDelivery(world, message);
            world.agent().command("clear");
            world.agent().awaitScreen(screen -> !screen.contains("nudge: job 1"));

            world.agent().submit(message);
            Path receipts = world.user().state().resolve("receipts");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(receipts).isNotEmptyDirectory());
            await().atMost(PATIENCE).until(() -> turnsBegun(world) == 2);
            world.agent().awaitTitle("Ready");
            world.agent().command("clear");
            world.agent().awaitScreen(screen -> !screen.contains("nudge: job 1"));

            world.awaitDelivered(1);
            assertThat(receipts).isEmptyDirectory();
            assertThat(turnsBegun(world)).isEqualTo(2);
        }
    }

    /// Returns how many turns the message of job 1 has begun.
    private static long turnsBegun(NudgedGemini world) {
        return world.model().requests().stream()
                .filter(request -> request.lastUserText().contains("[nudge: job 1,"))
                .count();
    }

    private static void forgetDelivery(NudgedGemini world, String message) throws IOException {
        Path record = world.user().job(1).resolve("job.json");
        ObjectNode job = (ObjectNode) JSON.readTree(Files.readString(record));
        String target =
                job.path("target").path("server_pid") + "-" + world.agent().pane().substring(1);
        job.put("nudge", "pending").put("nudge_text", message + "\n1").putNull("nudged_at");
        Files.writeString(record, JSON.writeValueAsString(job));
        Files.createFile(world.user().state().resolve("pending").resolve(target + ".typing"));
    }
}
