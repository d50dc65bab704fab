package dev.nudge.demo;

import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.NudgedGemini;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Shows the whole story in the real Gemini CLI against a scripted model, as a transcript. Whatever
/// is not observed ends it with exit code 1.
public final class Demo {
    private static final String PROMPT = "Please run the tests and tell me how it went.";
    private static final String NOTICE = "[nudge: job 1,";
    private static final Duration LONGEST_JOB = Duration.ofMinutes(9);
    private static final int SHOWN_ROWS = 14;

    private final Instant begin = Instant.now();
    private final NudgedGemini world;

    private Demo(NudgedGemini world) {
        this.world = world;
    }

    /// Runs the demonstration.
    ///
    /// @param args the directory to work in, and the command
    public static void main(String[] args) {
        try (NudgedGemini world = NudgedGemini.start()) {
            new Demo(world).tell(Path.of(args[0]), args[1]);
        } catch (AssertionError | RuntimeException e) {
            System.out.println("\nNOT OBSERVED: " + e.getMessage());
            System.exit(1);
        }
        System.exit(0);
    }

    private void tell(Path directory, String command) {
        step(
                "The real Gemini CLI runs in tmux session gemini-cli, with nudge linked, and a scripted model on loopback.");
        show();
        askForIt(directory, command);
        String answer =
                world.model()
                        .awaitFunctionResponse(NudgedGemini.TOOL, Duration.ofSeconds(30))
                        .functionResponse(NudgedGemini.TOOL)
                        .orElseThrow();
        step("nudge answered at once:");
        System.out.println(indent(answer));
        require(answer.contains("started in the background"), "the command was started");
        idle();
        ModelRequest told = awaitNudge();
        wake(told);
    }

    private void askForIt(Path directory, String command) {
        world.model()
                .onUserText("run the tests")
                .call(NudgedGemini.TOOL, Map.of("command", command, "cwd", directory.toString()));
        world.model()
                .onFunctionResponse(NudgedGemini.TOOL)
                .reply("It runs in the background. I end my turn and will be woken up.");
        world.model().onUserText(NOTICE).reply("The command has ended; I have read the result.");
        step("The user types: " + PROMPT);
        world.agent().submit(PROMPT);
        step("The model calls " + NudgedGemini.TOOL + " with command: " + command);
    }

    private void idle() {
        world.agent().awaitText("I end my turn");
        world.agent().awaitTitle("Ready");
        step("The agent is idle; the job goes on (nudge ps):");
        System.out.println(indent(world.user().run("ps", "--all")));
        show();
    }

    private ModelRequest awaitNudge() {
        step("Waiting for the end of the job …");
        ModelRequest told = world.model().awaitUserTextContaining(NOTICE, LONGEST_JOB);
        step("The nudge arrived, and the model was sent it:");
        System.out.println(indent(told.lastUserText()));
        world.agent().awaitText("I have read the result");
        world.agent().awaitTitle("Ready");
        show();
        return told;
    }

    private void wake(ModelRequest told) {
        world.awaitDelivered(1);
        JsonNode job = world.job(1);
        int code = job.path("exit_code").intValue(-1);
        require(code >= 0, "the command ended, with exit code " + code);
        require(world.timesTold(1) == 1, "the agent was told exactly once");
        Duration wake =
                Duration.between(
                        Instant.parse(job.path("ended_at").stringValue("")), told.arrivedAt());
        step(
                "Wake time, from the end of the command to the model's request: %d ms"
                        .formatted(wake.toMillis()));
    }

    private void step(String text) {
        System.out.printf(
                Locale.ROOT,
                "%n[%6.1f s] %s%n",
                Duration.between(begin, Instant.now()).toMillis() / 1000.0,
                text);
    }

    /// Shows the lower part of the agent's screen.
    private void show() {
        String[] rows = world.agent().screen().stripTrailing().split("\n", -1);
        System.out.println("    ┌── " + world.agent().title() + " ──");
        for (int i = Math.max(0, rows.length - SHOWN_ROWS); i < rows.length; i++) {
            System.out.println("    │ " + rows[i]);
        }
        System.out.println("    └──");
    }

    private static String indent(String text) {
        return text.strip().indent(4).stripTrailing();
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
        System.out.println("    observed: " + what);
    }
}
