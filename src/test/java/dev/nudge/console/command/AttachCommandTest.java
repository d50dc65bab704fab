package dev.nudge.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.RecordingCaller;
import dev.nudge.console.caller.Caller;
import dev.nudge.testkit.EndedJobs;
import dev.nudge.testkit.NoPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The tokens of `nudge attach`, with which the next daemon continues.
class AttachCommandTest {
    @TempDir private Path folder;
    private EndedJobs disk;

    @BeforeEach
    void begin() throws IOException {
        disk = new EndedJobs(folder);
    }

    private int attach(RecordingCaller caller, String token) throws IOException {
        caller.resume(token);
        caller.onTerminal(Caller.Attached.ENDED);
        return new Commands(disk.services(), new NoPage()).run(List.of("attach", "1"), caller);
    }

    @Test
    void endOfTheJobIsPrintedOnce() throws Exception {
        var _ = disk.add("");
        RecordingCaller caller = new RecordingCaller();
        assertThat(attach(caller, "1 /nowhere")).isZero();
        assertThat(caller.tokens()).containsExactly("printed 0 with [job 1 has ended]\n");

        RecordingCaller next = new RecordingCaller();
        assertThat(attach(next, "printed 7")).isEqualTo(7);
        assertThat(next.said()).isEmpty();
    }
}
