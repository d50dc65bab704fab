package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.queue.StandInServer;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.Inherited;
import dev.nudge.process.ProcessTable;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import dev.nudge.settings.Settings;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneLocator;
import dev.nudge.tmux.Tmux;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AgentsIT {
    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private final ProcessTable processes = new ProcessTable();
    private final Agents agents = new Agents(processes, Settings.of(Map.of()));

    /// Opens a pane with a shell, in it an agent, and under that a pump.
    ///
    /// @return the pump
    private long open() throws IOException {
        Path pid = folder.path().resolve("pump");
        Path agent =
                Files.writeString(
                        folder.path().resolve("agent"),
                        "sleep 300 & echo $! >%1$s.new; mv %1$s.new %1$s; wait".formatted(pid));
        tmux.newSession("gemini-cli", 80, 24, Map.of(), "sh " + agent + "; exec sh");
        await().until(() -> Files.exists(pid));
        return Long.parseLong(Files.readString(pid).strip());
    }

    private Hello hello(long client) {
        Map<String, String> environment = Map.of("TMUX", tmux.socket() + ",1,0");
        return hello(Hello.MCP, client, environment);
    }

    private static Hello hello(String role, long client, Map<String, String> environment) {
        return new Hello("0.1.0", role, client, "/tmp", Inherited.of("022"), environment);
    }

    @Test
    void agentIsTheParentOfThePumpButNotTheProcessThatInheritsThePumpOfAKilledOne()
            throws IOException {
        long pump = open();
        ProcessHandle agent = ProcessHandle.of(processes.ancestry(pump).get(1)).orElseThrow();
        assertThat(agents.find(hello(pump), ""))
                .isInstanceOfSatisfying(
                        Agents.Found.At.class,
                        at -> assertThat(at.target().agentPid()).isEqualTo(agent.pid()));

        Function<Path, Tmux> servers =
                socket -> {
                    agent.destroyForcibly();
                    await().until(() -> processes.ancestry(pump).get(1) != agent.pid());
                    return new Tmux(socket);
                };
        PaneLocator killing = new PaneLocator(processes, servers, servers);

        Agents seeking = new Agents(processes, killing, Settings.of(Map.of()));

        assertThat(seeking.find(hello(pump), ""))
                .isEqualTo(
                        new Agents.Found.Nowhere("gemini-cli", "The agent that asked has ended."));
        assertThat(ProcessHandle.of(pump).orElseThrow().destroyForcibly()).isTrue();
    }

    /// A server that does not listen where the one of the panes does, as one of an editor's.
    @Test
    void threadThatTheServerAtTheSocketHasNotOpenCannotBeTold() throws IOException {
        Path home = folder.path();
        Path socket = home.resolve(".codex/app-server-control/app-server-control.sock");
        Files.createDirectories(socket.getParent());
        Path script = Files.writeString(home.resolve("codex"), "sleep 300 & wait");
        ProcessBuilder codex = new ProcessBuilder("sh", script.toString(), "app-server");
        codex.environment().put("HOME", home.toString());
        codex.environment().remove("CODEX_HOME");
        Process calling = codex.start();
        try (StandInServer listening = StandInServer.start(socket, home.resolve("record"))) {
            Hello hello = hello(await().until(() -> child(calling.toHandle()), pid -> pid > 0));
            listening.become("notLoaded", false);

            assertThat(agents.find(hello, "a-thread").toString())
                    .startsWith("Nowhere")
                    .contains(
                            "the server that listens at " + socket,
                            "does not have this session open");

            listening.become("active", false);
            long start = processes.identify(calling.pid()).orElseThrow().startTime();
            NudgeTarget thread = NudgeTarget.thread("a-thread", calling.pid(), start);
            assertThat(agents.find(hello, "a-thread")).isEqualTo(new Agents.Found.At(thread));
        } finally {
            kill(calling);
        }
    }

    /// An agent may start another one; and itself once more, to run an extension, which names it.
    @Test
    void monitorIsThatOfTheNearestAgentUnlessAnExtensionNamesAnother() throws IOException {
        Path scripts = Files.createDirectory(folder.path().resolve("inner"));
        Path inner = Files.writeString(scripts.resolve("claude"), "sleep 300 & wait");
        Path script = Files.writeString(folder.path().resolve("claude"), "sh " + inner + " & wait");
        Process outer = new ProcessBuilder("sh", script.toString()).start();
        try {
            await().until(() -> outer.descendants().count() == 2);
            long nearest = child(outer.toHandle());
            long monitor = child(ProcessHandle.of(nearest).orElseThrow());
            Map<String, String> named = Map.of("NUDGE_MONITOR_OF", Long.toString(outer.pid()));

            assertThat(isMonitor(monitor, Map.of(), nearest)).isTrue();
            assertThat(isMonitor(monitor, Map.of(), outer.pid())).isFalse();
            assertThat(isMonitor(monitor, named, nearest)).isFalse();
            assertThat(isMonitor(monitor, named, outer.pid())).isTrue();
        } finally {
            kill(outer);
        }
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private boolean isMonitor(long pid, Map<String, String> environment, long agent)
            throws IOException {
        AgentBinding binding =
                new AgentBinding(
                        new PaneAddress(tmux.socket(), 1, "%0"),
                        processes.identify(agent).orElseThrow());
        AtomicBoolean isIt = new AtomicBoolean();
        agents.monitor(
                        hello(Hello.MONITOR, pid, environment),
                        new LineReader(InputStream.nullInputStream()),
                        new LineWriter(OutputStream.nullOutputStream()),
                        () -> isIt.set(agents.profile(binding).inbox() instanceof InboxAccess.Open))
                .hold();
        return isIt.get();
    }

    private static long child(ProcessHandle parent) {
        return parent.children().mapToLong(ProcessHandle::pid).findFirst().orElse(0);
    }
}
