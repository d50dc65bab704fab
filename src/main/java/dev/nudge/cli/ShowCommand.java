package dev.nudge.cli;

import dev.nudge.job.WindowSize;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/// The command `nudge show JOB`: shows everything known about a job.
@Command(
        name = "show",
        description = {
            "Shows all that is known of a job.",
            "A line for each thing that is known: its name and its value."
        },
        footer = {"", "Examples:", "  nudge show 17", "  nudge show --json build"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class ShowCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "As a JSON object.")
    private boolean isJson;

    @Mixin private OneJob job;

    @Override
    public Integer call() throws IOException {
        Response.JobFound found = job.found();
        Optional<WindowSize> size = size(found);
        spec.commandLine().getOut().print(isJson ? json(found, size) : JobSheet.of(found, size));
        spec.commandLine().getOut().flush();
        return ExitCodes.OK;
    }

    /// Returns the current size of its terminal, which follows the attached clients; empty if there
    /// is none any more.
    private static Optional<WindowSize> size(Response.JobFound found) {
        if (found.terminal() == null) {
            return Optional.empty();
        }
        try (TerminalConnection terminal = TerminalConnection.open(Path.of(found.terminal()))) {
            return terminal.ask(new TerminalRequest.Show(0, 0))
                            instanceof TerminalResponse.Shown shown
                    ? Optional.of(new WindowSize(shown.columns(), shown.rows()))
                    : Optional.empty();
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    private static String json(Response.JobFound found, Optional<WindowSize> size) {
        ObjectNode job = Wire.tree(found.job());
        size.ifPresent(now -> job.put("terminal", now.toString()));
        return Wire.writePretty(job) + "\n";
    }
}
