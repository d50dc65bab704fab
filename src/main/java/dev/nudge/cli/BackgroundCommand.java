package dev.nudge.cli;

import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `nudge background [PANE]`: ends the waits of an agent's calls.
@Command(
        name = "background",
        description = {
            "Moves what an agent waits for to the background.",
            "Its call is answered at once, the job continues, and its end is reported to the agent"
                    + " later. In tmux: prefix B, with scripts/nudge.tmux."
        },
        footer = {
            "",
            "Examples:",
            "  nudge background              the agent of the pane that you are in",
            "  nudge background %%3           the agent in pane %%3",
            "  nudge background gemini-cli   the agent in this session"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class BackgroundCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "PANE",
            description =
                    "The agent's pane (%%3), or its session; default: the pane of this shell.")
    private @Nullable String pane;

    @Option(names = "--json", description = "As a JSON object: the calls.")
    private boolean isJson;

    @Override
    public Integer call() throws IOException {
        String where = pane == null ? here() : pane;
        Response.Backgrounded answer =
                Answers.ask(new Request.Background(where), Response.Backgrounded.class);
        if (isJson) {
            OutputLine.print(spec, Wire.writePretty(Map.of("calls", answer.calls())));
        }
        if (answer.calls().isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("nudge: No call of the agent in " + where + " waits for anything.");
            return ExitCodes.FAILED;
        }
        if (!isJson) {
            answer.calls().forEach(this::say);
        }
        return ExitCodes.OK;
    }

    private void say(String call) {
        OutputLine.print(spec, "In the background now: " + call + ".");
    }

    private static String here() {
        String pane = System.getenv("TMUX_PANE");
        if (pane == null || pane.isEmpty()) {
            throw new IllegalArgumentException(
                    "This shell is in no tmux pane. Name the agent's: nudge background %3, or its session: nudge background gemini-cli.");
        }
        return pane;
    }
}
