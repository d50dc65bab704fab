package dev.nudge.tmux;

import java.util.List;
import java.util.Optional;

/// One line of `list-panes -a`: a pane as one session shows it. A pane has a line for every session
/// that contains its window.
///
/// @param serverPid pid of the tmux server
/// @param panePid pid of the pane's first process
record PaneListing(long serverPid, long panePid, String paneId, String sessionName) {
    static final String FORMAT = "#{pid} #{pane_pid} #{pane_id} #{session_name}";
    private static final int FIELDS = 4;

    static List<PaneListing> parse(String out) {
        return out.lines().map(PaneListing::parseLine).flatMap(Optional::stream).toList();
    }

    /// Reads a line. The session name is last because it may contain blanks. A line of any other
    /// form is skipped.
    private static Optional<PaneListing> parseLine(String line) {
        String[] fields = line.split(" ", FIELDS);
        if (fields.length < FIELDS || !fields[2].startsWith("%")) {
            return Optional.empty();
        }
        return Optional.of(
                new PaneListing(
                        Long.parseLong(fields[0]),
                        Long.parseLong(fields[1]),
                        fields[2],
                        fields[3]));
    }
}
