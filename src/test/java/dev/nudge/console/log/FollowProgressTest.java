package dev.nudge.console.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.RecordingCaller;
import dev.nudge.console.log.FollowProgress.FollowPlace;
import dev.nudge.console.log.LogFollow.PieceOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FollowProgressTest {
    private final RecordingCaller caller = new RecordingCaller();

    @Test
    void pieceAndItsOffsetReachTheCallerInOneStepUnlessNothingIsShown() throws IOException {
        FollowProgress progress = new FollowProgress();
        PieceOutput shown = new PieceOutput(caller);
        shown.writeBytes("abc".getBytes(StandardCharsets.UTF_8));
        progress.begin(17, FollowPlace.at(0));
        progress.begin(18, FollowPlace.parse("4+1"));

        progress.record(17, FollowPlace.at(7), new PieceOutput(caller));
        progress.record(18, new FollowPlace(7, OptionalInt.of(3)), shown);

        assertThat(FollowProgress.parse(Optional.empty())).as("at the beginning").isEmpty();
        assertThat(caller.tokens()).containsExactly("17=0 18=7+3 with abc");
        assertThat(FollowProgress.parse(Optional.of("17=0 18=7+3")))
                .isEqualTo(
                        Map.of(17L, FollowPlace.at(0), 18L, new FollowPlace(7, OptionalInt.of(3))));
    }
}
