package dev.nudge.tmux;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Makes a tmux server count what other programs send to a pane, with `send-keys` or `paste-buffer`
/// or in control mode, so that a key can be pressed on condition that nothing has been sent.
///
/// Such keys do not show in `session_activity` ([PaneGuard#activity]), and on the screen only once
/// the program in the pane has drawn what they typed. So hooks of the server (tmux(1), "HOOKS")
/// count them while nudge types; setting or removing a hook redraws the attached clients. Each pane
/// has its own hooks, at an index that nobody else uses, so that they disturb neither those of
/// another pane nor the user's. The count is an option of the pane. What comes through `pipe-pane
/// -I` is not counted, nor is anything in a session that has its own hooks for these commands,
/// since tmux then leaves out the server's.
///
/// If this process is killed, hooks and option stay, and do nothing but count, until the keys of
/// that pane are counted again.
final class OthersKeys {
    private static final String COUNT = "@nudge-keys";
    private static final List<String> COMMANDS = List.of("send-keys", "paste-buffer");

    /// The index of the hooks of pane `%0`.
    private static final int FIRST_INDEX = 770_000;

    /// A format that gives the count; empty if there is none.
    static final String FORMAT = "#{" + COUNT + "}";

    private OthersKeys() {}

    /// Reads the value of [#FORMAT]; negative if there is no count.
    static int parse(String count) {
        return count.isEmpty() ? -1 : Integer.parseInt(count);
    }

    /// Returns the value that [#FORMAT] had when a snapshot was taken.
    static String text(PaneSnapshot seen) {
        return seen.lastKey().others() < 0 ? "" : Integer.toString(seen.lastKey().others());
    }

    static String begin(String paneId) {
        String count =
                "if-shell -F \"#{==:#{pane_id},%s}\" \"set-option -pF %s '#{e|+:#{%2$s},1}'\""
                        .formatted(paneId, COUNT);
        String quoted = "'" + count.replace("'", "'\\''") + "'";
        return hooks(name -> "set-hook -g %s %s".formatted(hook(name, paneId), quoted))
                + " ; "
                + set(paneId, 0);
    }

    static String end(String paneId) {
        return hooks(name -> "set-hook -gu " + hook(name, paneId))
                + " ; set-option -pqu -t %s %s".formatted(paneId, COUNT);
    }

    /// Returns a command, with a separator in front, that resets the count to that of a snapshot
    /// after a key of nudge's own; empty if there is no count.
    static String withoutOurs(String paneId, PaneSnapshot seen) {
        return seen.lastKey().others() < 0 ? "" : " ; " + set(paneId, seen.lastKey().others());
    }

    private static String set(String paneId, int count) {
        return "set-option -p -t %s %s %d".formatted(paneId, COUNT, count);
    }

    private static String hooks(UnaryOperator<String> command) {
        return COMMANDS.stream().map(command).collect(Collectors.joining(" ; "));
    }

    private static String hook(String command, String paneId) {
        return "'after-%s[%d]'"
                .formatted(command, FIRST_INDEX + Integer.parseInt(paneId.substring(1)));
    }
}
