package dev.nudge.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.command.WaitCommand.WaitProgress;
import dev.nudge.testkit.SomeJob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WaitProgressTest {
    @Test
    void nextDaemonWaitsForTheOthersInTheSameOrder() {
        WaitProgress progress = new WaitProgress(List.of(5L, 3L, 4L), Optional.empty());
        progress.ended(SomeJob.ended(3, "true"));

        assertThat(progress.token()).isEqualTo("- 5 3:0 4");
        WaitProgress next = WaitProgress.parse(progress.token());

        assertThat(next.awaited()).containsExactly(5L, 4L);
        assertThat(next.hasAny()).isTrue();
        assertThat(next.hasAll()).isFalse();
    }

    @Test
    void exitCodeIsThatOfTheFirstThatFailedAndTimeRunsOnUnderTheNextDaemon() {
        assertThat(WaitProgress.parse("- 5:0 3:7 4:2").code()).isEqualTo(7);
        assertThat(WaitProgress.parse("- 5:0 3").code()).isZero();

        WaitProgress progress = new WaitProgress(List.of(1L), Optional.of(Duration.ofHours(1)));

        assertThat(WaitProgress.parse(progress.token()).timeLeft())
                .isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        assertThat(WaitProgress.parse("1000 1").timeLeft()).isZero();
    }
}
