package dev.nudge.console.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.RecordingCaller;
import dev.nudge.console.caller.Caller.CallerGoneException;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.testkit.EndedJobs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Logs that are followed, and the tokens with which the next daemon continues.
class SeveralLogsTest {
    private static final LogSelection PLAIN = lines(null, null, 0, false);

    private static LogSelection lines(
            @Nullable Integer last, @Nullable String regex, int context, boolean isJson) {
        SearchPattern pattern = regex == null ? null : SearchPattern.compile(regex);
        return new LogSelection(null, last, null, pattern, context, false, isJson);
    }

    @TempDir private Path folder;
    private EndedJobs disk;

    @BeforeEach
    void begin() throws IOException {
        disk = new EndedJobs(folder);
    }

    /// Returns a caller that has followed logs.
    ///
    /// @param token of the daemon before; empty for none
    private RecordingCaller follow(String token, LogSelection wanted, FoundJob... jobs)
            throws IOException, InterruptedException {
        RecordingCaller caller = new RecordingCaller();
        if (!token.isEmpty()) {
            caller.resume(token);
        }
        new SeveralLogs(disk.call(caller), List.of(jobs), wanted).follow();
        return caller;
    }

    @Test
    void pieceIsOneWriteHoweverLongItsFormMakesIt() throws Exception {
        FoundJob job = disk.add("line\n".repeat(6000));

        RecordingCaller caller = follow("", lines(null, null, 0, true), job);

        assertThat(caller.said().length()).isGreaterThan(64 << 10);
        assertThat(caller.tokens()).contains("1=30000 with " + caller.said());
    }

    @Test
    void lineThatWasHeldBackIsShownFromItsStartByTheNextDaemon() throws Exception {
        FoundJob one = disk.add("abc\n");
        FoundJob other = disk.add("x\n");

        assertThat(follow("1=2 2=2", PLAIN, one, other).said()).isEqualTo("[1] abc\n");
        assertThat(follow("1=2", PLAIN, one).said()).as("of a single job").isEqualTo("c\n");
    }

    @Test
    void lastLineWithoutALineEndIsShownOnceAndOthersAreFollowedBesideIt() throws Exception {
        FoundJob one = disk.add("abc");
        FoundJob other = disk.add("x");
        RecordingCaller first = follow("", PLAIN, one, other);
        assertThat(first.said().lines()).containsExactlyInAnyOrder("[1] abc", "[2] x");

        String token = first.tokens().getLast().replaceFirst(" with (?s:.*)", "");
        RecordingCaller next = new RecordingCaller();
        next.resume(token);
        assertThat(SeveralLogs.followed(disk.call(next))).containsExactly(1L, 2L);
        assertThat(follow(token, PLAIN, one, other).said()).isEmpty();

        RecordingCaller between = follow("1=-1 2=1", PLAIN, one, other);
        assertThat(between.said()).isEqualTo("[2] x\n");
        assertThat(between.tokens()).containsExactly("1=-1 2=-1 with [2] x\n");
    }

    /// Each piece may be the last one of its daemon: what is shown before it dies and what the next
    /// one shows are together what one daemon would have shown.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 40})
    void linesAroundAMatchAreShownOnceWheneverTheDaemonDies(int context) throws Exception {
        FoundJob job = disk.add(someLines());
        for (boolean isJson : new boolean[] {false, true}) {
            LogSelection wanted = lines(null, "x", context, isJson);
            RecordingCaller whole = follow("", wanted, job);
            assertThat(whole.tokens()).hasSizeGreaterThan(10);

            String before = "";
            for (String token : whole.tokens()) {
                String[] parts = token.split(" with ", 2);
                before += parts[1];
                assertThat(before + follow(parts[0], wanted, job).said())
                        .as(parts[0])
                        .isEqualTo(whole.said());
            }
        }
    }

    /// Lines of which every tenth matches, in parts; they have nothing to do with pieces.
    private static String someLines() {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            boolean isMatch = i / 500 % 3 == 0 && random.nextInt(10) == 0;
            text.append(i).append("-".repeat(random.nextInt(90))).append(isMatch ? "x\n" : "\n");
        }
        return text + "x without a line end";
    }

    @Test
    void searchEndsWhenItsCallerLeaves() throws Exception {
        FoundJob job = disk.add("a line\n".repeat(1_000_000));
        for (Integer lines : new Integer[] {null, 3}) {
            LogSelection wanted = lines(lines, "x+y", 0, false);
            RecordingCaller caller = new RecordingCaller();
            caller.leaveAfter(4);

            assertThatExceptionOfType(CallerGoneException.class)
                    .isThrownBy(
                            () -> new SeveralLogs(disk.call(caller), List.of(job), wanted).print());
            assertThat(caller.looks()).isLessThan(10);
        }
    }
}
