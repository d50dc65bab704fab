package dev.nudge.host;

import dev.nudge.job.WindowSize;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.TerminalResponse.Output;
import dev.nudge.protocol.TerminalResponse.Resized;
import dev.nudge.protocol.TerminalResponse.Shown;
import dev.nudge.terminal.emulator.HeadlessTerminal;
import dev.nudge.terminal.text.BinaryOutput;
import dev.nudge.text.ByteCount;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The screen of the terminal and all of its viewers: each byte reaches both, or neither. Binary
/// output is counted, not shown.
final class Display implements Reader.Screen {
    private static final Logger LOG = System.getLogger(Display.class.getName());

    /// Puts the cursor into the first row, and clears the screen.
    private static final byte[] BLANK = "\u001b[H\u001b[2J".getBytes(StandardCharsets.US_ASCII);

    private final HeadlessTerminal terminal;
    private final Path log;
    private final long start;
    private final Set<Viewer> viewers = new HashSet<>();
    private long total;
    private boolean isBinary;

    /// Where the binary output begins that was not fed to the screen, in bytes of this output.
    private long unshown;

    private boolean isOver;

    /// @param replies takes the terminal's answers
    /// @param log the log, which has each byte before it is shown. What it contains already is not
    ///   shown
    Display(WindowSize size, Consumer<byte[]> replies, Path log) throws IOException {
        this.log = log;
        this.start = Files.size(log);
        this.terminal =
                new HeadlessTerminal(
                        size.columns(), size.rows(), HeadlessTerminal.DEFAULT_SCROLLBACK, replies);
    }

    @Override
    public synchronized void show(byte[] bytes, int length) {
        viewers.forEach(v -> v.uncover(terminal));
        boolean wasBinary = isBinary;
        judge(length);
        try {
            if (wasBinary && !isBinary) {
                showWhatIsNot();
            } else if (!isBinary) {
                terminal.feed(bytes, 0, length);
            }
        } finally {
            if (isBinary) {
                viewers.forEach(Viewer::offerBinary);
            } else if (wasBinary) {
                viewers.forEach(v -> v.redraw(terminal));
            } else if (!viewers.isEmpty()) {
                byte[] shown = Queries.without(bytes, length);
                viewers.forEach(v -> v.offer(shown, shown.length));
                viewers.forEach(v -> v.cover(terminal));
            }
        }
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

    /// Feeds the screen with output that was taken for binary, at most as much as a viewer keeps.
    private void showWhatIsNot() {
        try (InputStream in = Files.newInputStream(log)) {
            in.skipNBytes(start + Math.max(unshown, total - Viewer.MOST_BYTES));
            byte[] written = in.readNBytes((int) Math.min(total - unshown, Viewer.MOST_BYTES));
            terminal.feed(written, 0, written.length);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the log cannot be read: {0}", e.getMessage());
        }
    }

    /// Draws the screen for a viewer once more, after all that has been shown.
    synchronized void redraw(Viewer viewer) {
        viewer.redraw(terminal);
        label(viewer);
    }

    synchronized void removeHint(Viewer viewer) {
        viewer.removeHint(terminal);
        label(viewer);
    }

    /// Shows a viewer the size of binary output, which is not on the screen.
    private void label(Viewer viewer) {
        if (isBinary) {
            viewer.offerBinary();
        }
    }

    interface Device {
        void resize(WindowSize size) throws IOException;
    }

    /// Resizes the terminal, then the screen: if the first fails, the screen keeps its size. What a
    /// program writes for the new size is shown after that.
    synchronized void resize(WindowSize size, Device device) throws IOException {
        device.resize(size);
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
        byte[] screen = terminal.replay(isFirst);
        byte[] label = isBinary ? binaryLabel() : new byte[0];
        byte[] all = Arrays.copyOf(screen, screen.length + label.length);
        System.arraycopy(label, 0, all, screen.length, label.length);
        return List.of(size(), new Output(all));
    }

    /// Returns the size of the screen, and the bytes that show all output so far on a cleared
    /// screen; if the output is too long or binary, the bytes that draw the screen.
    ///
    /// @param now called with the terminal before anything else is shown
    synchronized List<TerminalResponse> all(Consumer<HeadlessTerminal> now) {
        if (isBinary || total > Viewer.MOST_BYTES) {
            return replay(true, now);
        }
        try (InputStream in = Files.newInputStream(log)) {
            in.skipNBytes(start);
            byte[] written = in.readNBytes((int) total);
            now.accept(terminal);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(BLANK);
            all.writeBytes(Queries.without(written, written.length));
            return List.of(size(), new Output(all.toByteArray()));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the log cannot be read: {0}", e.getMessage());
            return replay(true, now);
        }
    }

    private Resized size() {
        return new Resized(terminal.columns(), terminal.rows());
    }

    /// Returns the bytes that show, in the cursor's line, how much binary output there is.
    synchronized byte[] binaryLabel() {
        return "\r\u001b[K[binary output, %s]"
                .formatted(ByteCount.of(total))
                .getBytes(StandardCharsets.UTF_8);
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
