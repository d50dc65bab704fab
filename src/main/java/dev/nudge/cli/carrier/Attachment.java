package dev.nudge.cli.carrier;

import dev.nudge.console.caller.Caller.Attached;
import dev.nudge.job.WindowSize;
import dev.nudge.protocol.Frame;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.UntrustedServerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A job's terminal, shown in the user's own for a time.
final class Attachment {
    private static final int CHUNK = 8192;

    private final RawTerminal own;
    private final int detach;

    private Attachment(RawTerminal own, int detach) {
        this.own = own;
        this.detach = detach;
    }

    /// Shows a job's terminal until the job ends or the user detaches, and says which.
    ///
    /// @param order of the daemon: the job, the byte of the key that detaches, the terminal's
    ///   socket, and whether to show all that was written so far (an older daemon does not say)
    /// @return the answer for the daemon
    static Frame answer(Frame order) {
        List<String> texts = order.texts();
        try {
            // First: without a terminal of its own, this process cannot show another.
            Attachment own = new Attachment(RawTerminal.find(), Integer.parseInt(texts.get(1)));
            boolean all = texts.size() > 3 && Boolean.parseBoolean(texts.get(3));
            Attached end = own.to(Path.of(texts.get(2)), Long.parseLong(texts.get(0)), all);
            return Frame.of(Frame.Kind.ATTACHED, end.name());
        } catch (IOException e) {
            return Frame.of(Frame.Kind.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private Attached to(Path socket, long job, boolean all) throws IOException {
        TerminalConnection terminal;
        try {
            terminal = TerminalConnection.open(socket);
        } catch (UntrustedServerException e) {
            throw e;
        } catch (IOException hasEnded) {
            return Attached.TOO_LATE;
        }
        try (terminal;
                RawTerminal raw = own.take()) {
            resize(terminal, raw);
            raw.onResize(() -> resizeIfThere(terminal, raw));
            String hint = "[job %d: Ctrl+%c detaches]".formatted(job, detach | 0x40);
            terminal.send(new TerminalRequest.Attach(all, false, hint));
            return attach(terminal, raw, detach);
        }
    }

    /// Passes data both ways until the job's terminal ends or the user detaches.
    private static Attached attach(TerminalConnection terminal, RawTerminal own, int detach)
            throws IOException {
        Keys keys = new Keys(terminal, own, detach);
        Thread.ofPlatform().daemon().name("keys").start(keys);
        try {
            boolean isShown = show(terminal);
            return keys.isDetached
                    ? Attached.DETACHED
                    : isShown ? Attached.ENDED : Attached.TOO_LATE;
        } catch (ClosedChannelException e) {
            return Attached.DETACHED;
        }
    }

    /// @return whether anything came
    private static boolean show(TerminalConnection terminal) throws IOException {
        boolean isShown = false;
        for (Optional<TerminalResponse> next = terminal.receive();
                next.isPresent();
                next = terminal.receive()) {
            if (next.get() instanceof TerminalResponse.Output(byte[] bytes)) {
                System.out.write(bytes, 0, bytes.length);
                System.out.flush();
                isShown = true;
            }
        }
        return isShown;
    }

    private static void resize(TerminalConnection terminal, RawTerminal own) throws IOException {
        Optional<WindowSize> size = own.size();
        if (size.isPresent()) {
            terminal.send(new TerminalRequest.Resize(size.get().columns(), size.get().rows()));
        }
    }

    private static void resizeIfThere(TerminalConnection terminal, RawTerminal own) {
        try {
            resize(terminal, own);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Sends every key to the job.
    private static final class Keys implements Runnable {
        private final TerminalConnection terminal;
        private final RawTerminal own;
        private final int detach;
        private volatile boolean isDetached;

        Keys(TerminalConnection terminal, RawTerminal own, int detach) {
            this.terminal = terminal;
            this.own = own;
            this.detach = detach;
        }

        @Override
        public void run() {
            byte[] chunk = new byte[CHUNK];
            try {
                for (int length = own.read(chunk);
                        length >= 0 && !isDetached;
                        length = own.read(chunk)) {
                    send(Arrays.copyOf(chunk, length));
                }
                isDetached = true;
                terminal.close();
            } catch (IOException gone) {
                return;
            }
        }

        private void send(byte[] bytes) throws IOException {
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] == detach) {
                    isDetached = true;
                    terminal.send(new TerminalRequest.Raw(Arrays.copyOf(bytes, i)));
                    terminal.close();
                    return;
                }
            }
            terminal.send(new TerminalRequest.Raw(bytes));
        }
    }
}
