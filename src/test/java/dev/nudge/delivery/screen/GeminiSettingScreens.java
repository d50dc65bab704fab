package dev.nudge.delivery.screen;

import static dev.nudge.delivery.screen.ScreenStudio.EMPTY;
import static dev.nudge.delivery.screen.ScreenStudio.PLACEHOLDER;
import static dev.nudge.delivery.screen.ScreenStudio.SHELL_FOCUS;
import static dev.nudge.delivery.screen.ScreenStudio.STREAMING;
import static dev.nudge.delivery.screen.ScreenStudio.UNKNOWN;
import static dev.nudge.delivery.screen.ScreenStudio.press;
import static dev.nudge.delivery.screen.ScreenStudio.redrawn;
import static dev.nudge.delivery.screen.ScreenStudio.type;

import dev.nudge.testkit.GeminiAgent;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Records the agent with other settings and in other modes. Not a test, see [GeminiPromptScreens].
class GeminiSettingScreens {
    static List<ScreenVariant> variants() {
        return ScreenVariant.few();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void modes(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant)) {
            for (String mode : List.of("yolo", "auto_edit", "plan")) {
                studio.with(
                        "--approval-mode=" + mode,
                        agent -> {
                            agent.awaitReady();
                            studio.take(agent, mode, EMPTY);
                            type(agent, "fix it");
                            studio.take(agent, mode + "-draft", "fix it");
                            press(agent, "C-u");
                            agent.submit("think");
                            studio.take(agent, mode + "-streaming", STREAMING);
                        });
            }
            studio.with("--approval-mode=yolo", agent -> focus(studio, agent, "yolo", STREAMING));
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void vim(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant)) {
            studio.with(
                    Map.of("general", Map.of("vimMode", true)),
                    agent -> {
                        agent.awaitReady();
                        studio.take(agent, "vim-insert", EMPTY);
                        type(agent, "fix it");
                        studio.take(agent, "vim-insert-draft", "fix it");
                        press(agent, "Escape");
                        studio.take(agent, "vim-normal-draft", "fix it");
                        press(agent, "d", "d");
                        studio.take(agent, "vim-normal", UNKNOWN);
                    });
        }
    }

    /// Where the pane is too narrow for the hint `? for shortcuts`, an empty prompt cannot be told
    /// from a draft.
    @ParameterizedTest
    @MethodSource("variants")
    void screenReader(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant)) {
            studio.with(
                    "--screen-reader",
                    agent -> {
                        agent.awaitReady();
                        studio.take(agent, "reader", variant.isNarrow() ? UNKNOWN : EMPTY);
                        type(agent, "fix it");
                        studio.take(agent, "reader-draft", "fix it");
                        press(agent, "C-u");
                        type(agent, PLACEHOLDER);
                        studio.take(agent, "reader-draft-placeholder", PLACEHOLDER);
                        press(agent, "C-u");
                        agent.submit("run");
                        agent.awaitText("1. Allow once");
                        studio.take(agent, "reader-dialog", new PaneState.Dialog("confirmation"));
                        press(agent, "Escape");
                        focus(studio, agent, "reader", variant.isNarrow() ? UNKNOWN : STREAMING);
                    });
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void looks(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant)) {
            look(studio, "no-title", ui("hideWindowTitle"));
            look(studio, "drawer", ui("hideWindowTitle", "!collapseDrawerDuringApproval"));
            look(
                    studio,
                    "plain-title",
                    ui("!dynamicWindowTitle", "hideFooter", "!showShortcutsHint"));
            look(
                    studio,
                    "lines",
                    ui("!useBackgroundColor", "showMemoryUsage", "showStatusInTitle"));
            look(studio, "alternate-buffer", ui("useAlternateBuffer", "hideBanner", "hideTips"));
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void slowServer(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant);
                GeminiAgent agent =
                        studio.setup()
                                .prepare(h -> h.addMcpServer("slow", "sleep", List.of("60")))
                                .start()
                                .awaitReady()) {
            studio.take(agent, "servers-starting", EMPTY);
            agent.submit("hello");
            studio.take(agent, "servers-starting-queue", EMPTY);
        }
    }

    /// Returns settings of the user interface that are on, or, with `!` before their names, off.
    private static Map<String, ?> ui(String... names) {
        Map<String, Boolean> settings =
                Stream.of(names)
                        .collect(
                                Collectors.toMap(
                                        name -> name.replace("!", ""),
                                        name -> !name.startsWith("!")));
        return Map.of("ui", settings);
    }

    private static void look(ScreenStudio studio, String name, Map<String, ?> settings) {
        studio.with(
                settings,
                agent -> {
                    agent.awaitReady();
                    studio.take(agent, name, EMPTY);
                    type(agent, "fix it");
                    studio.take(agent, name + "-draft", "fix it");
                    press(agent, "C-u");
                    agent.submit("tell me");
                    redrawn();
                    studio.take(agent, name + "-history", EMPTY);
                    agent.submit("think");
                    studio.take(agent, name + "-streaming", STREAMING);
                    press(agent, "Escape");
                    redrawn();
                    agent.submit("run");
                    agent.awaitText("1. Allow once");
                    studio.take(agent, name + "-dialog", new PaneState.Dialog("confirmation"));
                });
    }

    /// After the agent's terminal has lost the focus.
    @ParameterizedTest
    @MethodSource("variants")
    void looksAway(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant)) {
            lookAway(studio, "away", ui());
            lookAway(studio, "away-plain", ui("hideWindowTitle", "hideFooter"));
            lookAway(studio, "away-lines", ui("!useBackgroundColor"));
            lookAway(
                    studio,
                    "away-alternate-buffer",
                    ui("useAlternateBuffer", "hideBanner", "hideTips"));
        }
    }

    private static void lookAway(ScreenStudio studio, String name, Map<String, ?> settings) {
        studio.with(
                settings,
                agent -> {
                    agent.awaitReady();
                    loseFocus(studio, agent);
                    studio.take(agent, name, new PaneState.Unfocused(false, true));
                    type(agent, "fix it");
                    loseFocus(studio, agent);
                    studio.take(agent, name + "-draft", new PaneState.Unfocused(false, false));
                    press(agent, "C-u");
                    agent.submit("tell me");
                    redrawn();
                    loseFocus(studio, agent);
                    studio.take(agent, name + "-history", new PaneState.Unfocused(false, true));
                    agent.submit("think");
                    loseFocus(studio, agent);
                    studio.take(agent, name + "-streaming", new PaneState.Unfocused(true, true));
                });
    }

    private static void loseFocus(ScreenStudio studio, GeminiAgent agent) {
        studio.tmux().tmux("send-keys", "-t", agent.pane(), "-H", "1b", "5b", "4f");
        redrawn();
    }

    private static void focus(
            ScreenStudio studio, GeminiAgent agent, String name, PaneState working) {
        agent.awaitReady();
        agent.submit("read");
        redrawn();
        if (name.equals("reader")) {
            agent.awaitText("1. Allow once");
            press(agent, "Enter");
        }
        agent.awaitTitle("Working");
        studio.take(agent, name + "-shell", working);
        press(agent, "Tab");
        studio.take(agent, name + "-focus", SHELL_FOCUS);
    }
}
