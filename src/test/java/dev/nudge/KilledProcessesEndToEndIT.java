package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Processes of nudge are killed under the real Gemini CLI.
class KilledProcessesEndToEndIT {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration PATIENCE = Patience.LONG;

    @Test
    void resultsAreToldOnceWhateverOfNudgeIsKilled() throws IOException {
        try (NudgedGemini world = NudgedGemini.start()) {
            daemonIsKilled(world);
            String message = pumpIsKilled(world);
            allButTheHostsAreKilled(world);
            whatTheAgentTookIsKnownByTheReceiptOfItsHook(world, message);
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
    private static String pumpIsKilled(NudgedGemini world) {
        Path pumpless = world.askUntil("pumpless", "echo promised");
        Path alone = world.askUntil("alone", "echo one");
        for (String name : List.of("two", "three")) {
            world.ask(world.untilReleased(alone, "echo " + name));
        }
        world.user().kill(world.user().running("bin/nudge mcp"));
        NudgedGemini.open(pumpless);
        String message = world.awaitNudge("[nudge: job 3,").strip();
        world.awaitDelivered(3);
        world.agent().awaitTitle("Ready");
        return message;
    }

    private static void allButTheHostsAreKilled(NudgedGemini world) {
        killDaemon(world);
        NudgedGemini.open(world.gate("alone"));
        for (long job = 4; job <= 6; job++) {
            world.awaitDelivered(job);
        }
        // The agent says that it has the message before it asks the model.
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(world.conversation()).contains("[one]", "[two]", "[three]"));
        world.agent().awaitTitle("Ready");
        for (String output : List.of("survived", "promised", "one", "two", "three")) {
            assertThat(world.conversation()).containsOnlyOnce("[" + output + "]");
        }
    }

    /// No daemon has seen it: it is as if the last one had died between the submitting key and its
    /// record. The screen does not show the message any more.
    private static void whatTheAgentTookIsKnownByTheReceiptOfItsHook(
            NudgedGemini world, String message) throws IOException {
        killDaemon(world);
        forgetDelivery(world, message);
        clear(world);

        world.agent().submit(message);
        Path receipts = world.user().state().resolve("receipts");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(receipts).isNotEmptyDirectory());
        await().atMost(PATIENCE).until(() -> turnsBegun(world) == 2);
        world.agent().awaitTitle("Ready");
        clear(world);

        world.user().startDaemon();
        world.awaitDelivered(3);
        assertThat(receipts).isEmptyDirectory();
        assertThat(turnsBegun(world)).isEqualTo(2);
    }

    private static void clear(NudgedGemini world) {
        world.agent().command("clear");
        world.agent().awaitScreen(screen -> !screen.contains("[nudge: job"));
    }

    /// Returns how many turns the message of job 3 has begun.
    private static long turnsBegun(NudgedGemini world) {
        return world.model().requests().stream()
                .filter(request -> request.lastUserText().contains("[nudge: job 3,"))
                .count();
    }

    private static void forgetDelivery(NudgedGemini world, String message) throws IOException {
        Path record = world.user().job(3).resolve("job.json");
        ObjectNode job = (ObjectNode) JSON.readTree(Files.readString(record));
        String target =
                job.path("target").path("server_pid") + "-" + world.agent().pane().substring(1);
        job.put("nudge", "pending").put("nudge_text", message + "\n1").putNull("nudged_at");
        Files.writeString(record, JSON.writeValueAsString(job));
        Files.createFile(world.user().state().resolve("pending").resolve(target + ".typing"));
    }
}
