package dev.nudge.delivery.screen;

import dev.nudge.tmux.PaneSnapshot;

/// Writes the file format of screens for tests and reports: a header of `key: value` lines, a line
/// `---`, and the rows. The pid, the activity and the idle time are left out.
public final class ScreenFile {
    /// Separates the header from the rows.
    public static final String RULER = "---";

    private ScreenFile() {}

    /// Returns the text of the file.
    ///
    /// @param state what the pane is doing
    public static String text(PaneState state, PaneSnapshot screen) {
        String header =
                """
                state: %s
                cursor: %d %d
                size: %d %d
                mode: %b
                dead: %b
                input-off: %b
                command: %s
                title: %s
                """
                        .formatted(
                                words(state),
                                screen.cursorX(),
                                screen.cursorY(),
                                screen.width(),
                                screen.height(),
                                screen.input().isInMode(),
                                screen.input().isDead(),
                                screen.input().isOff(),
                                screen.currentCommand(),
                                screen.title());
        String text = header + RULER + "\n" + String.join("\n", screen.rows()) + "\n";
        return text.replaceAll("(?m) +$", "");
    }

    /// Returns the words for a state: `Draft working=false text=two\nlines`, `Dialog trust`,
    /// `EmptyPrompt`.
    public static String words(PaneState state) {
        return switch (state) {
            case PaneState.Draft draft ->
                    "Draft working=%b text=%s"
                            .formatted(draft.isWorking(), draft.text().replace("\n", "\\n"));
            case PaneState.Dialog dialog -> "Dialog " + dialog.kind();
            case PaneState.Unfocused unfocused ->
                    "Unfocused working=%b empty=%b"
                            .formatted(unfocused.isWorking(), unfocused.isEmpty());
            default -> state.getClass().getSimpleName();
        };
    }
}
