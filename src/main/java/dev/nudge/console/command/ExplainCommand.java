package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.AgentDesk.SeenPane;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.view.Cells;
import dev.nudge.console.view.Watch;
import dev.nudge.delivery.screen.ScreenClassifier.ScreenReading;
import dev.nudge.delivery.screen.ScreenFile;
import dev.nudge.delivery.typing.PaneReadiness;
import dev.nudge.text.Printable;
import dev.nudge.tmux.PaneSnapshot;
import java.io.IOException;
import picocli.CommandLine.Command;

/// The command `nudge explain [PANE]`: shows a pane as nudge sees it.
@Command(
        name = "explain",
        description = {
            "Shows a pane as nudge sees it.",
            "The agent, its prompt, what it is doing, which rule of its profile says so, and whether a"
                    + " result could reach it now. The pane need not have an agent that is connected: any program in front is looked at."
        },
        footer = {
            "  nudge explain                 the agent, if only one is connected",
            "  nudge explain %%3 --watch      pane %%3, until Ctrl+C"
        })
public final class ExplainCommand implements ConsoleCommand.Reading {
    private static final Option<String> PANE =
            Option.of("pane", Type.word("PANE", "@panes"), Form.OPTIONAL)
                    .help("The pane (%%3), or the session of an agent.");
    private static final Option<Boolean> WATCH =
            Option.flag("watch").help("Show it until Ctrl+C, as it changes.");
    private static final int NAMES = 9;

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        if (call.has(WATCH)) {
            new Watch(call, () -> sheet(call)).run();
        }
        call.printText(sheet(call));
        return ExitCodes.OK;
    }

    /// Returns what nudge sees, one item a line. Rows and columns are counted from 1.
    private static String sheet(Invocation call) {
        SeenPane seen = call.services().agents().see(call.hello(), call.get(PANE));
        PaneSnapshot screen = seen.view().snapshot();
        ScreenReading reading = seen.view().reading();
        PaneReadiness readiness = seen.view().readiness();
        StringBuilder sheet = new StringBuilder();
        line(
                sheet,
                "pane",
                "%s, %dx%d, the cursor in row %d, column %d"
                        .formatted(
                                seen.agent().pane().paneId(),
                                screen.size().width(),
                                screen.size().height(),
                                screen.cursor().y() + 1,
                                screen.cursor().x() + 1));
        line(sheet, "title", screen.title());
        line(sheet, "in front", screen.processes().foreground());
        line(
                sheet,
                "process",
                seen.agent().agent().pid() + ": " + String.join(" ", seen.commandLine()));
        line(
                sheet,
                "agent",
                seen.kind()
                        .map(kind -> "%s (%s.toml)".formatted(kind.title(), kind.name()))
                        .orElse("of a kind that is not known"));
        prompt(sheet, screen, reading);
        line(sheet, "state", ScreenFile.words(reading.state()));
        line(sheet, "rule", reading.rule());
        String result = "result could be %s now".formatted(readiness.way().done());
        line(
                sheet,
                readiness.way().word(),
                readiness
                        .obstacle()
                        .map(obstacle -> "no " + result + ": " + obstacle)
                        .orElse("a " + result));
        line(sheet, "woken by", seen.waking().words());
        return sheet.toString();
    }

    private static void prompt(StringBuilder sheet, PaneSnapshot screen, ScreenReading reading) {
        if (!reading.hasPrompt()) {
            line(sheet, "prompt", "none");
            return;
        }
        int first = reading.firstRow() + 1;
        int last = reading.lastRow() + 1;
        String rows = first == last ? "row " + first : "rows %d to %d".formatted(first, last);
        line(sheet, "prompt", rows);
        int end = Math.min(last, screen.rows().size());
        screen.rows().subList(Math.min(first - 1, end), end).stream()
                .map(Printable::verbatim)
                .forEach(row -> sheet.repeat(' ', NAMES).append("| ").append(row).append('\n'));
    }

    private static void line(StringBuilder sheet, String name, String value) {
        if (!value.isEmpty()) {
            Cells.pad(sheet, name, NAMES);
            sheet.append(Printable.line(value)).append('\n');
        }
    }
}
