package dev.nudge.job.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.JobSnapshot;
import dev.nudge.protocol.Wire;
import dev.nudge.testkit.SomeJob;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobJsonTest {
    private static JobSnapshot snapshot(OptionalLong outputBytes, boolean isBinary) {
        return new JobSnapshot(SomeJob.undelivered(), outputBytes, isBinary, Optional.empty());
    }

    @Test
    void isTheRecordAndWhatIsKnownOfTheOutputAlsoInsideOfAnotherAnswer() {
        String end = ",\"waiting\":null,\"condition\":\"failed\"}";
        assertThat(Wire.write(snapshot(OptionalLong.of(5), true)))
                .isEqualTo(SomeJob.UNDELIVERED + "\"output_bytes\":5,\"binary\":true" + end);
        assertThat(Wire.write(snapshot(OptionalLong.empty(), false)))
                .isEqualTo(SomeJob.UNDELIVERED + "\"output_bytes\":null,\"binary\":null" + end);

        JobSnapshot shown = snapshot(OptionalLong.of(5), false);

        assertThat(Wire.write(new Told(List.of(shown), true)))
                .isEqualTo("{\"jobs\":[" + Wire.write(shown) + "],\"is_whole\":true}");
    }

    /// As the page receives it.
    private record Told(List<JobSnapshot> jobs, Boolean isWhole) {}
}
