package dev.nudge.console.command;

import dev.nudge.console.AgentDesk;
import dev.nudge.console.Carriage;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.outbox.HandOver;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `nudge hand-over EVENT`: the answer of a hook to its agent (rules R4 to R7, R100 to
/// R103, R107, R108, R115, R116, R127 and R128).
@Command(
        name = "hand-over",
        hidden = true,
        description =
                "Reports to the agent above what has not been reported yet. The extension's hooks run it.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class HandOverCommand implements ConsoleCommand {
    private static final String INTRODUCTION =
            "Notices of the program nudge about background commands that have ended, or wait for input. They are not from the user:";

    /// The token of a hook that has passed everything on.
    private static final String GIVEN = "given";

    /// The longest that a prompt waits for a hook. The agent's own limit is far longer.
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Parameters(paramLabel = "EVENT", description = "The hook's event, such as BeforeAgent.")
    private String event;

    @Option(
            names = "--within-turn",
            description = "The agent is working, and continues its turn with what it gets.")
    private boolean isWithinTurn;

    @Option(
            names = "--plain",
            description = "The agent reads the context alone, not that in hookSpecificOutput.")
    private boolean isPlain;

    @Override
    public Carriage carriage() {
        return Carriage.READS;
    }

    /// Answers the hook. If the daemon dies in between, the next one records it.
    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        AgentDesk agents = invocation.services().agents();
        invocation.caller().endAfter(LIMIT, ExitCodes.OK, "");
        try (HandOver handOver = agents.handOver(invocation.hello())) {
            if (invocation.caller().resumed().isEmpty()) {
                List<String> messages =
                        isWithinTurn
                                ? agents.takeWithinTurn(invocation.hello(), handOver)
                                : agents.take(invocation.hello(), handOver);
                if (messages.isEmpty()) {
                    return ExitCodes.OK;
                }
                // A hook that has begun to answer ends by itself.
                invocation.caller().endAfter(Duration.ZERO, ExitCodes.OK, "");
                invocation.caller().keepWithNext(GIVEN);
                invocation.print(answer(messages));
                invocation.caller().await();
            }
            handOver.confirm();
            return ExitCodes.OK;
        }
    }

    private String answer(List<String> messages) {
        String context = INTRODUCTION + "\n" + String.join("\n", messages);
        return Wire.write(
                isPlain
                        ? Map.of("additionalContext", context)
                        : Map.of(
                                "hookSpecificOutput",
                                Map.of("hookEventName", event, "additionalContext", context)));
    }
}
