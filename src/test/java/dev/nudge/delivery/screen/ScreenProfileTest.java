package dev.nudge.delivery.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ScreenProfileTest {
    @Test
    void profileOfGeminiIsRead() {
        ScreenProfile profile = ScreenProfile.of("gemini");

        assertThat(profile.commands()).contains("node");
        assertThat(profile.promptRows()).isEqualTo(10);
    }

    @Test
    void unknownAgentIsNamed() {
        assertThatThrownBy(() -> ScreenProfile.of("nobody"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nobody");
    }
}
