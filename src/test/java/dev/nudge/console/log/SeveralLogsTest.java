package dev.nudge.console.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.nudge.console.CallerGoneException;
import dev.nudge.console.FoundJob;
import dev.nudge.console.RecordingCaller;
import dev.nudge.output.SearchPattern;
import dev.nudge.testkit.EndedJobs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs that are followed, and the tokens with which the next daemon continues.
class SeveralLogsTest {
    private static final LogSelection PLAIN = new LogSelection(null, null, null, 0, false, false);
    private static final LogSelection JSON = new LogSelection(null, null, null, 0, false, true);

    @TempDir private Path folder;
    private EndedJobs disk;

    @BeforeEach
    void begin() throws IOException {
        disk = new EndedJobs(folder);
    }

    private void follow(RecordingCaller caller, LogSelection wanted, FoundJob... jobs)
            throws IOException, InterruptedException {
        new SeveralLogs(disk.call(caller), List.of(jobs), wanted).follow();
    }

    @Test
    void pieceIsOneWriteHoweverLongItsFormMakesIt() throws Exception {
        FoundJob job = disk.add("line\n".repeat(6000));
        RecordingCaller caller = new RecordingCaller();

        follow(caller, JSON, job);

        assertThat(caller.said().length()).isGreaterThan(64 << 10);
        assertThat(caller.tokens()).contains("1=30000 with " + caller.said());
    }

    @Test
    void lineThatWasHeldBackIsShownFromItsStartByTheNextDaemon() throws Exception {
        FoundJob one = disk.add("abc\n");
        FoundJob other = disk.add("x\n");
        RecordingCaller caller = new RecordingCaller();
        caller.resume("1=2 2=2");

        follow(caller, PLAIN, one, other);

        assertThat(caller.said()).isEqualTo("[1] abc\n");
    }

    @Test
    void lineOfASingleJobContinuesWhereItWas() throws Exception {
        FoundJob job = disk.add("abc\n");
        RecordingCaller caller = new RecordingCaller();
        caller.resume("1=2");

        follow(caller, PLAIN, job);

        assertThat(caller.said()).isEqualTo("c\n");
    }

    @Test
    void lastLineWithoutALineEndIsShownOnce() throws Exception {
        FoundJob one = disk.add("abc");
        FoundJob other = disk.add("x");
        RecordingCaller first = new RecordingCaller();
        follow(first, PLAIN, one, other);
        assertThat(first.said().lines()).containsExactlyInAnyOrder("[1] abc", "[2] x");

        RecordingCaller next = new RecordingCaller();
        next.resume(first.tokens().getLast().replaceFirst(" with (?s:.*)", ""));
        assertThat(SeveralLogs.followed(disk.call(next))).containsExactly(1L, 2L);
        follow(next, PLAIN, one, other);

        assertThat(next.said()).isEmpty();
    }

    @Test
    void jobsThatHaveNotBeenShownToTheirEndAreFollowedBesideThoseThatHave() throws Exception {
        FoundJob one = disk.add("abc");
        FoundJob other = disk.add("x");
        RecordingCaller caller = new RecordingCaller();
        caller.resume("1=-1 2=1");

        follow(caller, PLAIN, one, other);

        assertThat(caller.said()).isEqualTo("[2] x\n");
        assertThat(caller.tokens()).containsExactly("1=-1 2=-1 with [2] x\n");
    }

    @Test
    void searchEndsWhenItsCallerLeaves() throws Exception {
        FoundJob job = disk.add("a line\n".repeat(1_000_000));
        for (Integer lines : new Integer[] {null, 3}) {
            LogSelection wanted =
                    new LogSelection(lines, null, SearchPattern.compile("x+y"), 0, false, false);
            RecordingCaller caller = new RecordingCaller();
            caller.leaveAfter(4);

            assertThatExceptionOfType(CallerGoneException.class)
                    .isThrownBy(
                            () -> new SeveralLogs(disk.call(caller), List.of(job), wanted).print());
            assertThat(caller.looks()).isLessThan(10);
        }
    }
}
