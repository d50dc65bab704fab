package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.Signal;
import dev.nudge.testkit.Patience;
import java.io.IOException;
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
        Process process = sleep();
        List<Long> pids =
                Stream.concat(
                                LongStream.range(NOBODY, NOBODY + 20_000).boxed(),
                                Stream.of(process.pid()))
                        .toList();

        Signals.send(pids, Signal.TERM, Signal.CONT);

        assertThat(process.waitFor(Patience.LONG)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + Signal.TERM.number());
    }

    @Test
    void signalsAreSentInTheirOrder() throws Exception {
        Process process = sleep();

        Signals.send(List.of(process.pid()), Signal.STOP, Signal.KILL);

        assertThat(process.waitFor(Patience.LONG)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + Signal.KILL.number());
    }

    private static Process sleep() throws IOException {
        return new ProcessBuilder("sleep", "300").start();
    }
}
