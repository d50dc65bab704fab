package dev.nudge.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.RecordingCaller;
import dev.nudge.console.caller.Caller;
import dev.nudge.store.LogHole;
import dev.nudge.testkit.EndedJobs;
import dev.nudge.testkit.NoPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The tokens of `nudge run --wait` and `nudge attach`, with which the next daemon continues.
class RunWaitTest {
    @TempDir private Path folder;
    private final RecordingCaller caller = new RecordingCaller();
    private EndedJobs disk;

    @BeforeEach
    void begin() throws IOException {
        disk = new EndedJobs(folder);
    }

    @Test
    void pieceAroundAHoleIsOneWrite() throws Exception {
        LogHole hole = new LogHole(4, 8);
        FoundJob job = disk.add("a\nb\n\0\0\0\0c\nd\n", hole, Optional.empty());

        assertThat(RunWait.begin(disk.call(caller), false, job)).isZero();

        assertThat(caller.tokens()).containsExactly("1 0 0 ", "1 0 12  with a\nb\nc\nd\n");
    }

    @Test
    void jobIsPrintedOnce() throws Exception {
        FoundJob job = disk.add("a\n");
        assertThat(RunWait.begin(disk.call(caller), true, job)).isZero();
        assertThat(caller.tokens()).containsExactly("1 0 0 ", "printed 0 with " + caller.said());
    }

    @Test
    void complaintAboutTheEndIsPrintedOnce() throws Exception {
        FoundJob job = disk.addKilled();

        assertThat(RunWait.begin(disk.call(caller), false, job)).isEqualTo(137);

        assertThat(caller.errors()).isEqualTo("nudge: Job 1 was killed (signal SIGKILL).\n");
        assertThat(caller.tokens()).endsWith("printed 137 with " + caller.errors());
    }

    @ParameterizedTest
    @CsvSource({
        "DETACHED, 131, '[detached from job 1, which continues]\n'",
        "ENDED, 0, '[job 1 has ended]\n'"
    })
    void sentenceAfterAnAttachmentIsPrintedOnce(Caller.Attached end, int code, String said)
            throws Exception {
        FoundJob job = disk.add("a\n", new LogHole(0, 0), Optional.of(Path.of("/nowhere")));
        caller.onTerminal(end);

        assertThat(RunWait.begin(disk.call(caller), false, job)).isEqualTo(code);

        assertThat(caller.said()).isEqualTo(said);
        assertThat(caller.tokens())
                .containsExactly("1 0 0 /nowhere", "printed " + code + " with " + said);
    }

    private int resume(RecordingCaller resumed, String token, String... words) throws IOException {
        resumed.resume(token);
        resumed.onTerminal(Caller.Attached.ENDED);
        return new Commands(disk.services(), new NoPage()).run(List.of(words), resumed);
    }

    @Test
    void endOfAJobThatIsAttachedToIsPrintedOnceAndTheNextDaemonPassesOnTheExitCode()
            throws Exception {
        var _ = disk.add("");
        assertThat(resume(caller, "1 /nowhere", "attach", "1")).isZero();
        assertThat(caller.tokens()).containsExactly("printed 0 with [job 1 has ended]\n");

        RecordingCaller next = new RecordingCaller();
        for (String command : List.of("attach 1", "run --wait true")) {
            assertThat(resume(next, "printed 7", command.split(" "))).isEqualTo(7);
        }
        assertThat(next.said() + next.errors()).isEmpty();
    }
}
