package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.TerminalReader.Awaiting;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A hundred ordinary commands, each on a terminal of its own, watched every 50 ms from the start
/// to the end: none of them waits for input, however silent it is.
@Timeout(120)
class NoFalseAlarmIT {
    private static final Duration INTERVAL = Duration.ofMillis(50);

    @Test
    void aHundredOrdinaryCommandsNeverSeemToAwaitInput() throws IOException {
        List<String> commands =
                Files.readAllLines(Path.of("src/test/resources/ordinary-commands.txt"));
        assertThat(commands).hasSizeGreaterThanOrEqualTo(100).doesNotHaveDuplicates();
        Watch watch = new Watch();
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                TemporaryFolder folder = TemporaryFolder.create()) {
            tmux.newSession("main", 100, 30, Map.of(), "exec sleep 600");
            Path go = folder.path().resolve("go");
            tmux.tmux("run-shell", "mkfifo " + go);
            for (String command : commands) {
                Files.writeString(folder.path().resolve("job.sh"), command + "\n");
                // Nothing begins before the pid is known.
                String script = "cd %s && : < go && exec bash job.sh".formatted(folder.path());
                String pane = tmux.newWindow("main", Map.of(), script);
                long pid = Long.parseLong(tmux.displayMessage(pane, "#{pane_pid}"));
                Files.writeString(go, "");
                watch.untilEnd(command, pid);
            }
        }
        System.out.printf("%d looks at %d commands%n", watch.looks, commands.size());
        assertThat(watch.alarms).isEmpty();
        assertThat(watch.looks).isGreaterThanOrEqualTo(commands.size());
    }

    private static final class Watch {
        private final TerminalReader reader = new TerminalReader();
        private final List<String> alarms = new ArrayList<>();
        private int looks;

        void untilEnd(String command, long pid) {
            await(command)
                    .atMost(Patience.LONG)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(INTERVAL)
                    .until(() -> isOver(command, pid));
        }

        /// After an alarm there is nothing more to wait for.
        private boolean isOver(String command, long pid) {
            looks++;
            Optional<Awaiting> look = reader.look(pid);
            look.ifPresent(alarm -> alarms.add(command + ": " + alarm));
            return look.isPresent() || new ProcessTable().identify(pid).isEmpty();
        }
    }
}
