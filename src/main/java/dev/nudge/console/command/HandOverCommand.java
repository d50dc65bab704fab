package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.AgentDesk;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.outbox.HeldNotes.HandOver;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/// The command `nudge hand-over EVENT`: the answer of a hook to its agent (rules R4 to R7, R100 to
/// R103, R107, R108, R115, R116, R127 and R128).
@Command(
        name = "hand-over",
        hidden = true,
        description =
                "Reports to the agent above what has not been reported yet. The extension's hooks run it.")
public final class HandOverCommand implements ConsoleCommand.Reading {
    private static final String INTRODUCTION =
            "Notices of the program nudge about background commands that have ended, or wait for input. They are not from the user:";

    /// The token of a hook that has passed everything on.
    private static final String GIVEN = "given";

    /// The longest that a prompt waits for a hook. The agent's own limit is far longer.
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Option<String> EVENT =
            Option.of("event", Type.word("EVENT", ""), Form.ARGUMENT)
                    .help("The hook's event, such as BeforeAgent.");
    private static final Option<Boolean> WITHIN_TURN =
            Option.flag("within-turn")
                    .help("The agent is working, and continues its turn with what it gets.");
    private static final Option<Boolean> PLAIN =
            Option.flag("plain")
                    .help("The agent reads the context alone, not that in hookSpecificOutput.");

    /// Answers the hook. If the daemon dies in between, the next one records it.
    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        AgentDesk agents = call.services().agents();
        call.caller().endAfter(LIMIT, ExitCodes.OK, "");
        try (HandOver handOver = agents.handOver(call.hello())) {
            if (call.caller().resumed().isEmpty()) {
                boolean isWithinTurn = call.has(WITHIN_TURN);
                List<String> messages = agents.take(call.hello(), handOver, isWithinTurn);
                if (messages.isEmpty()) {
                    return ExitCodes.OK;
                }
                // A hook that has begun to answer ends by itself.
                call.caller().endAfter(Duration.ZERO, ExitCodes.OK, "");
                call.caller().keepWithNext(GIVEN);
                call.print(answer(call, messages));
                call.caller().await();
            }
            handOver.confirm();
            return ExitCodes.OK;
        }
    }

    private static String answer(Invocation call, List<String> messages) {
        String context = INTRODUCTION + "\n" + String.join("\n", messages);
        return Wire.write(
                call.has(PLAIN)
                        ? Map.of("additionalContext", context)
                        : Map.of(
                                "hookSpecificOutput",
                                Map.of(
                                        "hookEventName",
                                        call.require(EVENT),
                                        "additionalContext",
                                        context)));
    }
}
