package dev.nudge.tmux;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Has a tmux server count what other programs send to a pane, with `send-keys` or `paste-buffer`
/// or in control mode, so that a key can be pressed on condition that nothing has been sent.
///
/// Such keys do not show in `session_activity` ([PaneFormats#activity]), and on the screen only
/// once the program in the pane has drawn what they typed. So hooks of the server (tmux(1),
/// "HOOKS") count them, for the moment of typing; setting or removing a hook redraws the clients
/// that are attached. Each pane has hooks of its own, at an index that nobody else uses, so that
/// several panes do not disturb each other, nor the user's hooks. The count is an option of the
/// pane. Not counted: what comes through `pipe-pane -I`, and in a session that has hooks for these
/// commands of its own, since tmux then leaves out the server's.
final class OthersKeys {
    private static final String COUNT = "@nudge-keys";
    private static final List<String> COMMANDS = List.of("send-keys", "paste-buffer");

    /// Added to the number of a pane.
    private static final int FIRST_INDEX = 770_000;

    private static final String PREFIX = "keys=";

    /// A format that is `keys=2 ` if something has been counted, else empty.
    static final String FORMAT = "#{?" + COUNT + "," + PREFIX + "#{" + COUNT + "} ,}";

    private OthersKeys() {}

    /// Returns commands that begin to count.
    static String begin(String paneId) {
        String count =
                "if-shell -F \"#{==:#{pane_id},%s}\" \"set-option -pF %s '#{e|+:#{%2$s},1}'\""
                        .formatted(paneId, COUNT);
        return hooks(name -> "set-hook -g %s %s".formatted(hook(name, paneId), quoted(count)));
    }

    /// Returns commands that end the count.
    static String end(String paneId) {
        return hooks(name -> "set-hook -gu " + hook(name, paneId))
                + " ; set-option -pqu -t %s %s".formatted(paneId, COUNT);
    }

    /// Returns a command that takes back what has been counted since a snapshot, which is a command
    /// of ours if the snapshot still held just before.
    static String undo(String paneId, PaneSnapshot seen) {
        String activity = seen.lastKey().activity();
        int begin = activity.indexOf(PREFIX);
        return begin < 0
                ? "set-option -pqu -t %s %s".formatted(paneId, COUNT)
                : "set-option -p -t %s %s %s"
                        .formatted(
                                paneId, COUNT, activity.substring(begin + PREFIX.length()).strip());
    }

    private static String hooks(UnaryOperator<String> command) {
        return COMMANDS.stream().map(command).collect(Collectors.joining(" ; "));
    }

    private static String hook(String command, String paneId) {
        return "'after-%s[%d]'"
                .formatted(command, FIRST_INDEX + Integer.parseInt(paneId.substring(1)));
    }

    private static String quoted(String command) {
        return "'" + command.replace("'", "'\\''") + "'";
    }
}
