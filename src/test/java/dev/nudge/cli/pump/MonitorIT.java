package dev.nudge.cli.pump;

import static dev.nudge.cli.pump.PlayedDaemon.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.protocol.LineReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `nudge monitor` between an agent and daemons that this test plays. No other can be started.
@Timeout(120)
class MonitorIT {
    @TempDir private Path folder;
    private Process monitor;
    private LineReader printed;

    @BeforeEach
    void start() throws IOException {
        monitor = PlayedDaemon.client("monitor", folder);
        printed = new LineReader(monitor.getInputStream());
    }

    @AfterEach
    void end() {
        monitor.destroyForcibly();
    }

    private PlayedDaemon daemon() throws IOException {
        return new PlayedDaemon(folder, "1", "monitor", () -> monitor);
    }

    @Test
    void messageIsPrintedAndThenAnsweredAndAnsweredAloneIfTheNextDaemonRepeatsIt()
            throws IOException {
        String text = "Background command completed: „größer“ $(exit) \\n";
        try (PlayedDaemon daemon = daemon()) {
            daemon.say("a1 " + text);
            assertThat(next(printed)).isEqualTo(text);
            assertThat(daemon.heard()).isEqualTo("a1");
        }
        try (PlayedDaemon daemon = daemon()) {
            daemon.say("a1 " + text);
            assertThat(daemon.heard()).isEqualTo("a1");
            daemon.say("a2 second");
            assertThat(next(printed)).isEqualTo("second");
            assertThat(daemon.heard()).isEqualTo("a2");
        }
    }

    /// An agent that hangs may still read it.
    @Test
    void messageIsNotAnsweredBeforeItHasBeenRead() throws Exception {
        try (PlayedDaemon daemon = daemon();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            daemon.say("a1 first");
            Future<String> heard = threads.submit(daemon::heard);
            assertThatThrownBy(() -> heard.get(1, TimeUnit.SECONDS))
                    .isInstanceOf(TimeoutException.class);

            assertThat(next(printed)).isEqualTo("first");

            assertThat(heard.get()).isEqualTo("a1");
        }
    }

    @Test
    void endsWhenNobodyReadsItAnyMore() throws Exception {
        try (PlayedDaemon daemon = daemon()) {
            printed = new LineReader(monitor.getErrorStream());
            monitor.getInputStream().close();

            assertThat(monitor.waitFor()).isZero();
            assertThat(daemon.heard()).isEqualTo("(no line)");
        }
    }

    @Test
    void endsWithTheReasonWhyThereIsNothingForIt() throws Exception {
        try (PlayedDaemon daemon = daemon()) {
            daemon.say("! No agent has started this.");

            assertThat(monitor.getErrorStream())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("nudge: No agent has started this.\n");
            assertThat(monitor.waitFor()).isEqualTo(1);
        }
    }
}
