package dev.nudge.delivery.typing;

import static org.awaitility.Awaitility.await;

import dev.nudge.bench.ProcessorTime;
import dev.nudge.delivery.message.EndNotes;
import dev.nudge.job.ExitStatus;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/// What it costs to wait: processor time while a note is pending in each of 20 panes that cannot be
/// typed into.
public final class CourierCostBench implements AutoCloseable {
    private static final int PANES = 20;
    private static final double LIMIT_PERCENT = 1;
    private final TmuxServerFixture server = TmuxServerFixture.start();
    private final MemoryOutbox outbox = new MemoryOutbox();
    private final Courier courier =
            new Courier(outbox, new ProcessTable(), _ -> StandInScreen.PROFILE, Pace.NORMAL);

    private CourierCostBench() {}

    /// Runs the benchmark; exits with 1 if it is too much.
    public static void main(String[] args) throws IOException {
        double percent;
        try (CourierCostBench bench = new CourierCostBench()) {
            percent = bench.percent();
        }
        System.out.printf(
                Locale.ROOT,
                "%d panes wait: %.2f %% of a core, limit %.0f %%: ratio %.2f%n",
                PANES,
                percent,
                LIMIT_PERCENT,
                percent / LIMIT_PERCENT);
        System.exit(percent <= LIMIT_PERCENT ? 0 : 1);
    }

    @Override
    public void close() {
        courier.close();
        server.close();
    }

    /// Measured for a minute, after a minute in which the JVM has warmed up.
    private double percent() throws IOException {
        for (int i = 0; i < PANES; i++) {
            AgentBinding agent = pane(i);
            outbox.add(agent, EndNotes.of(i, "make", new ExitStatus.Exited(0), ""));
            courier.wake(agent);
        }
        pass(Duration.ofMinutes(1));
        long begin = System.nanoTime();
        double before = seconds();
        pass(Duration.ofMinutes(1));
        double share = (seconds() - before) / ((System.nanoTime() - begin) / 1e9);
        if (courier.active() != PANES) {
            throw new IllegalStateException(courier.active() + " of " + PANES + " panes wait");
        }
        return share * 100;
    }

    private static void pass(Duration time) {
        await().pollDelay(time).atMost(time.plusSeconds(10)).until(() -> true);
    }

    private AgentBinding pane(int number) {
        String pane = server.newSession("s" + number, 80, 24, Map.of(), "exec cat");
        long pid = Long.parseLong(server.displayMessage(pane, "#{pane_pid}"));
        ProcessId agent = new ProcessTable().identify(pid).orElseThrow();
        return new AgentBinding(server.address(pane), agent);
    }

    /// Processor time of this process, of the tmux clients that have ended, and of the server.
    private double seconds() throws IOException {
        long tmux = Long.parseLong(server.displayMessage("s0", "#{pid}"));
        return ProcessorTime.of(ProcessHandle.current().pid()).all() + ProcessorTime.of(tmux).all();
    }
}
