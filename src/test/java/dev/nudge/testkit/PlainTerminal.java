package dev.nudge.testkit;

import dev.nudge.exec.PtyDevice;
import dev.nudge.job.WindowSize;
import dev.nudge.terminal.emulator.HeadlessTerminal;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A terminal with a program in it, and no tmux around.
public final class PlainTerminal implements AutoCloseable {
    private static final int COLUMNS = 110;
    private static final int ROWS = 34;

    private final PtyDevice device;
    private final HeadlessTerminal screen = new HeadlessTerminal(COLUMNS, ROWS, 0, this::write);
    private final Process program;

    private PlainTerminal(Path folder, Map<String, String> environment, List<String> command)
            throws IOException {
        device = PtyDevice.open(new WindowSize(COLUMNS, ROWS));
        File other = new File(device.name());
        ProcessBuilder builder = new ProcessBuilder("setsid", "--ctty", "--wait");
        builder.command().addAll(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        program =
                builder.directory(folder.toFile())
                        .redirectInput(other)
                        .redirectOutput(other)
                        .redirectError(other)
                        .start();
        Thread.ofPlatform().daemon().name("terminal of " + command.getFirst()).start(this::show);
    }

    /// Starts a program.
    ///
    /// @param command its name, looked for on the PATH of this process, or its path; and its
    ///   arguments
    public static PlainTerminal start(
            Path folder, Map<String, String> environment, String... command) {
        return Unchecked.get(() -> new PlainTerminal(folder, environment, List.of(command)));
    }

    private void show() {
        byte[] bytes = new byte[4096];
        try {
            for (int length = device.read(bytes); length >= 0; length = device.read(bytes)) {
                screen.feed(bytes, 0, length);
            }
        } catch (IOException closed) {
            // The program has ended.
        }
    }

    /// Returns what a person would see.
    public String screen() {
        return String.join("\n", screen.screen(0));
    }

    /// Types bytes.
    public void type(String text) {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    private void write(byte[] bytes) {
        Unchecked.run(() -> device.write(bytes));
    }

    /// Ends the program, and waits until it has ended.
    @Override
    public void close() {
        program.descendants().forEach(ProcessHandle::destroyForcibly);
        program.destroyForcibly();
        Unchecked.run(() -> {
            program.waitFor(Patience.LONG);
            device.close();
        });
    }
}
