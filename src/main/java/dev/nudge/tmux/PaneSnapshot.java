package dev.nudge.tmux;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The state of a pane at one moment, taken by one tmux command.
///
/// @param rows the visible rows, top to bottom, trailing blanks removed, without escape sequences
/// @param title the pane's title as its program set it (OSC 0), untrimmed
public record PaneSnapshot(
        List<String> rows,
        Cursor cursor,
        Size size,
        String title,
        Input input,
        Processes processes,
        LastKey lastKey) {
    /// The idle seconds of a pane in which no person has ever typed.
    private static final long NEVER = Integer.MAX_VALUE;

    private static final int NUMBERS = 11;

    /// The place of the cursor, 0-based. Its row is an index into the rows padded to the pane's
    /// height.
    public record Cursor(int x, int y) {}

    public record Size(int width, int height) {}

    /// Whether keys reach the pane's program, and no other: the pane is in no tmux mode, its
    /// program has not ended (`remain-on-exit`), and its input is not disabled (`select-pane -d`)
    /// and does not go to all panes (`synchronize-panes`).
    public record Input(boolean isInMode, boolean isDead, boolean isOff) {
        public static final Input OPEN = new Input(false, false, false);

        static final String FORMAT =
                "#{?pane_in_mode,1,0} #{?pane_dead,1,0}"
                        + " #{?#{||:#{pane_input_off},#{pane_synchronized}},1,0}";

        /// Reads the three fields of the format, which begin at index `first`.
        static Input parse(String[] fields, int first) {
            return new Input(
                    fields[first].equals("1"),
                    fields[first + 1].equals("1"),
                    fields[first + 2].equals("1"));
        }
    }

    /// The name of the foreground program, `node`, and the pid of the pane's first process.
    public record Processes(String foreground, long firstPid) {}

    /// The last key that a human pressed in a client of one of the sessions that show the pane, and
    /// the keys of other programs.
    ///
    /// @param activity `#{session_activity}` of each of these sessions, joined: changes only when a
    ///   human presses a key
    /// @param idleSeconds whole seconds since; large if never
    /// @param others how many keys and pastes other programs have sent since [Tmux#countKeys];
    ///   negative if they are not counted
    public record LastKey(String activity, long idleSeconds, int others) {}

    /// Returns the tmux command that asks for a pane's state and screen.
    static List<String> command(String paneId) {
        List<String> command = new ArrayList<>();
        Stream.of(
                        "#{pid} x#{pane_id} #{cursor_x} #{cursor_y} #{pane_width} #{pane_height} "
                                + Input.FORMAT
                                + " #{pane_pid} x"
                                + OthersKeys.FORMAT
                                + " "
                                + PaneGuard.activity(paneId),
                        "#{pane_current_command}",
                        "#{pane_title}")
                .forEach(format ->
                        command.addAll(
                                List.of("display-message", "-p", "-t", paneId, format, ";")));
        command.addAll(List.of("capture-pane", "-p", "-t", paneId));
        return command;
    }

    /// Reads the output of [#command].
    ///
    /// @param askedAt second of the clock before tmux was asked: every key after the snapshot has
    ///   this second or a later one, so an idle time of 1 or more means that the next key changes
    ///   the activity
    static Optional<PaneSnapshot> parse(PaneAddress pane, String out, long askedAt) {
        List<String> lines = out.lines().toList();
        String[] fields = out.lines().findFirst().orElse("").split(" ", NUMBERS + 1);
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
                new Cursor(Integer.parseInt(fields[2]), Integer.parseInt(fields[3])),
                new Size(Integer.parseInt(fields[4]), height),
                lines.get(firstRow - 1),
                Input.parse(fields, 6),
                new Processes(
                        String.join(" ", lines.subList(1, firstRow - 1)),
                        Long.parseLong(fields[9])),
                new LastKey(
                        fields[11],
                        idleSeconds(fields[11], askedAt),
                        OthersKeys.parse(fields[10].substring(1))));
    }

    /// Reads `$0=1795210767 $3=1795210700 `. A key in the future was pressed before the clock was
    /// set back; the next one will have another second.
    private static long idleSeconds(String activity, long askedAt) {
        return activity.isBlank()
                ? NEVER
                : Arrays.stream(activity.strip().split(" "))
                        .mapToLong(entry -> Long.parseLong(entry.substring(entry.indexOf('=') + 1)))
                        .map(second -> second > askedAt + 1 ? NEVER : askedAt - second)
                        .min()
                        .orElse(NEVER);
    }
}
