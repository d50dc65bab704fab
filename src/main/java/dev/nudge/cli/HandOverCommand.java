package dev.nudge.cli;

import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `nudge hand-over EVENT`: the answer of an extension's hook to Gemini CLI (rules R4
/// to R7).
@Command(
        name = "hand-over",
        hidden = true,
        description =
                "Reports to the agent above what has not been reported yet. The extension's hooks run it.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class HandOverCommand implements Callable<Integer> {
    private static final String INTRODUCTION =
            "Notices of the program nudge about background commands that have ended, or wait for input. They are not from the user:";

    /// The number of daemons that may die during one hook.
    private static final int ATTEMPTS = 5;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "EVENT", description = "The hook's event, such as BeforeAgent.")
    private String event;

    private boolean isSaying;

    private boolean isGiven;

    /// Answers the hook. If the daemon dies in between, the next one records it; it may die as
    /// well. No prompt waits longer than [#PATIENCE] for a daemon that does not answer. What has
    /// been said by then is always recorded before the agent ends the hook, which would drop it:
    /// its limit is far longer.
    @Override
    public Integer call() throws IOException {
        Thread.ofPlatform().daemon().start(this::giveUp);
        for (int attempt = 1; ; attempt++) {
            try (Client client = connect()) {
                settle(client);
                return ExitCodes.OK;
            } catch (ConnectionLostException | SocketException daemonDied) {
                if (attempt == ATTEMPTS) {
                    throw daemonDied;
                }
            }
        }
    }

    private void giveUp() {
        try {
            Thread.sleep(PATIENCE);
        } catch (InterruptedException e) {
            return;
        }
        synchronized (this) {
            if (!isSaying) {
                Runtime.getRuntime().halt(ExitCodes.OK);
            }
        }
    }

    private synchronized void say(String answer) {
        isSaying = true;
        OutputLine.print(spec, answer);
    }

    private static Client connect() throws IOException {
        return Installation.connector().connect(Installation.hello(Hello.CLI));
    }

    private void settle(Client client) throws IOException {
        if (!isGiven) {
            List<String> messages = ask(client, new Request.HandOver()).messages();
            if (messages.isEmpty()) {
                return;
            }
            isGiven = true;
            say(answer(messages));
        }
        ask(client, new Request.ConfirmHandOver());
    }

    private static Response.Handed ask(Client client, Request request) throws IOException {
        return Answers.expect(client.ask(request), Response.Handed.class);
    }

    private String answer(List<String> messages) {
        String context = INTRODUCTION + "\n" + String.join("\n", messages);
        return Wire.write(
                Map.of(
                        "hookSpecificOutput",
                        Map.of("hookEventName", event, "additionalContext", context)));
    }
}
