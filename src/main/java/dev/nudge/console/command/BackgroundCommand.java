package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/// The command `nudge background [PANE]`: ends the waits of an agent's calls.
@Command(
        name = "background",
        description = {
            "Moves what an agent waits for to the background.",
            "Its call is answered at once, the job continues, and its end is reported to the agent"
                    + " later. In tmux: prefix B, with scripts/nudge.tmux."
        },
        footer = {
            "  nudge background              the agent of the pane that you are in",
            "  nudge background %%3           the agent in pane %%3",
            "  nudge background gemini-cli   the agent in this session"
        })
public final class BackgroundCommand implements ConsoleCommand {
    private static final Option<String> PANE =
            Option.of("pane", Type.word("PANE", "@panes"), Form.OPTIONAL)
                    .help(
                            "The agent's pane (%%3), or its session; default: the pane of this shell.");
    private static final Option<Boolean> JSON =
            Option.flag("json").help("As a JSON object: the calls.");

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        String where = call.get(PANE).orElseGet(() -> here(call));
        boolean isJson = call.has(JSON);
        List<String> calls = call.services().agents().background(call.hello(), where);
        if (isJson) {
            call.print(Wire.writePretty(Map.of("calls", calls)));
        } else {
            for (String one : calls) {
                call.print("In the background now: " + one + ".");
            }
        }
        if (calls.isEmpty()) {
            call.complain("No call of the agent in " + where + " waits for anything.");
            return ExitCodes.FAILED;
        }
        return ExitCodes.OK;
    }

    private static String here(Invocation call) {
        String pane = call.variable("TMUX_PANE");
        if (pane.isEmpty()) {
            throw new IllegalArgumentException(
                    "This shell is not in a tmux pane. Name the agent's pane: nudge background %3, or its session: nudge background gemini-cli.");
        }
        return pane;
    }
}
