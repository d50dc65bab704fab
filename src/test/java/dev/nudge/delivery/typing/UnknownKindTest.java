package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.RecordedScreen;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A program of no known kind: Gemini CLI under another name, or something else.
class UnknownKindTest {
    private final TypingProfile known = AgentKinds.builtIn("gemini-cli").profile();
    private final TypingProfile unknown = known.ofUnknown();

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.nudge.delivery.screen.RecordedScreen#ofGeminiCli()")
    void promptIsThatOfTheKnownKindOrNone(RecordedScreen screen) {
        PaneState state = unknown.classifier().apply(screen.snapshot()).state();

        assertThat(state)
                .isIn(
                        known.classifier().apply(screen.snapshot()).state(),
                        new PaneState.UnknownAgent());
        assertThat(unknown.isTypable(state)).isEqualTo(screen.state().isTypable());
    }
}
