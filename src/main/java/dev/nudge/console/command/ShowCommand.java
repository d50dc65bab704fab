package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.view.JobSheet;
import dev.nudge.job.JobSelector;
import dev.nudge.job.WindowSize;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import tools.jackson.databind.node.ObjectNode;

/// The command `nudge show JOB`: shows everything known about a job.
@Command(
        name = "show",
        description = {
            "Shows all that is known of a job.",
            "A line for each thing that is known: its name and its value."
        },
        footer = {"  nudge show", "  nudge show --json build"})
public final class ShowCommand implements ConsoleCommand.Reading {
    private static final Option<JobSelector> JOB = ConsoleCommand.job(Form.OPTIONAL, "@jobs");
    private static final Option<Boolean> JSON = Option.flag("json").help("As a JSON object.");

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        FoundJob found = call.reports().find(call.job(JOB));
        Optional<WindowSize> size = size(found);
        call.printText(call.has(JSON) ? json(found, size) : sheet(found, size, call));
        return ExitCodes.OK;
    }

    /// Returns the current size of its terminal, which follows the attached clients; empty if there
    /// is none any more.
    private static Optional<WindowSize> size(FoundJob found) {
        if (found.terminal().isEmpty()) {
            return Optional.empty();
        }
        try (TerminalConnection terminal = TerminalConnection.open(found.terminal().get())) {
            TerminalResponse.Shown shown = ScreenCommand.shown(terminal);
            return Optional.of(new WindowSize(shown.columns(), shown.rows()));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    private static String sheet(FoundJob found, Optional<WindowSize> size, Invocation call) {
        return JobSheet.of(found, size, call.reports().news(found.number()), call.shownZone());
    }

    private static String json(FoundJob found, Optional<WindowSize> size) {
        ObjectNode job = Wire.tree(found.snapshot());
        size.ifPresent(now -> job.put("terminal", now.toString()));
        return Wire.writePretty(job) + "\n";
    }
}
