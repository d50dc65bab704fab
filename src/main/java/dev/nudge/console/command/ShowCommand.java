package dev.nudge.console.command;

import dev.nudge.console.Carriage;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.FoundJob;
import dev.nudge.console.Invocation;
import dev.nudge.console.argument.JobOrLast;
import dev.nudge.console.view.JobSheet;
import dev.nudge.job.WindowSize;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/// The command `nudge show JOB`: shows everything known about a job.
@Command(
        name = "show",
        description = {
            "Shows all that is known of a job.",
            "A line for each thing that is known: its name and its value."
        },
        footer = {"", "Examples:", "  nudge show", "  nudge show --json build"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class ShowCommand implements ConsoleCommand {
    @Option(names = "--json", description = "As a JSON object.")
    private boolean isJson;

    @Mixin private JobOrLast job;

    @Override
    public Carriage carriage() {
        return Carriage.READS;
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        FoundJob found = job.found(invocation);
        Optional<WindowSize> size = size(found);
        invocation.printText(isJson ? json(found, size) : sheet(found, size, invocation));
        return ExitCodes.OK;
    }

    /// Returns the current size of its terminal, which follows the attached clients; empty if there
    /// is none any more.
    private static Optional<WindowSize> size(FoundJob found) {
        if (found.terminal().isEmpty()) {
            return Optional.empty();
        }
        try (TerminalConnection terminal = TerminalConnection.open(found.terminal().get())) {
            return terminal.ask(new TerminalRequest.Show(0, 0))
                            instanceof TerminalResponse.Shown shown
                    ? Optional.of(new WindowSize(shown.columns(), shown.rows()))
                    : Optional.empty();
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    private static String sheet(FoundJob found, Optional<WindowSize> size, Invocation invocation) {
        return JobSheet.of(
                found,
                size,
                invocation.services().jobs().reports().news(found.number()),
                invocation.shownZone());
    }

    private static String json(FoundJob found, Optional<WindowSize> size) {
        ObjectNode job = Wire.tree(found.snapshot());
        size.ifPresent(now -> job.put("terminal", now.toString()));
        return Wire.writePretty(job) + "\n";
    }
}
