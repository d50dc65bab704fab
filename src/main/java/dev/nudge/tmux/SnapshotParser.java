package dev.nudge.tmux;

import java.util.List;
import java.util.Optional;

/// Requests a pane's state and screen, and reads the answer.
final class SnapshotParser {
    /// The idle seconds of a pane in which no person has ever typed.
    private static final long NEVER = Integer.MAX_VALUE;

    private static final int NUMBERS = 12;

    private SnapshotParser() {}

    static List<String> command(String paneId) {
        return List.of(
                "display-message",
                "-p",
                "-t",
                paneId,
                "#{pid} x#{pane_id} #{cursor_x} #{cursor_y} #{pane_width} #{pane_height}"
                        + " #{pane_in_mode} #{pane_dead} #{pane_input_off} #{pane_synchronized}"
                        + " #{pane_pid} x"
                        + OthersKeys.FORMAT
                        + " "
                        + PaneFormats.activity(paneId),
                ";",
                "display-message",
                "-p",
                "-t",
                paneId,
                "#{pane_current_command}",
                ";",
                "display-message",
                "-p",
                "-t",
                paneId,
                "#{pane_title}",
                ";",
                "capture-pane",
                "-p",
                "-t",
                paneId);
    }

    /// Reads the output of [#command].
    ///
    /// @param askedAt second of the clock before tmux was asked: every key after the snapshot has
    ///   this second or a later one, so an idle time of 1 or more means that the next key changes
    ///   the activity
    static Optional<PaneSnapshot> parse(PaneAddress pane, String out, long askedAt) {
        List<String> lines = out.lines().toList();
        String[] fields =
                lines.isEmpty() ? new String[0] : lines.getFirst().split(" ", NUMBERS + 1);
        if (fields.length <= NUMBERS) {
            throw new TmuxException("Cannot read tmux's answer about a pane: \"" + out + "\"");
        }
        boolean isThere =
                Long.parseLong(fields[0]) == pane.serverPid()
                        && fields[1].equals("x" + pane.paneId());
        return isThere ? Optional.of(snapshot(fields, lines, askedAt)) : Optional.empty();
    }

    private static PaneSnapshot snapshot(String[] fields, List<String> lines, long askedAt) {
        int height = Integer.parseInt(fields[5]);
        int firstRow = Math.max(3, lines.size() - height);
        return new PaneSnapshot(
                lines.subList(firstRow, lines.size()).stream().map(String::stripTrailing).toList(),
                new PaneSnapshot.Cursor(Integer.parseInt(fields[2]), Integer.parseInt(fields[3])),
                new PaneSnapshot.Size(Integer.parseInt(fields[4]), height),
                lines.get(firstRow - 1),
                new PaneSnapshot.Input(
                        isOn(fields[6]), isOn(fields[7]), isOn(fields[8]) || isOn(fields[9])),
                new PaneSnapshot.Processes(
                        String.join(" ", lines.subList(1, firstRow - 1)),
                        Long.parseLong(fields[10])),
                new PaneSnapshot.LastKey(
                        fields[12],
                        idleSeconds(fields[12], askedAt),
                        OthersKeys.parse(fields[11].substring(1))));
    }

    private static boolean isOn(String flag) {
        return !flag.isEmpty() && !flag.equals("0");
    }

    /// Reads `$0=1795210767 $3=1795210700 `. A key in the future was pressed before the clock was
    /// set back; the next one will have another second.
    private static long idleSeconds(String activity, long askedAt) {
        return activity.isBlank()
                ? NEVER
                : List.of(activity.strip().split(" ")).stream()
                        .mapToLong(entry -> Long.parseLong(entry.substring(entry.indexOf('=') + 1)))
                        .map(second -> second > askedAt + 1 ? NEVER : askedAt - second)
                        .min()
                        .orElse(NEVER);
    }
}
