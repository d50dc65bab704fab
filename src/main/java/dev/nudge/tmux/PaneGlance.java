package dev.nudge.tmux;

import java.util.HashMap;
import java.util.Map;

/// The little of a pane that one tmux call can tell of all panes at once. A prompt that becomes
/// empty, a dialog that closes, copy mode that ends and a program that ends all change it.
///
/// @param cursorX column of the cursor, 0-based
/// @param isInMode whether the pane is in copy mode or another mode
/// @param isDead whether its program has ended
/// @param isInputOff whether its input is disabled or goes to all panes
/// @param program name of the foreground program, a blank, and the title
/// @param drawnAt second of the server's clock in which anything was last drawn in the pane's
///   window; 0 if that was not asked for
public record PaneGlance(
        int cursorX,
        boolean isInMode,
        boolean isDead,
        boolean isInputOff,
        String program,
        long drawnAt) {
    static final String FORMAT =
            "#{pid} #{pane_id} #{window_activity} #{cursor_x} #{?pane_in_mode,1,0} #{?pane_dead,1,0}"
                    + " #{?#{||:#{pane_input_off},#{pane_synchronized}},1,0}"
                    + " #{pane_current_command} #{pane_title}";
    private static final int FIELDS = 8;

    /// What a glance would have shown when the snapshot was taken.
    public static PaneGlance of(PaneSnapshot snapshot) {
        return new PaneGlance(
                snapshot.cursorX(),
                snapshot.isInMode(),
                snapshot.isDead(),
                snapshot.isInputOff(),
                (snapshot.currentCommand() + " " + snapshot.title()).strip(),
                0);
    }

    /// Whether both show the same, whenever it was drawn.
    public boolean looksLike(PaneGlance other) {
        return withoutTime().equals(other.withoutTime());
    }

    private PaneGlance withoutTime() {
        return new PaneGlance(cursorX, isInMode, isDead, isInputOff, program, 0);
    }

    /// Reads lines of [#FORMAT], without those of another server.
    static Map<String, PaneGlance> parse(String out) {
        Map<String, PaneGlance> glances = new HashMap<>();
        for (String line : out.lines().toList()) {
            String[] fields = line.split(" ", FIELDS);
            if (fields.length == FIELDS && fields[1].startsWith("%")) {
                glances.put(fields[0] + fields[1], parse(fields));
            }
        }
        return glances;
    }

    private static PaneGlance parse(String[] fields) {
        return new PaneGlance(
                Integer.parseInt(fields[3]),
                fields[4].equals("1"),
                fields[5].equals("1"),
                fields[6].equals("1"),
                fields[7].strip(),
                Long.parseLong(fields[2]));
    }

    static String key(PaneAddress pane) {
        return pane.serverPid() + pane.paneId();
    }
}
