package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleaseTest {
    @ParameterizedTest
    @CsvSource({
        "0.9.0, 20261231, 0.10.0, '', true",
        "0.10.0, '', 0.9.0, 20261231, false",
        "0.1.0, 20261122034500-abc, 0.1.0, 20261122034501-0bc, true",
        "0.1.0, 20261122034501-0bc, 0.1.0, 20261122034500-abc, false",
        "0.1.0, 20261122034501-0bc, 0.1.0, 20261122034501-0bc, false",
        "0.1.0, '', 0.1.0, 20261122034500-abc, true",
    })
    void olderVersionIsOlderThenTheEarlierBuild(
            String version, String build, String other, String otherBuild, boolean isOlder) {
        assertThat(new Release(version, build).isOlderThan(new Release(other, otherBuild)))
                .isEqualTo(isOlder);
    }
}
