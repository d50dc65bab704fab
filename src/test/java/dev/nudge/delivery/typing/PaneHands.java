package dev.nudge.delivery.typing;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.testkit.GeminiAgent;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/// Keys for an agent's pane: those of a person at a terminal, or, without one, of a script.
final class PaneHands {
    private final TmuxServerFixture tmux;
    private final GeminiAgent agent;
    private final Optional<Person> person;
    private Instant lastKeyAt = Instant.EPOCH;

    PaneHands(TmuxServerFixture tmux, GeminiAgent agent, Optional<Person> person) {
        this.tmux = tmux;
        this.agent = agent;
        this.person = person;
    }

    void press(String... keys) {
        lastKeyAt = Instant.now();
        person.ifPresentOrElse(p -> p.press(keys), () -> agent.keys(keys));
    }

    void type(String text) {
        lastKeyAt = Instant.now();
        person.ifPresentOrElse(p -> p.type(text), () -> agent.type(text));
    }

    /// Presses Enter, late enough that it is no line break.
    void enter() {
        Awaitility.await().pollDelay(Duration.ofMillis(150)).until(() -> true);
        press("Enter");
    }

    /// Types a text into the empty prompt and submits it.
    void submit(String text) {
        if (person.isEmpty()) {
            submitByScript(text);
            return;
        }
        type(text);
        await(state -> state instanceof PaneState.Draft draft && draft.text().equals(text));
        enter();
    }

    private void submitByScript(String text) {
        if (text.startsWith("/")) {
            agent.command(text.substring(1));
        } else {
            agent.submit(text);
        }
        lastKeyAt = Instant.now();
    }

    void enterCopyMode() {
        if (person.isPresent()) {
            press("C-b", "[");
        } else {
            tmux.tmux("copy-mode", "-t", agent.pane());
        }
    }

    void leaveCopyMode() {
        if (person.isPresent()) {
            press("q");
        } else {
            lastKeyAt = Instant.now();
            tmux.tmux("send-keys", "-t", agent.pane(), "-X", "cancel");
        }
    }

    /// Returns the moment from which a result can be reported: that of the last key, or, if a
    /// person pressed it, the end of the quiet time after it. The prompt may become typable a
    /// little later.
    ///
    /// tmux knows when the quiet time began: it counts a key in the second in which it handles it,
    /// and it holds Escape back for half a second (`escape-time`).
    Instant free() {
        return person.isPresent() ? quietTimeEnds() : lastKeyAt;
    }

    private Instant quietTimeEnds() {
        String lastKey = tmux.displayMessage(agent.pane(), "#{session_activity}");
        return Instant.ofEpochSecond(Long.parseLong(lastKey) + TypingProfile.QUIET_SECONDS);
    }

    void await(Class<? extends PaneState> state) {
        await(state::isInstance);
    }

    private void await(Predicate<PaneState> condition) {
        try {
            Awaitility.await().atMost(GeminiAgent.PATIENCE).until(this::state, condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(e.getMessage() + " The screen:\n" + agent.screen(), e);
        }
    }

    private PaneState state() {
        return new AgentPane(
                                        tmux.address(agent.pane()),
                                        tmux.patient(),
                                        () -> AgentKinds.builtIn("gemini-cli").profile(),
                                        () -> false)
                                .look()
                        instanceof AgentPane.Look.Shown shown
                ? shown.state()
                : new PaneState.NotAnAgent();
    }
}
