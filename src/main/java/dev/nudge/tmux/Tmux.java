package dev.nudge.tmux;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// One tmux server, reached through its socket. All other types, except those of `cli`, use tmux
/// through this one.
///
/// Every method runs one tmux client (about 7 ms), and blocks until it has ended, at most 2 s. None
/// starts a server. Thread-safe.
///
/// A late answer, a missing tmux or an answer that makes no sense causes a [TmuxException]; a pane
/// or server that is gone is an ordinary answer.
public final class Tmux {
    /// The time limit of one call.
    public static final Duration LIMIT = Duration.ofSeconds(2);

    private static final AtomicLong BUFFERS = new AtomicLong();
    private static final String SENT = "nudge-sent";
    private static final String REFUSED = "nudge-refused";

    private final TmuxClient client;

    public Tmux(Path socket) {
        this(socket, "tmux", LIMIT);
    }

    /// @param program the tmux to run, a name on the PATH or a path
    /// @param limit the time limit of one call
    public Tmux(Path socket, String program, Duration limit) {
        this.client = new TmuxClient(socket, program, limit);
    }

    /// Ensures that no other user can be behind the server that TMUX names: a client sends it the
    /// whole environment.
    ///
    /// @param variable the value of TMUX, `<socket>,<server pid>,<session>`; may be empty
    /// @throws TmuxException if that is not so; the message says which user, and what to do
    public static void requireTrusted(String variable) {
        // A client would look for it in the directory in which it is started.
        String name = name(variable);
        if (!name.isEmpty() && !name.startsWith("/")) {
            throw new TmuxException(
                    "TMUX names the socket \"%s\", which is not used: expected an absolute path, as tmux sets it."
                            .formatted(name));
        }
        socket(variable)
                .flatMap(TmuxClient::objection)
                .ifPresent(objection -> {
                    throw new TmuxException(objection);
                });
    }

    /// Finds a pane, `%3`, of the server that TMUX names, if it names one. Blocks for a tmux call.
    public static Optional<PaneAddress> pane(String variable, String paneId) {
        return socket(variable)
                .flatMap(socket ->
                        new Tmux(socket)
                                .panes().stream()
                                        .filter(pane -> pane.paneId().equals(paneId))
                                        .findFirst()
                                        .map(pane -> pane.address(socket)));
    }

    /// Returns the socket that TMUX names, as `<socket>,<server pid>,<session>`; empty if it names
    /// none.
    static Optional<Path> socket(String tmux) {
        String name = name(tmux);
        try {
            return name.startsWith("/") ? Optional.of(Path.of(name)) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static String name(String tmux) {
        int comma = tmux.indexOf(',');
        return comma < 0 ? tmux : tmux.substring(0, comma);
    }

    /// Takes a snapshot of a pane by one tmux command line. Empty if the pane no longer exists; it
    /// will never exist again.
    public Optional<PaneSnapshot> snapshot(PaneAddress pane) {
        long askedAt = System.currentTimeMillis() / 1000;
        TmuxClient.Answer answer = client.run(PaneSnapshot.command(pane.paneId()), "");
        if (answer.hasNoServer()) {
            return Optional.empty();
        }
        if (answer.out().isEmpty()) {
            throw unexpected("display-message", answer);
        }
        return PaneSnapshot.parse(pane, answer.out(), askedAt);
    }

    /// Glances at these panes by one tmux call. A pane that is gone is absent from the answer.
    public Map<PaneAddress, PaneGlance> glance(Collection<PaneAddress> panes) {
        TmuxClient.Answer answer = client.run("list-panes", "-a", "-F", PaneListing.FORMAT);
        if (answer.hasNoServer()) {
            return Map.of();
        }
        if (!answer.isSuccess()) {
            // A client that was killed proves nothing about the panes.
            throw unexpected("list-panes", answer);
        }
        Map<PaneAddress, PaneGlance> glances = new HashMap<>();
        for (PaneListing listed : PaneListing.parse(answer.out())) {
            glances.put(listed.address(client.socket()), listed.glance());
        }
        glances.keySet().retainAll(panes);
        return glances;
    }

    /// Pastes a text, one line without control characters, into the pane if it is still as `seen`.
    /// The program gets one bracketed paste if it has asked for that (mode 2004), else plain
    /// characters. After it, the keys of other programs are counted as by [#countKeys].
    ///
    /// It is a paste and not keys because a Gemini CLI that is opening a dialog, not yet drawn,
    /// ignores a paste, but takes digits and letters as answers; and inside a paste `!` and `?`
    /// have no meaning (rules R15, R19).
    ///
    /// @param firstRow first row of the snapshot that must still be there, to `lastRow`
    public KeyResult pasteIf(
            PaneAddress pane, PaneSnapshot seen, int firstRow, int lastRow, String text) {
        if (text.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("A pasted text must not have control characters");
        }
        String guard = PaneGuard.format(pane, seen, firstRow, lastRow);
        String buffer = "nudge-" + ProcessHandle.current().pid() + "-" + BUFFERS.incrementAndGet();
        String paste =
                "paste-buffer -d -p -r -b %s -t %s ; %s"
                        .formatted(buffer, pane.paneId(), OthersKeys.begin(pane.paneId()));
        List<String> command = new ArrayList<>(List.of("load-buffer", "-b", buffer, "-", ";"));
        command.addAll(guarded(pane, guard, paste, "delete-buffer -b " + buffer + " ; "));
        return keyResult(client.run(command, text));
    }

    /// Presses one key in the pane if it is still as `seen`, in rows as for [#pasteIf].
    public KeyResult pressIf(
            PaneAddress pane, PaneSnapshot seen, int firstRow, int lastRow, Key key) {
        String guard = PaneGuard.format(pane, seen, firstRow, lastRow);
        String reset = OthersKeys.withoutOurs(pane.paneId(), seen);
        String press = "send-keys -t %s %s%s".formatted(pane.paneId(), key.words(), reset);
        return keyResult(client.run(guarded(pane, guard, press, ""), ""));
    }

    /// Begins to count what other programs send to the pane ([PaneSnapshot.LastKey#others()]), from
    /// 0, until [#stopCountingKeys].
    public void countKeys(PaneAddress pane) {
        source(OthersKeys.begin(pane.paneId()));
    }

    /// Ends the count of [#countKeys], if there is one.
    public void stopCountingKeys(PaneAddress pane) {
        source(OthersKeys.end(pane.paneId()));
    }

    private void source(String commands) {
        client.run(List.of("source-file", "-"), commands + "\n");
    }

    /// Shows a message in the status line of all clients attached to a session with this pane, and
    /// returns the number of clients. A key ends the message early, and still reaches its pane.
    ///
    /// @param text ASCII, shown as it is
    /// @param time how long it is shown; tmux does not redraw the client meanwhile
    public int tellPeople(PaneAddress pane, String text, Duration time) {
        List<String> clients = clientsOf(pane);
        String shown = text.replace("#", "##").replace("%", "%%");
        String millis = Long.toString(time.toMillis());
        List<String> command = new ArrayList<>();
        for (String name : clients) {
            command.addAll(List.of("display-message", "-c", name, "-d", millis, shown, ";"));
        }
        if (!clients.isEmpty()) {
            client.run(command, "");
        }
        return clients.size();
    }

    /// Lists the terminals in which people see the session of exactly this name, `/dev/pts/3`; none
    /// if no server answers.
    public List<String> terminals(String session) {
        String format = "#{client_control_mode} #{client_tty} #{session_name}";
        return client.run("list-clients", "-F", format)
                .out()
                .lines()
                .map(line -> line.split(" ", 3))
                .filter(f -> f.length == 3 && f[0].equals("0") && f[1].startsWith("/dev/"))
                .filter(f -> f[2].equals(session))
                .map(f -> f[1])
                .toList();
    }

    /// Sets a user option of the server, `@name`, or removes it if the value is empty. Does nothing
    /// if the server is gone.
    ///
    /// @param value ASCII on one line, without quotation marks and backslashes
    public void setUserOption(String name, String value) {
        source(
                value.isEmpty()
                        ? "set-option -gqu " + name
                        : "set-option -g %s '%s'".formatted(name, value));
    }

    /// Lists all panes of the server, once for every session that shows them; none if no server
    /// answers.
    List<PaneListing> panes() {
        TmuxClient.Answer answer = client.run("list-panes", "-a", "-F", PaneListing.FORMAT);
        return answer.isSuccess() ? PaneListing.parse(answer.out()) : List.of();
    }

    private List<String> clientsOf(PaneAddress pane) {
        String sessionsOf = "#{pid} " + PaneGuard.sessions(pane.paneId());
        String format = "#{client_control_mode} #{session_id} #{client_name}";
        String[] show = {"display-message", "-p", "-t", pane.paneId(), sessionsOf, ";"};
        List<String> command = new ArrayList<>(List.of(show));
        command.addAll(List.of("list-clients", "-F", format));
        List<String> lines = client.run(command, "").out().lines().toList();
        if (lines.isEmpty() || !lines.getFirst().startsWith(pane.serverPid() + " ")) {
            return List.of();
        }
        List<String> sessions = List.of(lines.getFirst().split(" "));
        return lines.stream()
                .skip(1)
                .map(line -> line.split(" ", 3))
                .filter(fields -> fields[0].equals("0") && sessions.contains(fields[1]))
                .map(fields -> fields[2])
                .toList();
    }

    private static List<String> guarded(
            PaneAddress pane, String guard, String sent, String otherwise) {
        return List.of(
                "if-shell",
                "-F",
                "-t",
                pane.paneId(),
                guard,
                sent + " ; display-message -p " + SENT,
                otherwise + "display-message -p " + REFUSED);
    }

    private static KeyResult keyResult(TmuxClient.Answer answer) {
        if (answer.hasNoServer() || answer.hasNoPane()) {
            return KeyResult.GONE;
        }
        return switch (answer.out().strip()) {
            case SENT -> KeyResult.SENT;
            case REFUSED -> KeyResult.REFUSED;
            default -> throw unexpected("if-shell", answer);
        };
    }

    private static TmuxException unexpected(String command, TmuxClient.Answer answer) {
        return new TmuxException(
                "tmux answered \"%s\" to %s (exit code %d). nudge needs tmux 3.2 or newer."
                        .formatted(answer.err(), command, answer.exitCode()));
    }

    /// Whether a pane got keys under a guard: not if it has changed since the snapshot, or is gone,
    /// never to exist again.
    public enum KeyResult {
        SENT,
        REFUSED,
        GONE
    }

    /// One line of `list-panes -a`: a pane, with its first process, as one of the sessions that
    /// contain its window shows it. The format must not contain `pane_current_command`: the server
    /// would read that from a file, and would look as if it had read a program's output.
    record PaneListing(
            long serverPid, long panePid, String paneId, PaneGlance glance, String sessionName) {
        /// The session name is last because it may contain blanks.
        static final String FORMAT =
                "#{pid} #{pane_pid} #{pane_id} #{window_activity} %s #{session_name}"
                        .formatted(PaneSnapshot.Input.FORMAT);

        /// Skips lines of any other form.
        static List<PaneListing> parse(String out) {
            return out.lines()
                    .map(line -> line.split(" ", 8))
                    .filter(f -> f.length == 8 && f[2].startsWith("%"))
                    .map(f ->
                            new PaneListing(
                                    Long.parseLong(f[0]),
                                    Long.parseLong(f[1]),
                                    f[2],
                                    new PaneGlance(
                                            PaneSnapshot.Input.parse(f, 4), Long.parseLong(f[3])),
                                    f[7]))
                    .toList();
        }

        PaneAddress address(Path socket) {
            return new PaneAddress(socket, serverPid, paneId);
        }
    }
}
