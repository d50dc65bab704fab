package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.PaneState.Unfocused;
import dev.nudge.delivery.screen.RecordedScreen;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaneReadinessTest {
    @Test
    void reasonIsGivenForEveryStateThatIsNotTypedIntoEvenWithTheFocus() {
        List<PaneState> states = RecordedScreen.states();
        assertThat(states.stream().map(Object::getClass))
                .containsExactlyInAnyOrder(PaneState.class.getPermittedSubclasses());
        assertThat(states)
                .allSatisfy(state ->
                        assertThat(PaneReadiness.obstacle(state).isEmpty())
                                .isEqualTo(state.isTypable()));
        assertThat(PaneReadiness.obstacle(new Unfocused(false, true))).isEmpty();
    }
}
