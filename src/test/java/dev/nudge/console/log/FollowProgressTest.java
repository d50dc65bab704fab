package dev.nudge.console.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.RecordingCaller;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FollowProgressTest {
    private final RecordingCaller caller = new RecordingCaller();
    private final PieceOutput out = new PieceOutput(caller);

    @Test
    void pieceAndItsOffsetReachTheCallerInOneStep() throws IOException {
        FollowProgress progress = new FollowProgress(out);
        progress.begin(17, 0);
        progress.begin(18, 4);

        progress.record(18, 7, () -> out.write("abc".getBytes(StandardCharsets.UTF_8)));

        assertThat(caller.tokens()).containsExactly("17=0 18=7 with abc");
        assertThat(FollowProgress.parse(Optional.of("17=0 18=7")))
                .isEqualTo(Map.of(17L, 0L, 18L, 7L));
    }

    @Test
    void pieceOfWhichNothingIsShownIsReadAgain() throws IOException {
        FollowProgress progress = new FollowProgress(out);
        progress.begin(17, 0);

        progress.begin(18, 4);

        progress.record(17, 7, () -> {});
        progress.record(18, 7, () -> out.write("abc".getBytes(StandardCharsets.UTF_8)));

        assertThat(caller.tokens()).containsExactly("17=0 18=7 with abc");
    }

    @Test
    void nothingIsKnownAtTheBeginning() {
        assertThat(FollowProgress.parse(Optional.empty())).isEmpty();
    }
}
