package dev.nudge.terminal.emulator;

import static dev.nudge.testkit.Patience.soon;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Plays bytes into a pane of a real tmux, unchanged, and looks at its screen.
final class TmuxPlayer implements AutoCloseable {
    private static final String FLAGS =
            "cursor_x cursor_y alternate_on cursor_flag insert_flag keypad_cursor_flag"
                    + " keypad_flag wrap_flag origin_flag scroll_region_upper scroll_region_lower";

    private final TmuxServerFixture tmux;
    private final String session;
    private final String pane;
    private final OutputStream in;
    private int marks;
    private int columns;
    private int rows;
    private List<String> seen = List.of();

    /// Opens a session whose pane shows what [#play] is given.
    ///
    /// @param folder for a named pipe of this name
    TmuxPlayer(TmuxServerFixture tmux, Path folder, Recording recording) throws IOException {
        this.tmux = tmux;
        session = recording.name();
        columns = recording.columns();
        rows = recording.rows();
        Path pipe = folder.resolve(session);
        new ShortCommand(Patience.LONG, System.getenv()).run(List.of("mkfifo", pipe.toString()));
        pane =
                tmux.newSession(
                        session,
                        columns,
                        rows,
                        Map.of(),
                        "stty raw -echo; exec cat '" + pipe + "'");
        in = Files.newOutputStream(pipe);
    }

    /// Plays a part and waits until tmux has taken it: a title set behind it shows.
    void play(Recording.Part part) throws IOException {
        String mark = "mark-" + ++marks;
        in.write(part.bytes());
        in.write(("\u001b]2;" + mark + "\u001b\\").getBytes(StandardCharsets.UTF_8));
        seen = soon().until(this::look, lines -> lines.getFirst().startsWith(mark + " "));
        if (columns != part.columns() || rows != part.rows()) {
            columns = part.columns();
            rows = part.rows();
            String size = "=%s: -x %d -y %d".formatted(session, columns, rows);
            tmux.tmux(("resize-window -t " + size).split(" ", -1));
            seen = look();
        }
    }

    /// The title and the state in a line, and the pane: one program, since each takes its time.
    private List<String> look() {
        String format = "#{pane_title} #{" + FLAGS.replace(" ", "} #{") + "}";
        List<String> words = new ArrayList<>(List.of("display-message", "-p", "-t", pane, format));
        words.add(";");
        words.addAll(capture("-N"));
        return lines(words);
    }

    private List<String> capture(String... options) {
        List<String> words = new ArrayList<>(List.of("capture-pane", "-p", "-e", "-t", pane));
        words.addAll(List.of(options));
        return words;
    }

    private List<String> lines(List<String> words) {
        return tmux.tmux(words.toArray(String[]::new)).lines().toList();
    }

    /// tmux prints line drawing between SO and SI.
    private static byte[] bytes(List<String> lines) {
        return ("\u001b)0" + String.join("\r\n", lines)).getBytes(StandardCharsets.UTF_8);
    }

    /// What was seen of the pane. What tmux prints, text and SGR sequences, is played once more;
    /// SgrTest says what these mean.
    SeenScreen screen() {
        byte[] capture = bytes(seen.subList(1, seen.size()));
        TerminalState printed = new TerminalState(columns, rows, 0);
        new Parser(new Emulator(printed)).feed(capture, 0, capture.length);
        return new SeenScreen(SeenScreen.of(printed).rows(), state());
    }

    /// The text with all history, lines joined where tmux wrapped them.
    String text() throws IOException {
        InputStream capture = new ByteArrayInputStream(bytes(lines(capture("-J", "-S", "-"))));
        return HeadlessTerminal.textOf(capture, columns, rows);
    }

    private Map<String, String> state() {
        String[] names = FLAGS.split(" ", -1);
        String[] values = seen.getFirst().split(" ", -1);
        Map<String, String> state = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            state.put(names[i], values[i + 1]);
        }
        // When the last column was just written, tmux counts the cursor as one to the right of it.
        int x = Math.min(columns - 1, Integer.parseInt(values[1]));
        state.put("cursor_x", Integer.toString(x));
        return state;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
