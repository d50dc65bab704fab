package dev.nudge.delivery.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.ScreenClassifier.ScreenReading;
import dev.nudge.tmux.PaneSnapshot;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlankedScreenTest {
    private final ScreenProfile gemini = AgentKinds.builtIn("gemini-cli").screen();
    private final ScreenClassifier classifier = new ScreenClassifier(gemini);

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.nudge.delivery.screen.RecordedScreen#ofGeminiCli()")
    void blankedScreenMeansTheSameWithoutTheTextOfThePersonAndOfTheModel(RecordedScreen screen) {
        PaneSnapshot blanked = BlankedScreen.of(gemini, screen.snapshot());

        ScreenReading before = classifier.read(screen.snapshot());
        ScreenReading after = classifier.read(blanked);

        assertThat(after.state()).hasSameClassAs(before.state());
        assertThat(after.rule()).isEqualTo(before.rule());
        assertThat(after.firstRow()).isEqualTo(before.firstRow());
        assertThat(after.lastRow()).isEqualTo(before.lastRow());
        assertThat(blanked.cursor().x()).isEqualTo(screen.snapshot().cursor().x());
        assertThat(String.join("\n", blanked.rows()))
                .doesNotContain("fix the build", "square root", "/tmp/", "flash", "Gemini CLI v");
        assertThat(blanked.title()).doesNotContain("workspace");
    }
}
