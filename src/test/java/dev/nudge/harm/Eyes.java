package dev.nudge.harm;

import static org.awaitility.Awaitility.await;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.PaneState.Draft;
import dev.nudge.delivery.screen.PaneState.EmptyPrompt;
import dev.nudge.delivery.screen.ScreenClassifier;
import dev.nudge.testkit.NudgedGemini;
import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;

/// What the scripted user sees. Only the user's own steps depend on it; the invariants look at what
/// model, shell and disk got.
final class Eyes {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final NudgedGemini world;
    private final ScreenClassifier classifier =
            new ScreenClassifier(AgentKinds.builtIn("gemini-cli").screen());

    Eyes(NudgedGemini world) {
        this.world = world;
    }

    PaneState state() {
        return classifier.read(world.tmux().snapshot(world.agent().pane())).state();
    }

    boolean isEmptyPrompt() {
        return state() instanceof EmptyPrompt;
    }

    /// The text in the prompt without white space; empty if there is none.
    String draft() {
        return state() instanceof Draft draft ? squeeze(draft.text()) : "";
    }

    boolean showsDraft(String text) {
        return draft().equals(squeeze(text));
    }

    boolean shows(String text) {
        return world.agent().screen().contains(text);
    }

    boolean isShell() {
        return world.agent().screen().stripTrailing().endsWith("$");
    }

    String screen() {
        return world.agent().screen();
    }

    /// Waits until the state is as wanted.
    ///
    /// @throws AssertionError with the screen
    void awaitState(String wanted, Predicate<PaneState> condition) {
        awaitThat(wanted, () -> condition.test(state()));
    }

    void awaitThat(String wanted, java.util.concurrent.Callable<Boolean> condition) {
        try {
            await().pollInterval(Duration.ofMillis(50)).atMost(PATIENCE).until(condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "The user waited for " + wanted + " and sees " + state() + ":\n" + screen(), e);
        }
    }

    /// Waits, not long, and says whether it has come.
    static boolean comes(Duration limit, java.util.concurrent.Callable<Boolean> condition) {
        try {
            await().pollInterval(Duration.ofMillis(50)).atMost(limit).until(condition);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private static String squeeze(String text) {
        return text.replaceAll("\\s", "");
    }
}
