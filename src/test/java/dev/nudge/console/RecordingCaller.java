package dev.nudge.console;

import dev.nudge.console.caller.Caller;
import dev.nudge.console.caller.Caller.CallerGoneException;
import dev.nudge.job.WindowSize;
import dev.nudge.process.Inherited;
import dev.nudge.protocol.Hello;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A caller without input that keeps what it is told.
public final class RecordingCaller implements Caller {
    private int looks;
    private int mostLooks = Integer.MAX_VALUE;
    private final ByteArrayOutputStream out =
            new ByteArrayOutputStream() {
                @Override
                public synchronized void write(byte[] bytes, int offset, int length) {
                    super.write(bytes, offset, length);
                    String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
                    next.ifPresent(token -> tokens.add(token + " with " + text));
                    next = Optional.empty();
                }
            };
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> tokens = new ArrayList<>();
    private Optional<String> next = Optional.empty();
    private Optional<String> resumed = Optional.empty();
    private Optional<Attached> attachment = Optional.empty();

    /// Brings a token from an earlier daemon.
    public void resume(String token) {
        resumed = Optional.of(token);
    }

    /// Is on a terminal, and attaches to jobs with this end.
    public void onTerminal(Attached end) {
        attachment = Optional.of(end);
    }

    public String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /// Returns the tokens that were left, each with what was written with it.
    public List<String> tokens() {
        return tokens;
    }

    @Override
    public Hello hello() {
        return new Hello(
                "1.0.0", Hello.CARRIER, 1, "/", Inherited.of("022"), Map.of("HOME", "/nowhere"));
    }

    @Override
    public Optional<String> resumed() {
        return resumed;
    }

    @Override
    public Kind kind(Stream stream) {
        return attachment.isPresent() ? Kind.TERMINAL : Kind.OTHER;
    }

    @Override
    public OutputStream out() {
        return out;
    }

    @Override
    public OutputStream err() {
        return err;
    }

    @Override
    public InputStream in() {
        return InputStream.nullInputStream();
    }

    @Override
    public WindowSize size() {
        return new WindowSize(80, 24);
    }

    @Override
    public void onInterrupt(Runnable task) {
        // Nobody presses Ctrl+C.
    }

    @Override
    public void keep(String token) {
        tokens.add(token);
    }

    @Override
    public void keepWithNext(String token) {
        next = Optional.of(token);
    }

    @Override
    public void atExit(byte[] bytes) {
        // It never ends.
    }

    @Override
    public void keepWithError(String token, String message) {
        err.writeBytes(message.getBytes(StandardCharsets.UTF_8));
        tokens.add(token + " with " + message);
    }

    @Override
    public void requirePresence() throws CallerGoneException {
        looks++;
        if (looks > mostLooks) {
            throw new CallerGoneException();
        }
    }

    /// Leaves once a command has looked so many times whether the caller is there.
    public void leaveAfter(int looks) {
        mostLooks = looks;
    }

    public int looks() {
        return looks;
    }

    @Override
    public <T> T awaiting(Wait<T> wait) throws IOException, InterruptedException {
        return wait.get();
    }

    @Override
    public void copy(Path file, long from, long to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void ifUnwritten(String sentence) {
        // Everything here can be written.
    }

    @Override
    public void endAfter(Duration limit, int code, String sentence) {
        // A command here ends in time.
    }

    @Override
    public void await() {
        // Everything is written at once.
    }

    @Override
    public Attached attach(long job, Path socket, boolean all) {
        return attachment.orElseThrow(UnsupportedOperationException::new);
    }

    @Override
    public int edit(String editor, Path file) {
        throw new UnsupportedOperationException();
    }
}
