package dev.nudge.delivery.screen;

import static dev.nudge.delivery.screen.ScreenStudio.EMPTY;
import static dev.nudge.delivery.screen.ScreenStudio.PLACEHOLDER;
import static dev.nudge.delivery.screen.ScreenStudio.SEARCH;
import static dev.nudge.delivery.screen.ScreenStudio.SHELL_FOCUS;
import static dev.nudge.delivery.screen.ScreenStudio.SHELL_MODE;
import static dev.nudge.delivery.screen.ScreenStudio.STREAMING;
import static dev.nudge.delivery.screen.ScreenStudio.press;
import static dev.nudge.delivery.screen.ScreenStudio.redrawn;
import static dev.nudge.delivery.screen.ScreenStudio.type;

import dev.nudge.testkit.GeminiAgent;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Records the prompt in all its states. Not a test: run it by name, `mvn test
/// -Dtest='Gemini*Screens'`, when the pinned version of the CLI changes, and read what changes in
/// the files.
class GeminiPromptScreens {
    static List<ScreenVariant> variants() {
        return ScreenVariant.all();
    }

    static List<ScreenVariant> tiny() {
        return ScreenVariant.tiny();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void drafts(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant);
                GeminiAgent agent = studio.setup().start()) {
            studio.take(agent, "starting", new PaneState.Starting());
            agent.awaitReady();
            studio.take(agent, "fresh", EMPTY);
            draft(studio, agent, "draft", "fix the build");
            draft(studio, agent, "draft-placeholder", PLACEHOLDER);
            draft(studio, agent, "draft-placeholder-indented", "  " + PLACEHOLDER);
            draft(
                    studio,
                    agent,
                    "draft-wrapped",
                    "the quick brown fox jumps over a dog. ".repeat(6).strip());
            draft(studio, agent, "draft-long-word", "start " + "x".repeat(260) + " end");
            draft(
                    studio,
                    agent,
                    "draft-wide",
                    "\u5b57\u5f62\u5b57\u5f62 \ud83d\ude80 e\u0301 ".repeat(8).strip());
            lines(studio, agent, "draft-lines", List.of("first line", "", "  third line"));
            lines(studio, agent, "draft-many-lines", numbered(20));
            studio.tmux().paste(agent.pane(), String.join("\n", numbered(12)));
            studio.take(agent, "draft-pasted", "[Pasted Text: 12 lines]");
            press(agent, "C-c");
            agent.awaitReady();
            press(agent, "C-c");
            studio.take(agent, "ctrl-c-once", EMPTY);
            agent.submit("tell me");
            agent.awaitTitle("Ready");
            studio.take(agent, "long-history", EMPTY);
            type(agent, "hello");
            press(agent, "Escape");
            studio.take(agent, "escape-once-draft", "hello");
            press(agent, "C-u", "Escape");
            studio.take(agent, "escape-once", EMPTY);
        }
    }

    @ParameterizedTest
    @MethodSource("tiny")
    void tinyPanes(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant);
                GeminiAgent agent = studio.setup().start()) {
            agent.awaitTitle("Ready");
            redrawn();
            studio.take(agent, "fresh", EMPTY);
            draft(studio, agent, "draft", "fix it");
            draft(studio, agent, "draft-wrapped", "please fix the build of this project");
            type(agent, "think");
            press(agent, "Enter");
            agent.awaitTitle("Working");
            studio.take(agent, "thinking", STREAMING);
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void working(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant);
                GeminiAgent agent = studio.setup().start().awaitReady()) {
            agent.submit("think about it");
            agent.awaitTitle("Working");
            studio.take(agent, "thinking", STREAMING);
            studio.beginAnswer();
            agent.awaitText("Half an answer");
            studio.take(agent, "streaming", STREAMING);
            type(agent, "wait");
            studio.take(agent, "streaming-draft", new PaneState.Draft("wait", true));
            press(agent, "Enter");
            studio.take(agent, "queue", STREAMING);
            for (int i = 0; i < 5; i++) {
                agent.submit("next thing to do, number " + i);
            }
            studio.take(agent, "queue-many", STREAMING);
            type(agent, "/help");
            press(agent, "Enter");
            studio.take(agent, "streaming-slash", new PaneState.Draft("/help", true));
            press(agent, "C-u");
            type(agent, "!");
            studio.take(agent, "streaming-shell-mode", SHELL_MODE);
            press(agent, "Escape", "Escape");
            agent.awaitTitle("Ready");
            studio.take(agent, "cancelled", EMPTY);
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shellModeSearchAndCompletion(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant);
                GeminiAgent agent = studio.setup().start().awaitReady()) {
            agent.submit("a question");
            agent.awaitTitle("Ready");
            type(agent, "?");
            studio.take(agent, "shortcuts", EMPTY);
            press(agent, "Escape", "C-r");
            studio.take(agent, "search", SEARCH);
            type(agent, "ques");
            studio.take(agent, "search-text", SEARCH);
            press(agent, "Escape");
            type(agent, "/");
            studio.take(agent, "slash-completion", "/");
            press(agent, "BSpace");
            type(agent, "see @");
            studio.take(agent, "at-completion", "see @");
            press(agent, "C-u");
            shell(studio, agent);
            studio.tmux().tmux("copy-mode", "-t", agent.pane());
            studio.take(agent, "copy-mode", new PaneState.CopyMode());
            press(agent, "q");
            studio.tmux().tmux("select-pane", "-d", "-t", agent.pane());
            studio.take(agent, "input-off", new PaneState.CopyMode());
            studio.tmux().tmux("select-pane", "-e", "-t", agent.pane());
            press(agent, "F12");
            studio.take(agent, "debug-console", ScreenStudio.UNKNOWN);
        }
    }

    private static void shell(ScreenStudio studio, GeminiAgent agent) {
        type(agent, "!");
        studio.take(agent, "shell-mode", SHELL_MODE);
        type(agent, "head -n 1");
        studio.take(agent, "shell-mode-draft", SHELL_MODE);
        press(agent, "Enter");
        studio.take(agent, "shell-mode-running", SHELL_MODE);
        press(agent, "Tab");
        studio.take(agent, "shell-mode-focus", SHELL_FOCUS);
        type(agent, "hello");
        press(agent, "Enter");
        agent.awaitTitle("Ready");
        studio.take(agent, "shell-mode-done", SHELL_MODE);
        press(agent, "Escape");
    }

    private static void draft(ScreenStudio studio, GeminiAgent agent, String name, String text) {
        type(agent, text);
        studio.take(agent, name, text);
        press(agent, "C-u");
    }

    private static void lines(
            ScreenStudio studio, GeminiAgent agent, String name, List<String> lines) {
        type(agent, lines.getFirst());
        for (String line : lines.subList(1, lines.size())) {
            agent.keys("C-j");
            agent.type(line);
            redrawn();
        }
        studio.take(agent, name, String.join("\n", lines));
        press(agent, "C-c");
    }

    private static List<String> numbered(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "line " + i).toList();
    }
}
