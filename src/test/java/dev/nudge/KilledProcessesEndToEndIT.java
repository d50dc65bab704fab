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

    /// The agent has no tools any more, but it gets what it has been promised.
    @Test
    void endIsToldThoughThePumpWasKilled() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("go");
            world.ask(world.untilReleased(gate, "echo promised"));
            world.agent().awaitTitle("Ready");

            world.user().kill(world.user().running("bin/nudge mcp"));
            NudgedGemini.open(gate);

            world.awaitNudge("[nudge: job 1,");
        }
    }

    @Test
    void agentKeepsItsToolsAndIsToldWhenTheDaemonIsKilled() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("go");
            world.ask(world.untilReleased(gate, "echo survived; exit 6"));
            world.user().kill(world.user().running("dev.nudge.cli.Main"));
            NudgedGemini.open(gate);

            assertThat(world.awaitNudge("[nudge: job 1,")).contains("(Exit code: 6)", "[survived]");
            world.agent().awaitTitle("Ready");
            assertThat(world.ask("echo it works")).contains("This is job 2.");
            world.awaitNudge("[nudge: job 2,");
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
            world.user().kill(world.user().running("bin/nudge mcp"));
            world.user().kill(world.user().running("dev.nudge.cli.Main"));
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

    /// Nobody of ours is left but the hosts.
    @Test
    void endsAreToldThoughPumpAndDaemonWereKilledTogether() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("go");
            for (String name : new String[] {"one", "two", "three"}) {
                world.ask(world.untilReleased(gate, "echo " + name));
                world.agent().awaitTitle("Ready");
            }
            world.user().kill(world.user().running("bin/nudge mcp"));
            world.user().kill(world.user().running("dev.nudge.cli.Main"));
            NudgedGemini.open(gate);

            for (long job = 1; job <= 3; job++) {
                world.awaitDelivered(job);
            }
            // The agent says that it has the message before it asks the model.
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(world.conversation()).contains("[one]", "[two]", "[three]"));
        }
    }
}
