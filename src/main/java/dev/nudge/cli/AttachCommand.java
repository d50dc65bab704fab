package dev.nudge.cli;

import dev.nudge.job.WindowSize;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nudge attach JOB`: the job's terminal in the user's own.
@Command(
        name = "attach",
        description = {
            "Shows the terminal of a job in this one, live; every key goes to the job, and the job's",
            "window follows the size of this one. Ctrl+\\ detaches (detach_key sets another",
            "control key, for example ^]); the job goes on."
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class AttachCommand implements Callable<Integer> {
    private static final int CHUNK = 8192;

    @Option(names = "--popup", description = "In a popup of tmux, over the current window.")
    private boolean isPopup;

    @Parameters(paramLabel = "JOB", description = "The job's number, as \"nudge ps\" shows it.")
    private long job;

    @Override
    public Integer call() throws IOException {
        int detach = detachKey();
        if (isPopup) {
            return popup();
        }
        boolean isDetached;
        try (TerminalConnection terminal = JobTerminal.of(job);
                RawTerminal own = RawTerminal.take()) {
            isDetached = attach(terminal, own, detach);
        }
        System.out.println(
                isDetached
                        ? "[detached from job %d, which goes on]".formatted(job)
                        : "[job %d has ended]".formatted(job));
        return ExitCodes.OK;
    }

    /// The byte that the key sends.
    private static int detachKey() {
        Settings settings = Settings.of(System.getenv()).checked(Setting.Reader.ATTACH);
        String name = settings.detachKey();
        return Character.toUpperCase(name.charAt(1)) & 0x1f;
    }

    private int popup() throws IOException {
        List<String> tmux = new ArrayList<>(List.of("tmux"));
        tmux.addAll(Popup.of(Popup.nudge("attach", Long.toString(job))));
        try {
            return new ProcessBuilder(tmux).inheritIO().start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILED;
        }
    }

    /// Passes on both ways until the job's terminal ends or the user detaches.
    ///
    /// @return whether the user has
    private static boolean attach(TerminalConnection terminal, RawTerminal own, int detach)
            throws IOException {
        resize(terminal, own);
        own.onResize(() -> resizeIfThere(terminal, own));
        terminal.send(new TerminalRequest.Attach());
        Keys keys = new Keys(terminal, own, detach);
        Thread.ofPlatform().daemon().name("keys").start(keys);
        try {
            show(terminal);
        } catch (ClosedChannelException e) {
            return true;
        }
        return keys.isDetached;
    }

    private static void show(TerminalConnection terminal) throws IOException {
        for (Optional<TerminalResponse> next = terminal.receive();
                next.isPresent();
                next = terminal.receive()) {
            if (next.get() instanceof TerminalResponse.Output(byte[] bytes)) {
                System.out.write(bytes, 0, bytes.length);
                System.out.flush();
            }
        }
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
