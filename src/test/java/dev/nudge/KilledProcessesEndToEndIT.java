package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgedGemini;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Processes of nudge are killed under the real Gemini CLI.
class KilledProcessesEndToEndIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static List<ProcessHandle> ours(NudgedGemini world, String words) {
        return ProcessHandle.allProcesses()
                .filter(p -> world.user().owns(p.pid()))
                .filter(p -> commandLine(p.pid()).contains(words))
                .toList();
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                    .replace('\0', ' ');
        } catch (IOException goneMeanwhile) {
            return "";
        }
    }

    private static void kill(List<ProcessHandle> processes) {
        assertThat(processes).isNotEmpty();
        processes.forEach(ProcessHandle::destroyForcibly);
        ProcessTable table = new ProcessTable();
        await().atMost(PATIENCE)
                .until(() ->
                        processes.stream().noneMatch(p -> table.identify(p.pid()).isPresent()));
    }

    private static List<ProcessHandle> pumps(NudgedGemini world) {
        return await().atMost(PATIENCE)
                .until(() -> ours(world, "dev.nudge.cli.Main mcp"), found -> !found.isEmpty());
    }

    @Test
    void agentKeepsItsToolsWhenThePumpIsKilled() {
        try (NudgedGemini world = NudgedGemini.start()) {
            for (int job = 1; job <= 2; job++) {
                kill(pumps(world));
                assertThat(world.ask("echo it works")).contains("This is job " + job + ".");
                world.awaitNudge("[nudge: job " + job + ",");
                world.agent().awaitTitle("Ready");
            }
        }
    }

    @Test
    void agentKeepsItsToolsWhenEverythingButTheLauncherIsKilled() {
        try (NudgedGemini world = NudgedGemini.start()) {
            world.ask("sleep 300");
            kill(ours(world, "dev.nudge.cli.Main"));

            assertThat(world.ask("echo it works")).contains("This is job 2.");
            world.awaitNudge("[nudge: job 2,");
        }
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
            kill(ours(world, "bin/nudge mcp"));
            kill(ours(world, "dev.nudge.cli.Main"));
            NudgedGemini.open(gate);

            for (long job = 1; job <= 3; job++) {
                world.awaitDelivered(job);
            }
            String told = String.join("\n", world.model().requests().getLast().userTexts());
            assertThat(told).contains("one", "two", "three");
        }
    }
}
