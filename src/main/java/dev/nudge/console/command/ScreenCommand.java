package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.job.JobSelector;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/// The command `nudge screen JOB`: shows the current screen of a job's terminal.
@Command(
        name = "screen",
        description = {
            "Prints what a job's terminal shows now, as text.",
            "The empty rows at its end are left out. What it has shown before: nudge logs --text."
        },
        footer = {"  nudge screen 18"})
public final class ScreenCommand implements ConsoleCommand.Reading {
    private static final Option<JobSelector> JOB = ConsoleCommand.job(Form.OPTIONAL, "@terminal");
    private static final Option<Boolean> JSON =
            Option.flag("json").help("As a JSON object: rows, size, cursor (from 0), title.");

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        TerminalResponse.Shown shown;
        try (TerminalConnection terminal = call.reports().terminal(call.job(JOB))) {
            shown = shown(terminal);
        }
        String text = String.join("\n", shown.screen()).stripTrailing();
        boolean isJson = call.has(JSON);
        call.print(isJson ? Wire.writePretty(Screen.of(shown)) : text);
        return ExitCodes.OK;
    }

    /// Returns what a terminal shows now.
    static TerminalResponse.Shown shown(TerminalConnection terminal) throws IOException {
        TerminalResponse answer = terminal.ask(new TerminalRequest.Show(0, 0));
        if (answer instanceof TerminalResponse.Shown shown) {
            return shown;
        }
        throw new IOException("The terminal answered something else: " + answer);
    }

    private record Screen(
            List<String> rows,
            int columns,
            int height,
            int cursorRow,
            int cursorColumn,
            String title) {
        static Screen of(TerminalResponse.Shown shown) {
            return new Screen(
                    shown.screen(),
                    shown.columns(),
                    shown.rows(),
                    shown.cursorRow(),
                    shown.cursorColumn(),
                    shown.title());
        }
    }
}
