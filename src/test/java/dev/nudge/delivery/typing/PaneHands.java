package dev.nudge.delivery.typing;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.agent.RealAgent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/// Keys for an agent's pane: those of a person at a terminal, or, without one, of a script.
final class PaneHands {
    private final TmuxServerFixture tmux;
    private final RealAgent agent;
    private final Optional<Person> person;
    private Instant lastKeyAt = Instant.EPOCH;

    PaneHands(TmuxServerFixture tmux, RealAgent agent, Optional<Person> person) {
        this.tmux = tmux;
        this.agent = agent;
        this.person = person;
    }

    /// Types a text, alone or as a line, submits it, presses keys, or turns copy mode on or off.
    void take(String step) {
        String[] words = step.split(" ", 2);
        lastKeyAt = Instant.now();
        switch (words[0]) {
            case "type" -> type(words[1]);
            case "line" -> {
                type(words[1]);
                enter();
            }
            case "submit" -> submit(words[1]);
            case "press" -> press(words[1].split(" "));
            case "copy-mode" -> copyMode(words[1].equals("on"));
            default -> throw new IllegalArgumentException(step);
        }
    }

    private void press(String... keys) {
        person.ifPresentOrElse(p -> p.press(keys), () -> agent.keys(keys));
    }

    private void type(String text) {
        person.ifPresentOrElse(p -> p.type(text), () -> agent.type(text));
    }

    /// Presses Enter, late enough that it is no line break.
    private void enter() {
        Awaitility.await().pollDelay(Duration.ofMillis(150)).until(() -> true);
        lastKeyAt = Instant.now();
        press("Enter");
    }

    private void submit(String text) {
        if (person.isPresent()) {
            type(text);
            await(state -> state instanceof PaneState.Draft draft && draft.text().equals(text));
            enter();
        } else if (text.startsWith("/")) {
            agent.command(text.substring(1));
        } else {
            agent.submit(text);
        }
        lastKeyAt = Instant.now();
    }

    private void copyMode(boolean isOn) {
        if (person.isPresent()) {
            press(isOn ? new String[] {"C-b", "["} : new String[] {"q"});
        } else if (isOn) {
            tmux.tmux("copy-mode", "-t", agent.pane());
        } else {
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
        if (person.isEmpty()) {
            return lastKeyAt;
        }
        String lastKey = tmux.displayMessage(agent.pane(), "#{session_activity}");
        return Instant.ofEpochSecond(Long.parseLong(lastKey) + TypingProfile.QUIET_SECONDS);
    }

    void await(Class<? extends PaneState> state) {
        await(state::isInstance);
    }

    private void await(Predicate<PaneState> condition) {
        agent.await(() -> condition.test(state()));
    }

    private PaneState state() {
        TypingProfile profile = AgentKinds.builtIn("gemini-cli").profile();
        return profile.classifier().apply(tmux.snapshot(agent.pane())).state();
    }
}
