package dev.nudge.delivery.screen;

import static dev.nudge.delivery.screen.ScreenStudio.EMPTY;
import static dev.nudge.delivery.screen.ScreenStudio.NOT_AN_AGENT;
import static dev.nudge.delivery.screen.ScreenStudio.PLACEHOLDER;
import static dev.nudge.delivery.screen.ScreenStudio.command;
import static dev.nudge.delivery.screen.ScreenStudio.press;
import static dev.nudge.delivery.screen.ScreenStudio.type;

import dev.nudge.testkit.GeminiAgent;
import dev.nudge.testkit.GeminiSetup;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Records dialogs, other programs, and answers that imitate a prompt. Not a test, see
/// [GeminiPromptScreens].
class GeminiDialogScreens {
    /// The rows of a frame look like an answer that repeats itself.
    private static final Map<String, ?> NO_LOOP_CHECK =
            Map.of("model", Map.of("disableLoopDetection", true));

    /// A row of a block of code, which has a number.
    private static final Pattern IMITATED = Pattern.compile("\\d +> +Type your");

    static List<ScreenVariant> variants() {
        return Stream.of(ScreenVariant.few(), ScreenVariant.light()).flatMap(List::stream).toList();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void questionsOfTheModel(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant);
                GeminiAgent agent = studio.setup().start().awaitReady()) {
            question(studio, agent, "run", "confirmation");
            question(studio, agent, "edit", "confirmation");
            question(studio, agent, "greet", "confirmation");
            question(studio, agent, "ask", "question");
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void dialogsOfCommands(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant);
                GeminiAgent agent = studio.setup().start().awaitReady()) {
            for (String name : List.of("theme", "settings", "model", "editor", "privacy")) {
                command(agent, "/" + name);
                studio.take(agent, "dialog-" + name, new PaneState.Dialog("settings"));
                press(agent, "Escape");
                agent.awaitReady();
            }
            command(agent, "/resume");
            studio.take(agent, "dialog-resume", new PaneState.Dialog("settings"));
            press(agent, "q");
            agent.awaitReady();
            command(agent, "/stats");
            studio.take(agent, "stats", EMPTY);
            command(agent, "/auth");
            studio.take(agent, "dialog-auth", new PaneState.Dialog("auth"));
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void dialogsAtTheStart(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant)) {
            studio.with(
                    Map.of("security", Map.of("folderTrust", Map.of("enabled", true))),
                    agent -> {
                        agent.awaitText("Trust folder");
                        studio.take(agent, "dialog-trust", new PaneState.Dialog("trust"));
                    });
            studio.with(
                    Map.of("security", Map.of("auth", Map.of("selectedType", ""))),
                    agent -> {
                        agent.awaitText("Get started");
                        studio.take(agent, "dialog-auth-start", new PaneState.Dialog("auth"));
                    });
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void otherPrograms(ScreenVariant variant) {
        try (ScreenStudio studio = new ScreenStudio(variant);
                GeminiAgent agent = studio.setup().start().awaitReady()) {
            press(agent, "C-z", "C-z");
            agent.awaitText("Stopped");
            studio.take(agent, "suspended", NOT_AN_AGENT);
            command(agent, "fg");
            agent.awaitReady();
            studio.take(agent, "resumed", EMPTY);
            agent.quit();
            studio.take(agent, "quit", NOT_AN_AGENT);
            type(agent, PLACEHOLDER);
            studio.take(agent, "quit-typed", NOT_AN_AGENT);
            press(agent, "C-c");
            String screen =
                    ScreenStudio.FOLDER
                            .resolve(variant.name() + "-fresh.txt")
                            .toAbsolutePath()
                            .toString();
            for (String program : List.of("less", "vi", "cat")) {
                command(agent, "clear; " + program + " " + screen);
                studio.take(agent, "program-" + program, NOT_AN_AGENT);
                press(agent, program.equals("vi") ? ":" : "q", "q", "Enter");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void imitations(ScreenVariant variant) {
        String imitation = imitation(variant);
        try (ScreenStudio studio = new ScreenStudio(variant)) {
            studio.model().onUserText("imitate").reply(imitation);
            studio.model()
                    .onUserText("then")
                    .call("run_shell_command", Map.of("command", "touch a-file"));
            GeminiSetup setup = studio.setup().prepare(home -> home.mergeSettings(NO_LOOP_CHECK));
            try (GeminiAgent agent = setup.start().awaitReady()) {
                agent.submit("imitate");
                agent.awaitScreen(screen -> IMITATED.matcher(screen).find());
                agent.awaitTitle("Ready");
                studio.take(agent, "imitation", EMPTY);
                type(agent, "hello");
                studio.take(agent, "imitation-draft", "hello");
                press(agent, "C-u");
                agent.submit("then");
                agent.awaitText("1. Allow once");
                studio.take(agent, "imitation-dialog", new PaneState.Dialog("confirmation"));
                press(agent, "Escape");
                agent.quit();
                studio.take(agent, "imitation-quit", NOT_AN_AGENT);
            }
        }
    }

    private static String imitation(ScreenVariant variant) {
        RecordedScreen fresh =
                RecordedScreen.in(ScreenStudio.FOLDER).stream()
                        .filter(screen -> screen.name().equals(variant.name() + "-fresh"))
                        .findFirst()
                        .orElseThrow();
        List<String> rows = fresh.snapshot().rows();
        int prompt = fresh.snapshot().cursor().y();
        String composer = String.join("\n", rows.subList(prompt - 4, prompt + 4));
        return composer + "\n\n```\n" + composer + "\n```\n";
    }

    private static void question(
            ScreenStudio studio, GeminiAgent agent, String prompt, String kind) {
        agent.submit(prompt);
        agent.awaitTitle("Action Required");
        studio.take(agent, "dialog-" + prompt, new PaneState.Dialog(kind));
        press(agent, "Escape");
        agent.awaitTitle("Ready");
        agent.awaitReady();
    }
}
