package dev.nudge.demo;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;

/// Plays the story of the README's moving picture in the real Gemini CLI against a scripted model,
/// while asciinema records the terminal.
public final class Recording {
    private static final Duration KEY = Duration.ofMillis(45);
    private static final int COLUMNS = 96;
    private static final int ROWS = 26;
    private static final Duration MOMENT = Duration.ofMillis(1_500);

    /// What the job runs: a test that fails, after a while.
    private static final String SCRIPT =
            """
            sleep 5
            echo 'MoneyTest.rounds:41 expected: 3.14 but was: 3.15'
            exit 1
            """;

    private Recording() {}

    /// Records it.
    ///
    /// @param args the file to write, in the format of asciinema
    public static void main(String[] args) throws InterruptedException {
        try (NudgedGemini world = NudgedGemini.startWith(Map.of("COLORTERM", "truecolor"))) {
            tell(world, args[0]);
        } catch (AssertionError | RuntimeException | IOException e) {
            System.err.println("Nothing was recorded: " + e);
            System.exit(1);
        }
        System.exit(0);
    }

    private static void tell(NudgedGemini world, String file)
            throws IOException, InterruptedException {
        Files.writeString(world.agent().workspace().resolve("run-tests"), SCRIPT);
        world.model()
                .onUserText("run the tests")
                .call(NudgedGemini.TOOL, Map.of("command", "sh run-tests"));
        world.model()
                .onFunctionResponse(NudgedGemini.TOOL)
                .reply(
                        "They are running in the background. I will look at the result when they end.");
        world.model()
                .onUserText("[nudge: job 1,")
                .reply(
                        "One test failed: MoneyTest.rounds expects 3.14. Let me look at how Money rounds.");
        world.loadTmuxKeys();
        record(world, file);
        type(world, "Please run the tests and tell me how it went.");
        world.agent().awaitText("They are running");
        world.agent().awaitText("One test failed");
        Thread.sleep(MOMENT.multipliedBy(3));
        world.tmux().tmux("detach-client", "-s", "gemini-cli");
        await().atMost(Patience.LONG)
                .until(() -> !world.tmux().tmux("list-sessions").contains("recorder"));
    }

    /// Lets asciinema attach to the agent's session, in a session of its own.
    private static void record(NudgedGemini world, String file) {
        String socket = world.tmux().socket().toString();
        world.tmux().tmux("set-option", "-g", "status-interval", "1");
        world.tmux().tmux("set-option", "-g", "status-left", "");
        world.tmux().tmux("set-option", "-g", "status-right", "#{@nudge} ");
        world.tmux()
                .newSession(
                        "recorder",
                        COLUMNS,
                        ROWS,
                        Map.of("TERM", "xterm-256color", "TMUX", "", "LC_ALL", "C.UTF-8"),
                        "asciinema rec --quiet --overwrite -c 'tmux -S %s attach -t gemini-cli' '%s'"
                                .formatted(socket, file));
        world.agent().awaitText("1 MCP server");
        world.agent().keys("C-l");
    }

    /// Types as a person does, and presses Enter.
    private static void type(NudgedGemini world, String text) throws InterruptedException {
        Thread.sleep(MOMENT);
        for (int c : text.codePoints().toArray()) {
            world.agent().type(Character.toString(c));
            Thread.sleep(KEY);
        }
        Thread.sleep(MOMENT.dividedBy(3));
        world.agent().keys("Enter");
    }
}
