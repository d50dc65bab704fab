package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.Signal;
import dev.nudge.testkit.Patience;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SignalsTest {
    /// More than the pid of any process.
    private static final long NOBODY = 100_000_000;

    /// A job may have thousands of processes, and most may have ended since they were listed.
    @Test
    void signalReachesTheLastOfThousandsOfProcesses() throws Exception {
        Process process = new ProcessBuilder("sleep", "300").start();
        List<Long> pids =
                Stream.concat(
                                LongStream.range(NOBODY, NOBODY + 20_000).boxed(),
                                Stream.of(process.pid()))
                        .toList();

        assertThat(Signals.send(pids, Signal.TERM)).hasSize(20_000).doesNotContain(process.pid());

        assertThat(process.waitFor(Patience.LONG)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + Signal.TERM.number());
    }
}
