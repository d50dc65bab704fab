package dev.nudge.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.host.DrainWatch.Verdict;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The wait for the rest of an output, with a clock of its own.
class DrainWatchTest {
    private long now;
    private long bytes;
    private long settledAt;
    private boolean isWaiting;
    private boolean isAtEnd;
    private final DrainWatch watch = new DrainWatch(now, mark());

    private Reader.Progress.Mark mark() {
        return new Reader.Progress.Mark(isAtEnd, isWaiting, bytes, settledAt);
    }

    /// The verdict after so many milliseconds, looked for as often as the host does.
    private Verdict after(long millis) {
        Verdict verdict = Verdict.ADVANCING;
        for (long passed = 0; passed < millis && verdict == Verdict.ADVANCING; passed += 250) {
            now += TimeUnit.MILLISECONDS.toNanos(250);
            verdict = watch.look(now, mark());
        }
        return verdict;
    }

    private void settle(long more) {
        bytes += more;
        settledAt = now;
    }

    @Test
    void silenceEndsTheWaitAfterTwoSecondsAndNotBeforeAndTheEndAtOnce() {
        isWaiting = true;
        assertThat(after(1750)).isEqualTo(Verdict.ADVANCING);
        assertThat(after(500)).isEqualTo(Verdict.STALLED);
        isAtEnd = true;
        assertThat(watch.look(now, mark())).isEqualTo(Verdict.DRAINED);
    }

    @Test
    void everyChunkBeginsTheTwoSecondsAnew() {
        after(1750);
        settle(10);
        assertThat(after(1750)).isEqualTo(Verdict.ADVANCING);
        assertThat(after(250)).isEqualTo(Verdict.STALLED);
    }

    /// The reader is busy with what the job itself has written.
    @Test
    void slowButAdvancingDrainIsNeverCut() {
        for (int i = 0; i < 100; i++) {
            settle(1000);
            assertThat(after(1500)).isEqualTo(Verdict.ADVANCING);
        }
        isAtEnd = true;
        assertThat(after(250)).isEqualTo(Verdict.DRAINED);
    }

    @Test
    void whatOthersWriteIsCutAfterTenSeconds() {
        isWaiting = true;
        for (int second = 0; second < 9; second++) {
            settle(10);
            assertThat(after(1000)).isEqualTo(Verdict.ADVANCING);
        }
        settle(10);
        assertThat(after(1500)).isEqualTo(Verdict.CUT);
    }

    /// A terminal holds less than a MiB, so the job itself cannot have written this.
    @Test
    void floodOfOthersIsCutAlthoughTheReaderNeverWaits() {
        Verdict verdict = Verdict.ADVANCING;
        int seconds = 0;
        while (verdict == Verdict.ADVANCING) {
            settle(50 << 20);
            verdict = after(1000);
            seconds++;
        }
        assertThat(verdict).isEqualTo(Verdict.CUT);
        assertThat(seconds).isBetween(10, 12);
    }

    /// SIGSTOP, or the machine slept: there was no time to read.
    @Test
    void timeInWhichThisProcessWasStoppedDoesNotCount() {
        now += TimeUnit.SECONDS.toNanos(5);
        assertThat(watch.look(now, mark())).isEqualTo(Verdict.ADVANCING);
        assertThat(after(1750)).isEqualTo(Verdict.ADVANCING);
        assertThat(after(500)).isEqualTo(Verdict.STALLED);
    }
}
