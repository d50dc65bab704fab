package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.PaneState.CopyMode;
import dev.nudge.delivery.screen.PaneState.Dialog;
import dev.nudge.delivery.screen.PaneState.Draft;
import dev.nudge.delivery.screen.PaneState.EmptyPrompt;
import dev.nudge.delivery.screen.PaneState.NotAnAgent;
import dev.nudge.delivery.screen.PaneState.Search;
import dev.nudge.delivery.screen.PaneState.ShellFocus;
import dev.nudge.delivery.screen.PaneState.ShellMode;
import dev.nudge.delivery.screen.PaneState.Starting;
import dev.nudge.delivery.screen.PaneState.Streaming;
import dev.nudge.delivery.screen.PaneState.Unfocused;
import dev.nudge.delivery.screen.PaneState.Unknown;
import dev.nudge.delivery.screen.PaneState.UnknownAgent;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PaneReadinessTest {
    private static Stream<PaneState> states() {
        return Stream.of(
                new EmptyPrompt(),
                new Streaming(),
                new Draft("text", false),
                new Dialog("trust"),
                new Unfocused(false, false),
                new ShellMode(),
                new ShellFocus(),
                new Search(),
                new CopyMode(),
                new Starting(),
                new NotAnAgent(),
                new UnknownAgent(),
                new Unknown());
    }

    @Test
    void statesAreAllOfThem() {
        assertThat(states().map(Object::getClass))
                .containsExactlyInAnyOrder(PaneState.class.getPermittedSubclasses());
    }

    @ParameterizedTest
    @MethodSource("states")
    void reasonIsGivenForEveryStateThatIsNotTypedInto(PaneState state) {
        assertThat(PaneReadiness.obstacle(state).isEmpty()).isEqualTo(state.isTypable());
    }

    @Test
    void emptyPromptWithoutTheFocusIsGivenItAndTypedInto() {
        assertThat(PaneReadiness.obstacle(new Unfocused(false, true))).isEmpty();
    }
}
