package dev.nudge.cli.carrier;

import dev.nudge.cli.connection.Client;
import dev.nudge.cli.connection.ConnectionLostException;
import dev.nudge.cli.connection.Installation;
import dev.nudge.cli.connection.NoDaemonException;
import dev.nudge.console.ExitCodes;
import dev.nudge.protocol.Frame;
import dev.nudge.protocol.Frame.Kind;
import dev.nudge.protocol.FrameStream;
import dev.nudge.protocol.Hello;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Carries a command line to the daemon, which runs it: passes on input, output, signals and the
/// window's size, and ends with the exit code that it is given. If the daemon dies, and has left a
/// token, the next one continues the command.
public final class Carrier {
    private static final int CHUNK = 64 * 1024;
    private static final int BROKEN_PIPE = ExitCodes.SIGNAL + 13;

    /// Begins the number of a job, those of an array, or either in JSON.
    private static final String NUMBERS = "0123456789{[";

    private final Door door;
    private final CarrierStreams streams;
    private final CarriedWords words;
    private final CarriedInterrupts interrupts;
    private final CarrierDeadline patience = new CarrierDeadline();
    private final AtExit atExit = new AtExit();
    private final CarrierToken token;
    private volatile @Nullable FrameStream daemon;
    private @Nullable Frame attached;

    /// Leads to the daemon.
    public interface Door {
        /// @throws IOException if no daemon can be had; the message says why
        Client connect() throws IOException;

        /// Returns one that starts a daemon if there is none.
        static Door starting() {
            return () -> Installation.connector().connect(Installation.hello(Hello.CARRIER));
        }

        /// Returns one that does not; a daemon of an older release does not count.
        static Door looking() {
            return () ->
                    Installation.connector()
                            .connectIfCurrent(Installation.hello(Hello.ONLOOKER))
                            .orElseThrow(NoDaemonException::new);
        }
    }

    public Carrier(Door door, CarrierStreams streams, CarriedWords words) {
        this.door = door;
        this.streams = streams;
        this.words = words;
        this.interrupts = new CarriedInterrupts(words.isRunWait(), this::tell);
        this.token = new CarrierToken(words.isReading());
    }

    /// Runs a command of the daemon without input, and returns what it prints.
    ///
    /// @throws IOException with its complaint if it fails
    public static String output(List<String> words) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CarrierStreams streams = new CarrierStreams("ooo", InputStream.nullInputStream(), out, err);
        if (new Carrier(Door.starting(), streams, new CarriedWords(words)).run() != ExitCodes.OK) {
            throw new IOException(
                    err.toString(StandardCharsets.UTF_8).strip().replaceFirst("^nudge: ", ""));
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /// Carries it.
    ///
    /// @return the exit code
    /// @throws ConnectionLostException if the daemon has died, and the command cannot continue
    /// @throws IOException if no daemon can be had, or a standard stream cannot be used
    public int run() throws IOException {
        interrupts.begin();
        patience.begin(words);
        try {
            return carry();
        } catch (ConnectionLostException e) {
            throw e;
        } catch (IOException e) {
            if ("Broken pipe".equals(e.getMessage())) {
                return BROKEN_PIPE;
            }
            throw e;
        } finally {
            patience.end();
        }
    }

    private int carry() throws IOException {
        while (true) {
            try (Client client = door.connect()) {
                return converse(client.frames());
            } catch (ConnectionLostException e) {
                if (!token.survives()) {
                    throw e;
                }
                interrupts.lost();
            }
        }
    }

    private int converse(FrameStream frames) throws IOException {
        Optional<Frame> resume = token.resume();
        if (resume.isPresent()) {
            send(frames, resume.get());
        }
        send(frames, order());
        daemon = frames;
        while (true) {
            Frame frame = next(frames);
            if (frame.kind() == Kind.EXIT) {
                return Integer.parseInt(frame.text());
            }
            handle(frame, frames);
        }
    }

    private Frame order() {
        return Frame.of(Kind.RUN, streams.kinds() + "\0" + String.join("\0", words.all()));
    }

    private Frame next(FrameStream frames) throws ConnectionLostException {
        try {
            Frame frame = frames.next();
            interrupts.heard();
            return frame;
        } catch (IOException e) {
            throw new ConnectionLostException(e);
        }
    }

    private static void send(FrameStream frames, Frame frame) throws ConnectionLostException {
        try {
            frames.send(frame);
        } catch (IOException e) {
            throw new ConnectionLostException(e);
        }
    }

    /// Sends something that is of no use to the next daemon.
    private void tell(Frame frame) {
        try {
            FrameStream frames = daemon;
            if (frames != null) {
                frames.send(frame);
            }
        } catch (IOException gone) {
            // The thread that reads notices the same.
        }
    }

    private void handle(Frame frame, FrameStream frames) throws IOException {
        switch (frame.kind()) {
            case OUT, ERR, COPY -> write(frame);
            case KEEP, KEEP_WITH_NEXT -> token.keep(frame);
            case CATCH -> interrupts.pass();
            case AT_EXIT -> atExit.set(frame.payload(), streams.out());
            case READ -> Thread.ofPlatform().daemon().name("stdin").start(this::read);
            case AVAILABLE -> send(frames, text(Kind.AVAILABLE, available()));
            case MEASURE -> send(frames, text(Kind.SIZE, OwnTerminal.size()));
            case AWAIT -> send(frames, Frame.of(Kind.WRITTEN));
            case ATTACH -> send(frames, attach(frame));
            case EDIT -> send(frames, OwnEditor.answer(frame));
            default -> throw new IOException("The daemon sends " + frame.kind() + ".");
        }
    }

    private static Frame text(Kind kind, Object value) {
        return Frame.of(kind, value.toString());
    }

    private void write(Frame frame) throws IOException {
        switch (frame.kind()) {
            case OUT -> {
                patience.written();
                print(frame);
            }
            case ERR -> complain(frame.payload());
            default -> {
                List<String> texts = frame.texts();
                streams.copy(
                        Path.of(texts.get(2)),
                        Long.parseLong(texts.get(0)),
                        Long.parseLong(texts.get(1)));
            }
        }
        token.written(frame.kind());
    }

    /// Writes to standard output. If that is not possible, a job that has been started would run
    /// without anyone knowing its number: it goes to standard error then.
    private void print(Frame frame) throws IOException {
        try {
            CarrierStreams.write(streams.out(), frame.payload());
        } catch (IOException e) {
            if (words.printsNumber() && isNumber(frame.text())) {
                String said =
                        "nudge: The job has been started, but standard output cannot be written (%s): %s"
                                .formatted(e.getMessage(), frame.text());
                complain(said.getBytes(StandardCharsets.UTF_8));
            }
            throw e;
        }
    }

    /// Writes to standard error, which need not have a reader.
    private void complain(byte[] bytes) {
        try {
            CarrierStreams.write(streams.err(), bytes);
        } catch (IOException gone) {
            // There is no other place to say so.
        }
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && NUMBERS.indexOf(text.charAt(0)) >= 0;
    }

    /// Returns how much input is there already; nothing if it is closed.
    private int available() {
        try {
            return streams.in().available();
        } catch (IOException e) {
            return 0;
        }
    }

    private void read() {
        byte[] chunk = new byte[CHUNK];
        try {
            int length = Math.max(0, streams.in().read(chunk));
            tell(new Frame(Kind.INPUT, Arrays.copyOf(chunk, length)));
        } catch (IOException e) {
            tell(Frame.of(Kind.UNREADABLE, String.valueOf(e.getMessage())));
        }
    }

    /// Shows a job's terminal, and returns the answer for the daemon. The daemon may have died
    /// meanwhile: the next one, which asks again, gets the same.
    private Frame attach(Frame order) {
        Frame answer = attached == null ? Attachment.answer(order) : attached;
        attached = answer;
        return answer;
    }
}
