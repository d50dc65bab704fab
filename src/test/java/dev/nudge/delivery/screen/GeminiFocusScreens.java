package dev.nudge.delivery.screen;

import static dev.nudge.delivery.screen.ScreenStudio.press;
import static dev.nudge.delivery.screen.ScreenStudio.redrawn;
import static dev.nudge.delivery.screen.ScreenStudio.type;

import dev.nudge.testkit.GeminiAgent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Records the agent after its terminal has lost the focus. Not a test, see [GeminiPromptScreens].
class GeminiFocusScreens {
    private static final PaneState IDLE = new PaneState.Unfocused(false, true);
    private static final PaneState DRAFT = new PaneState.Unfocused(false, false);
    private static final PaneState WORKING = new PaneState.Unfocused(true, true);

    static List<ScreenVariant> variants() {
        return ScreenVariant.few();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void looks(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant)) {
            look(studio, "away", Map.of());
            look(studio, "away-plain", Map.of("hideWindowTitle", true, "hideFooter", true));
            look(studio, "away-lines", Map.of("useBackgroundColor", false));
            look(
                    studio,
                    "away-alternate-buffer",
                    Map.of("useAlternateBuffer", true, "hideBanner", true, "hideTips", true));
        }
    }

    private static void look(ScreenStudio studio, String name, Map<String, ?> settings) {
        studio.with(
                Map.of("ui", settings),
                agent -> {
                    agent.awaitReady();
                    loseFocus(studio, agent);
                    studio.take(agent, name, IDLE);
                    type(agent, "fix it");
                    loseFocus(studio, agent);
                    studio.take(agent, name + "-draft", DRAFT);
                    press(agent, "C-u");
                    agent.submit("tell me");
                    redrawn();
                    loseFocus(studio, agent);
                    studio.take(agent, name + "-history", IDLE);
                    agent.submit("think");
                    loseFocus(studio, agent);
                    studio.take(agent, name + "-streaming", WORKING);
                });
    }

    private static void loseFocus(ScreenStudio studio, GeminiAgent agent) {
        studio.tmux().tmux("send-keys", "-t", agent.pane(), "-H", "1b", "5b", "4f");
        redrawn();
    }
}
