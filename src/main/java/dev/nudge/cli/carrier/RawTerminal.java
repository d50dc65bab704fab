package dev.nudge.cli.carrier;

import dev.nudge.job.WindowSize;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Attributes.InputFlag;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Attributes.OutputFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingInputStream;

/// The user's own terminal, temporarily without echo, line editing and signals (termios(3), raw
/// mode). Its settings are restored however this process ends, except by SIGKILL.
final class RawTerminal implements AutoCloseable {
    private static final int MOST = 1000;
    private static final Duration LONGEST_WAIT = Duration.ofMillis(100);

    /// Undoes what programs set: alternate screen, keys, paste, mouse, hidden cursor, colours,
    /// scroll region. Later output appears below the job's screen.
    private static final String RESET =
            "\u001b[?1049l\u001b[?1;6l\u001b[?7h\u001b[4l\u001b>\u001b(B\u000f\u001b[?2004l\u001b[?1004l"
                    + "\u001b[?9l\u001b[?1000l\u001b[?1001l\u001b[?1002l\u001b[?1003l\u001b[?1005l"
                    + "\u001b[?1006l\u001b[?1015l\u001b[?1016l\u001b[<u\u001b[>4m\u001b[0 q\u001b[?25h\u001b[0m\u001b[r\u001b[999;1H\r\n";

    private final Terminal terminal;
    private final Attributes settings;
    private final Thread hook = new Thread(this::restore, "restore");

    /// Held while keys are read or the settings are restored; fair, or the one who reads again and
    /// again would keep out the one who restores.
    private final ReentrantLock use = new ReentrantLock(true);

    private boolean isRestored;

    private RawTerminal(Terminal terminal) {
        this.terminal = terminal;
        this.settings = terminal.getAttributes();
    }

    /// Finds the terminal of standard input and output, without changing it. Removes signal
    /// handlers that were registered before.
    ///
    /// @throws IOException if they are not a terminal
    static RawTerminal find() throws IOException {
        try {
            return new RawTerminal(
                    TerminalBuilder.builder()
                            .system(true)
                            .provider(TerminalBuilder.PROP_PROVIDER_EXEC)
                            .dumb(false)
                            // Otherwise the library asks the terminal what it can do, and drops
                            // what has been typed before its answer.
                            .graphemeCluster(false)
                            .build());
        } catch (IOException | IllegalStateException e) {
            throw new IOException(
                    "Standard input or output is not a terminal. Run this in one.", e);
        }
    }

    /// Makes it raw until it is closed. Call it once.
    RawTerminal take() {
        Runtime.getRuntime().addShutdownHook(hook);
        terminal.setAttributes(raw(settings));
        return this;
    }

    private static Attributes raw(Attributes settings) {
        Attributes raw = new Attributes(settings);
        raw.setInputFlags(
                EnumSet.of(
                        InputFlag.BRKINT,
                        InputFlag.ICRNL,
                        InputFlag.INLCR,
                        InputFlag.IGNCR,
                        InputFlag.ISTRIP,
                        InputFlag.IXON),
                false);
        raw.setOutputFlag(OutputFlag.OPOST, false);
        raw.setLocalFlags(
                EnumSet.of(LocalFlag.ECHO, LocalFlag.ICANON, LocalFlag.IEXTEN, LocalFlag.ISIG),
                false);
        raw.setControlChar(ControlChar.VMIN, 1);
        raw.setControlChar(ControlChar.VTIME, 0);
        return raw;
    }

    /// Returns the size of the window; empty if the terminal does not know it.
    Optional<WindowSize> size() {
        Size size = terminal.getSize();
        return size.getColumns() < 1 || size.getRows() < 1
                ? Optional.empty()
                : Optional.of(
                        new WindowSize(
                                Math.min(size.getColumns(), MOST), Math.min(size.getRows(), MOST)));
    }

    /// Reads the bytes of some keys. Blocks until there are any. The library reads ahead, so
    /// nothing may be read from standard input itself; and it changes the settings for each read,
    /// so none may overlap with restoring them, nor come after it.
    ///
    /// @return how many; -1 if there will be no more, also once the terminal is closed
    int read(byte[] buffer) throws IOException {
        int length = NonBlockingInputStream.READ_EXPIRED;
        while (length == NonBlockingInputStream.READ_EXPIRED || length == 0) {
            length = readBriefly(buffer);
        }
        return length;
    }

    private int readBriefly(byte[] buffer) throws IOException {
        use.lock();
        try {
            return isRestored
                    ? -1
                    : ((NonBlockingInputStream) terminal.input())
                            .readBuffered(buffer, 0, buffer.length, LONGEST_WAIT.toMillis());
        } finally {
            use.unlock();
        }
    }

    /// Runs the task whenever the window's size has changed.
    void onResize(Runnable task) {
        terminal.handle(Signal.WINCH, _ -> task.run());
    }

    private void restore() {
        use.lock();
        try {
            if (!isRestored) {
                isRestored = true;
                System.out.print(RESET);
                System.out.flush();
                terminal.setAttributes(settings);
            }
        } finally {
            use.unlock();
        }
    }

    @Override
    public void close() {
        restore();
    }
}
