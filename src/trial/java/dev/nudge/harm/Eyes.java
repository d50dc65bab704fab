package dev.nudge.harm;

import static org.awaitility.Awaitility.await;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.PaneState.Draft;
import dev.nudge.delivery.screen.PaneState.EmptyPrompt;
import dev.nudge.delivery.screen.ScreenClassifier;
import dev.nudge.testkit.Patience;
import dev.nudge.tmux.PaneSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/// What the scripted user sees. Only the user's own steps depend on it; the invariants look at what
/// model, shell and disk got.
final class Eyes {
    private static final Duration PATIENCE = Patience.LONG;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final Stage stage;
    private final ScreenClassifier classifier;

    Eyes(Stage stage) {
        this.stage = stage;
        this.classifier = new ScreenClassifier(AgentKinds.builtIn(stage.program.kind()).screen());
    }

    PaneState state() {
        return classifier.read(stage.tmux().snapshot(stage.pane())).state();
    }

    boolean isEmptyPrompt() {
        return state() instanceof EmptyPrompt;
    }

    /// The text in the prompt without white space; empty if there is none.
    String draft() {
        return state() instanceof Draft draft ? squeeze(draft.text()) : "";
    }

    /// Returns whether the prompt holds this text; behind a command, the agent may show what else
    /// the command takes.
    boolean showsDraft(String text) {
        boolean isCommand = text.startsWith("/");
        return isCommand ? draft().startsWith(squeeze(text)) : draft().equals(squeeze(text));
    }

    boolean shows(String text) {
        return screen().contains(text);
    }

    boolean matches(String pattern) {
        return Pattern.compile(pattern).matcher(screen()).find();
    }

    /// Returns whether the cursor is behind the prompt of a shell, which may stand over older text.
    boolean isShell() {
        PaneSnapshot shown = stage.tmux().snapshot(stage.pane());
        List<String> rows = shown.rows();
        String row = shown.cursor().y() < rows.size() ? rows.get(shown.cursor().y()) : "";
        return row.substring(0, Math.min(shown.cursor().x(), row.length())).strip().equals("$");
    }

    String screen() {
        return String.join("\n", stage.tmux().capture(stage.pane()));
    }

    /// Waits until the state is as wanted.
    ///
    /// @throws AssertionError with the screen
    void awaitState(String wanted, Predicate<PaneState> condition) {
        awaitThat(wanted, () -> condition.test(state()));
    }

    void awaitThat(String wanted, Callable<Boolean> condition) {
        try {
            await().pollInterval(LOOK_AGAIN).atMost(PATIENCE).until(condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "The user waited for " + wanted + " and sees " + state() + ":\n" + screen(), e);
        }
    }

    /// Waits, not long, and says whether it has come.
    static boolean comes(Duration limit, Callable<Boolean> condition) {
        try {
            await().pollInterval(LOOK_AGAIN).atMost(limit).until(condition);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private static String squeeze(String text) {
        return text.replaceAll("\\s", "");
    }
}
