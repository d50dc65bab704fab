package dev.nudge.console.view;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.console.SeenPane;
import dev.nudge.delivery.screen.ScreenFile;
import dev.nudge.delivery.screen.ScreenReading;
import dev.nudge.delivery.typing.PaneReadiness;
import dev.nudge.text.Printable;
import dev.nudge.tmux.PaneSnapshot;

/// What nudge sees in a pane, one item a line.
public final class PaneSheet {
    private static final int NAMES = 9;

    private final StringBuilder sheet = new StringBuilder();

    private PaneSheet() {}

    /// Returns the lines. Rows and columns are counted from 1.
    public static String of(SeenPane seen) {
        PaneSheet sheet = new PaneSheet();
        PaneSnapshot screen = seen.view().snapshot();
        sheet.line(
                "pane",
                "%s, %dx%d, the cursor in row %d, column %d"
                        .formatted(
                                seen.agent().pane().paneId(),
                                screen.width(),
                                screen.height(),
                                screen.cursorY() + 1,
                                screen.cursorX() + 1));
        sheet.line("title", screen.title());
        sheet.line("in front", screen.currentCommand());
        sheet.line(
                "process",
                seen.agent().agent().pid() + ": " + String.join(" ", seen.commandLine()));
        sheet.line("agent", seen.kind().map(PaneSheet::name).orElse("of a kind that is not known"));
        sheet.reading(screen, seen.view().reading());
        PaneReadiness readiness = seen.view().readiness();
        sheet.line(readiness.way().word(), said(readiness));
        sheet.line("woken by", seen.waking().words());
        return sheet.sheet.toString();
    }

    private static String said(PaneReadiness readiness) {
        String result = "result could be %s now".formatted(readiness.way().done());
        return readiness
                .obstacle()
                .map(obstacle -> "no " + result + ": " + obstacle)
                .orElse("a " + result);
    }

    private static String name(AgentKind kind) {
        return "%s (%s.toml)".formatted(kind.title(), kind.name());
    }

    private void reading(PaneSnapshot screen, ScreenReading reading) {
        if (!reading.hasPrompt()) {
            line("prompt", "none");
        } else {
            int first = reading.firstRow() + 1;
            int last = reading.lastRow() + 1;
            line("prompt", first == last ? "row " + first : "rows %d to %d".formatted(first, last));
            int end = Math.min(reading.lastRow() + 1, screen.rows().size());
            screen.rows().subList(Math.min(reading.firstRow(), end), end).stream()
                    .map(Printable::verbatim)
                    .forEach(row -> sheet.repeat(' ', NAMES).append("| ").append(row).append('\n'));
        }
        line("state", ScreenFile.words(reading.state()));
        line("rule", reading.rule());
    }

    private void line(String name, String value) {
        if (!value.isEmpty()) {
            Cells.pad(sheet, name, NAMES);
            sheet.append(Printable.line(value)).append('\n');
        }
    }
}
