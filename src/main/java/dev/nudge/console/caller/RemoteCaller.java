package dev.nudge.console.caller;

import dev.nudge.console.caller.Caller.CallerGoneException;
import dev.nudge.console.caller.CallerLine.Exchange;
import dev.nudge.job.WindowSize;
import dev.nudge.protocol.Frame;
import dev.nudge.protocol.FrameStream;
import dev.nudge.protocol.Hello;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The caller at the other end of a connection.
final class RemoteCaller implements Caller {
    /// The most bytes of a file that are sent, rather than copied by the caller.
    private static final int SHORT = 256 * 1024;

    private static final String INTERRUPT = "INT";

    private final Hello hello;
    private final String kinds;
    private final Optional<String> resumed;
    private final CallerLine line;
    private final CaughtInterrupts interrupts = new CaughtInterrupts();
    private final OutputStream out;
    private final OutputStream err;
    private final RemoteInput in;
    private final Exchange sizes;
    private final Exchange writes;
    private final Exchange terminal;

    /// @param kinds of its standard streams, as in [Frame.Kind#RUN]
    /// @param token that it brings from another daemon; an empty text if its command begins again
    RemoteCaller(Hello hello, String kinds, Optional<String> token, FrameStream frames) {
        this.hello = hello;
        this.kinds = kinds;
        this.resumed = token.filter(text -> !text.isEmpty());
        this.line = new CallerLine(frames);
        this.out = new RemoteOutput(line, Frame.Kind.OUT);
        this.err = new RemoteOutput(line, Frame.Kind.ERR);
        this.in = new RemoteInput(line);
        this.sizes = new Exchange(line);
        this.writes = new Exchange(line);
        this.terminal = new Exchange(line);
    }

    void receive(Frame frame) throws IOException {
        switch (frame.kind()) {
            case INPUT, UNREADABLE, AVAILABLE -> in.receive(frame);
            case SIGNAL -> interrupts.receive();
            case SIZE -> sizes.answer(frame);
            case WRITTEN -> writes.answer(frame);
            case ATTACHED, EDITED, FAILED -> terminal.answer(frame);
            default -> throw new IOException("A carrier does not send " + frame.kind());
        }
    }

    void leave() {
        line.leave();
    }

    @Override
    public Hello hello() {
        return hello;
    }

    @Override
    public Optional<String> resumed() {
        return resumed;
    }

    @Override
    public Kind kind(Stream stream) {
        int at = List.of(Stream.IN, Stream.OUT, Stream.ERR).indexOf(stream);
        return switch (kinds.charAt(at)) {
            case 't' -> Kind.TERMINAL;
            case 'p' -> Kind.PIPE;
            default -> Kind.OTHER;
        };
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
        return in;
    }

    @Override
    public WindowSize size() throws IOException {
        return WindowSize.parse(sizes.ask(Frame.of(Frame.Kind.MEASURE)).text());
    }

    @Override
    public void onInterrupt(Runnable task) throws IOException {
        interrupts.on(task);
        line.send(Frame.of(Frame.Kind.CATCH, INTERRUPT));
    }

    @Override
    public void keep(String token) throws IOException {
        line.send(Frame.of(Frame.Kind.KEEP, token));
    }

    @Override
    public void keepWithNext(String token) throws IOException {
        line.send(Frame.of(Frame.Kind.KEEP_WITH_NEXT, token));
    }

    @Override
    public void keepWithError(String token, String message) throws IOException {
        line.send(Frame.of(Frame.Kind.ERR, message), Frame.of(Frame.Kind.KEEP, token));
    }

    @Override
    public void requirePresence() throws CallerGoneException {
        line.requirePresence();
    }

    @Override
    public <T> T awaiting(Wait<T> wait) throws IOException, InterruptedException {
        return line.awaiting(wait);
    }

    /// The caller opens the file itself only if that is worth it.
    @Override
    public void copy(Path file, long from, long to) throws IOException {
        if (to - from > SHORT) {
            line.send(Frame.of(Frame.Kind.COPY, from, to, file));
        } else {
            try (FileChannel source = FileChannel.open(file)) {
                InputStream bytes = Channels.newInputStream(source.position(from));
                out.write(bytes.readNBytes((int) Math.max(0, to - from)));
            }
        }
    }

    @Override
    public void atExit(byte[] bytes) throws IOException {
        line.send(new Frame(Frame.Kind.AT_EXIT, bytes));
    }

    @Override
    public void endAfter(Duration limit, int code, String sentence) throws IOException {
        line.send(Frame.of(Frame.Kind.TIME_LIMIT, limit.toMillis(), code, sentence));
    }

    @Override
    public void ifUnwritten(String sentence) throws IOException {
        line.send(Frame.of(Frame.Kind.UNWRITTEN, sentence));
    }

    @Override
    public void await() throws IOException {
        Frame _ = writes.ask(Frame.of(Frame.Kind.AWAIT));
    }

    @Override
    public Attached attach(long job, Path socket, boolean all) throws IOException {
        return Attached.valueOf(done(Frame.of(Frame.Kind.ATTACH, job, detachKey(), socket, all)));
    }

    @Override
    public int edit(String editor, Path file) throws IOException {
        String line = editor + " " + ShellWords.quote(file.toString());
        return Integer.parseInt(done(Frame.of(Frame.Kind.EDIT, line)));
    }

    private String done(Frame request) throws IOException {
        Frame answer = terminal.ask(request);
        if (answer.kind() == Frame.Kind.FAILED) {
            throw new IOException(answer.text());
        }
        return answer.text();
    }

    private int detachKey() {
        Settings settings = Settings.of(hello.environment()).requiring(Setting.DETACH_KEY);
        return Character.toUpperCase(settings.detachKey().charAt(1)) & 0x1f;
    }

    /// Ctrl+C, which a caller catches for its command. One that comes before its task is kept.
    /// Thread-safe.
    private static final class CaughtInterrupts {
        private @Nullable Runnable task;
        private int early;

        synchronized void on(Runnable handler) {
            task = handler;
            for (; early > 0; early--) {
                receive();
            }
        }

        synchronized void receive() {
            if (task == null) {
                early++;
            } else {
                Thread.ofVirtual().name("interrupt").start(task);
            }
        }
    }

    /// A standard stream of the caller, to write to: each write is a frame.
    private static final class RemoteOutput extends OutputStream {
        private final CallerLine line;
        private final Frame.Kind kind;

        RemoteOutput(CallerLine line, Frame.Kind kind) {
            this.line = line;
            this.kind = kind;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int from = 0; from < length; from += FrameStream.MAX_PAYLOAD) {
                int to = Math.min(length, from + FrameStream.MAX_PAYLOAD);
                line.send(new Frame(kind, Arrays.copyOfRange(bytes, offset + from, offset + to)));
            }
        }
    }
}
