package dev.nudge.tmux;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// The few facts about a pane that one tmux call can report for all panes at once: enough to tell
/// whether anything may have changed since an earlier look.
///
/// The format must not contain `pane_current_command`: the server would read that from a file, and
/// would look as if it had read a program's output.
///
/// @param isInMode whether the pane is in copy mode or another mode
/// @param isDead whether its program has ended
/// @param isInputOff whether its input is disabled or goes to all panes
/// @param drawnAt second of the server's clock in which something was last drawn in the pane's
///   window; 0 if that was not requested
public record PaneGlance(boolean isInMode, boolean isDead, boolean isInputOff, long drawnAt) {
    static final String FORMAT =
            "#{pid} #{pane_id} #{window_activity} #{?pane_in_mode,1,0} #{?pane_dead,1,0}"
                    + " #{?#{||:#{pane_input_off},#{pane_synchronized}},1,0}";
    private static final int FIELDS = 6;

    /// Returns the glance that would have been seen when the snapshot was taken.
    public static PaneGlance of(PaneSnapshot snapshot) {
        PaneSnapshot.Input input = snapshot.input();
        return new PaneGlance(input.isInMode(), input.isDead(), input.isOff(), 0);
    }

    /// Returns whether the pane may have changed since the earlier glance.
    ///
    /// @param lookedAt second of the clock in which the earlier look began: anything drawn in that
    ///   second may have been drawn after the look
    public boolean mayDifferFrom(PaneGlance earlier, long lookedAt) {
        return drawnAt >= lookedAt
                || isInMode != earlier.isInMode
                || isDead != earlier.isDead
                || isInputOff != earlier.isInputOff;
    }

    /// Reads lines of [#FORMAT] about these panes; the server may have others, or be another one.
    static Map<PaneAddress, PaneGlance> parse(String out, Collection<PaneAddress> panes) {
        Map<String, PaneGlance> all = new HashMap<>();
        out.lines()
                .map(line -> line.split(" ", FIELDS))
                .filter(f -> f.length == FIELDS && f[1].startsWith("%"))
                .forEach(f ->
                        all.put(
                                f[0] + f[1],
                                new PaneGlance(
                                        f[3].equals("1"),
                                        f[4].equals("1"),
                                        f[5].equals("1"),
                                        Long.parseLong(f[2]))));
        return panes.stream()
                .filter(pane -> all.containsKey(key(pane)))
                .collect(Collectors.toMap(pane -> pane, pane -> all.get(key(pane))));
    }

    private static String key(PaneAddress pane) {
        return pane.serverPid() + pane.paneId();
    }
}
