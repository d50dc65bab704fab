package dev.nudge.host;

import dev.nudge.job.WindowSize;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.TerminalResponse.Output;
import dev.nudge.protocol.TerminalResponse.Resized;
import dev.nudge.protocol.TerminalResponse.Shown;
import dev.nudge.store.AtOnce.Step;
import dev.nudge.terminal.emulator.HeadlessTerminal;
import dev.nudge.terminal.text.BinaryOutput;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// The screen of the terminal and all of its viewers: each byte reaches both, or neither. Binary
/// output is counted, not shown.
final class Display implements Reader.Screen {
    private static final Logger LOG = System.getLogger(Display.class.getName());

    /// Puts the cursor into the first row, and clears the screen.
    private static final byte[] BLANK = "\u001b[H\u001b[2J".getBytes(StandardCharsets.US_ASCII);

    /// Device attributes, status reports, mode requests, version, keyboard and window reports
    /// (CSI), colours (OSC), settings and capabilities (DCS), by xterm's control sequences.
    private static final Pattern QUERY =
            Pattern.compile(
                    "\u001b\\[(?:[>=]?\\d*c|\\??[56]n|\\??\\d+\\$p|>\\d*q|\\?u|(?:1[1345689]|2[01])t)"
                            + "|\u001b\\](?:4;\\d+|1\\d);\\?(?:\u0007|\u001b\\\\)"
                            + "|\u001bP[+$]q[^\u001b]*\u001b\\\\");

    private final Step<WindowSize> device;
    private final WindowSize own;
    private final SequencedMap<Object, WindowSize> wanted = new LinkedHashMap<>();
    private final HeadlessTerminal terminal;
    private final Path log;
    private final long start;
    private final Set<Viewer> viewers = new HashSet<>();
    private long total;
    private boolean isBinary;

    /// Where the binary output begins that was not fed to the screen, in bytes of this output.
    private long unshown;

    private boolean isOver;

    /// @param device resizes the terminal
    /// @param own the size at which the job was started
    /// @param replies takes the terminal's answers
    /// @param log the log, which has each byte before it is shown. What it holds now is not shown
    Display(Step<WindowSize> device, WindowSize own, Consumer<byte[]> replies, Path log)
            throws IOException {
        this.device = device;
        this.own = own;
        this.log = log;
        this.start = Files.size(log);
        this.terminal =
                new HeadlessTerminal(
                        own.columns(), own.rows(), HeadlessTerminal.DEFAULT_SCROLLBACK, replies);
    }

    @Override
    public synchronized void show(byte[] bytes, int length) {
        viewers.forEach(v -> v.uncover(terminal));
        boolean wasBinary = isBinary;
        judge(length);
        try {
            if (wasBinary && !isBinary) {
                // Output that was taken for binary, at most as much as a viewer keeps.
                written(Math.max(unshown, total - Viewer.MOST_BYTES))
                        .ifPresent(output -> terminal.feed(output, 0, output.length));
            } else if (!isBinary) {
                terminal.feed(bytes, 0, length);
            }
        } finally {
            if (isBinary) {
                viewers.forEach(Viewer::offerBinary);
            } else if (wasBinary) {
                viewers.forEach(v -> v.redraw(terminal));
            } else if (!viewers.isEmpty()) {
                byte[] shown = withoutQueries(bytes, length);
                viewers.forEach(v -> v.offer(shown));
                viewers.forEach(v -> v.cover(terminal));
            }
        }
    }

    /// Returns the bytes without the questions that programs ask their terminal. This one answers
    /// them; a second answer, by the terminal of a viewer, would be read as keys. A question that
    /// is split between two chunks stays.
    static byte[] withoutQueries(byte[] bytes, int length) {
        String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        return text.indexOf('\u001b') < 0
                ? Arrays.copyOf(bytes, length)
                : QUERY.matcher(text).replaceAll("").getBytes(StandardCharsets.ISO_8859_1);
    }

    /// Counts a chunk, and decides anew whether all of the output is binary if it has grown enough.
    private void judge(int length) {
        long before = total;
        total += length;
        if (BinaryOutput.sample(before) == BinaryOutput.sample(total)) {
            return;
        }
        try {
            unshown = isBinary ? unshown : before;
            isBinary = BinaryOutput.isIn(log, start);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the log cannot be read: {0}", e.getMessage());
        }
    }

    private Optional<byte[]> written(long from) {
        try (InputStream in = Files.newInputStream(log)) {
            in.skipNBytes(start + from);
            return Optional.of(in.readNBytes((int) (total - from)));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the log cannot be read: {0}", e.getMessage());
            return Optional.empty();
        }
    }

    synchronized void redraw(Viewer viewer) {
        viewer.redraw(terminal);
        label(viewer);
    }

    synchronized void removeHint(Viewer viewer) {
        viewer.removeHint(terminal);
        label(viewer);
    }

    private void label(Viewer viewer) {
        if (isBinary) {
            viewer.offerBinary();
        }
    }

    /// Sets the size that a client requests. The last request counts, as long as its client is
    /// connected; without one, the job's own size.
    synchronized void follow(Object client, WindowSize size) throws IOException {
        wanted.putLast(client, size);
        resize(size);
    }

    synchronized void leave(Object client) throws IOException {
        if (wanted.remove(client) != null) {
            resize(wanted.isEmpty() ? own : wanted.lastEntry().getValue());
        }
    }

    /// Resizes the terminal, then the screen: if the first fails, the screen keeps its size. What a
    /// program writes for the new size is shown after that.
    private void resize(WindowSize size) throws IOException {
        device.run(size);
        terminal.resize(size.columns(), size.rows());
        viewers.forEach(v -> v.resize(size(), terminal));
        viewers.forEach(this::label);
    }

    synchronized void add(Viewer viewer) {
        viewers.add(viewer);
        if (isOver) {
            viewer.removeHint(terminal);
            viewer.end();
        }
    }

    synchronized void remove(Viewer viewer) {
        viewers.remove(viewer);
    }

    @Override
    public synchronized void end() {
        isOver = true;
        viewers.forEach(this::removeHint);
        viewers.forEach(Viewer::end);
    }

    /// Returns the size of the screen, and the bytes that draw it as it is.
    ///
    /// @param isFirst whether the viewer's terminal still shows something else
    /// @param now called with the terminal before anything else is shown
    synchronized List<TerminalResponse> replay(boolean isFirst, Consumer<HeadlessTerminal> now) {
        now.accept(terminal);
        byte[] label = isBinary ? binaryLabel() : new byte[0];
        return List.of(size(), new Output(joined(terminal.replay(isFirst), label)));
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /// Returns the size of the screen, and the bytes that show all output so far on a cleared
    /// screen; if the output is too long or binary, the bytes that draw the screen.
    ///
    /// @param now called with the terminal before anything else is shown
    synchronized List<TerminalResponse> all(Consumer<HeadlessTerminal> now) {
        Optional<byte[]> written =
                isBinary || total > Viewer.MOST_BYTES ? Optional.empty() : written(0);
        if (written.isEmpty()) {
            return replay(true, now);
        }
        now.accept(terminal);
        byte[] shown = withoutQueries(written.get(), written.get().length);
        return List.of(size(), new Output(joined(BLANK, shown)));
    }

    private Resized size() {
        return new Resized(terminal.columns(), terminal.rows());
    }

    synchronized byte[] binaryLabel() {
        return ("\r\u001b[K[" + BinaryOutput.words(total) + "]").getBytes(StandardCharsets.UTF_8);
    }

    boolean hasApplicationCursorKeys() {
        return terminal.hasApplicationCursorKeys();
    }

    /// The position of the cursor.
    ///
    /// @param before the text left of it in its line
    /// @param line the cursor's row, counted from the first line that is kept
    /// @param rows the rows of the screen; empty on the alternate screen
    /// @param row the cursor's row on the screen
    record CursorPlace(String before, int line, List<String> rows, int row) {}

    synchronized CursorPlace cursorPlace() {
        int row = terminal.cursor().row();
        return new CursorPlace(
                terminal.textBeforeCursor(),
                terminal.historyLines() + row,
                terminal.isAlternate() ? List.of() : terminal.screen(0),
                row);
    }

    /// Describes the screen.
    ///
    /// @param lines how many of the last lines of text are wanted
    /// @param back how many lines to scroll the screen back
    synchronized Shown describe(int lines, int back) {
        int scrolled = Math.clamp(back, 0, terminal.scrollback());
        HeadlessTerminal.CursorPosition cursor = terminal.cursor();
        return new Shown(
                terminal.columns(),
                terminal.rows(),
                terminal.screen(scrolled),
                lines == 0 ? "" : terminal.text(lines),
                cursor.row(),
                cursor.column(),
                terminal.title(),
                terminal.isAlternate(),
                isBinary ? total : 0,
                scrolled);
    }
}
