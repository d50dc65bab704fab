package dev.nudge.delivery.typing;

import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.tmux.PaneGlance;
import java.time.Duration;

/// The next step after an attempt to deliver.
sealed interface Attempt {
    /// Nothing: everything is delivered, or the agent, its pane or its server is gone.
    record Over() implements Attempt {}

    /// Look again at once: something was delivered or decided.
    record Advanced() implements Attempt {}

    /// Wait until the pane has changed, but no longer than the limit.
    ///
    /// @param glance what the pane looked like
    record NotNow(PaneGlance glance, Duration limit) implements Attempt {
        static NotNow since(Look.Shown shown, Duration limit) {
            return new NotNow(PaneGlance.of(shown.snapshot()), limit);
        }
    }

    /// Wait for this time: a person has just pressed a key, or a second look will show more.
    record Quiet(Duration time) implements Attempt {}
}
