package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReleaseTest {
    private static Release release(String version, String build) {
        return new Release(version, build);
    }

    @Test
    void olderVersionIsOlderWhateverItsBuild() {
        assertThat(release("0.9.0", "20261231").isOlderThan(release("0.10.0", ""))).isTrue();
        assertThat(release("0.10.0", "").isOlderThan(release("0.9.0", "20261231"))).isFalse();
    }

    @Test
    void ofOneVersionTheEarlierBuildIsOlder() {
        Release early = release("0.1.0", "20261122034500-abc");
        Release late = release("0.1.0", "20261122034501-0bc");

        assertThat(early.isOlderThan(late)).isTrue();
        assertThat(late.isOlderThan(early)).isFalse();
        assertThat(late.isOlderThan(late)).isFalse();
        assertThat(release("0.1.0", "").isOlderThan(early)).isTrue();
    }
}
