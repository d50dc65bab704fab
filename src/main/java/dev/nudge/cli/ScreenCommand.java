package dev.nudge.cli;

import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `nudge screen JOB`: shows the current screen of a job's terminal.
@Command(
        name = "screen",
        description = {
            "Prints what the terminal of a running job shows now, as text.",
            "The empty rows at its end are left out. What it has shown before: nudge logs --text."
        },
        footer = {"", "Examples:", "  nudge screen 18"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class ScreenCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "As a JSON object: rows, size, cursor (from 0), title.")
    private boolean isJson;

    @Mixin private OneJob job;

    @Override
    public Integer call() throws IOException {
        TerminalResponse.Shown shown = shown(job.number());
        String text = String.join("\n", shown.screen()).stripTrailing();
        OutputLine.print(spec, isJson ? Wire.writePretty(Screen.of(shown)) : text);
        return ExitCodes.OK;
    }

    private static TerminalResponse.Shown shown(long job) throws IOException {
        try (TerminalConnection terminal = JobTerminal.of(job)) {
            terminal.send(new TerminalRequest.Show(0, 0));
            return switch (terminal.receive().orElseThrow(() -> new JobEndedException(job))) {
                case TerminalResponse.Shown shown -> shown;
                case TerminalResponse.Failure(String message) -> throw new IOException(message);
                case TerminalResponse other ->
                        throw new IOException("The terminal answered something else: " + other);
            };
        }
    }

    /// The screen in JSON.
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
