package dev.nudge.host;

import dev.nudge.job.WindowSize;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.TerminalJson;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.terminal.keys.KeyNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// Answers one client; each request and each answer is a line.
final class TerminalConversation {
    private static final Logger LOG = System.getLogger(TerminalConversation.class.getName());
    private static final Duration HINT_SHOWN = Duration.ofSeconds(4);

    private final SocketChannel client;
    private final LineReader in;
    private final LineWriter out;
    private final Display display;
    private final Keyboard keyboard;
    private final InputWatch watch;
    private Optional<Viewer> viewer = Optional.empty();

    TerminalConversation(
            SocketChannel client, Display display, Keyboard keyboard, InputWatch watch) {
        this.client = client;
        this.in = new LineReader(Channels.newInputStream(client));
        this.out = new LineWriter(Channels.newOutputStream(client));
        this.display = display;
        this.keyboard = keyboard;
        this.watch = watch;
    }

    void hold() {
        try (client) {
            for (Read read = in.next(); !(read instanceof Read.End); read = in.next()) {
                if (read instanceof Read.Line(String line)) {
                    answer(line);
                } else {
                    fail("The request is too long.");
                }
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a client has disconnected: {0}", e.getMessage());
        } finally {
            viewer.ifPresent(display::remove);
            viewer.ifPresent(Viewer::end);
            leaveWindow();
        }
    }

    private void leaveWindow() {
        try {
            display.leave(this);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the terminal keeps its size: {0}", e.getMessage());
        }
    }

    private void answer(String line) throws IOException {
        try {
            TerminalRequest request = TerminalJson.read(line);
            Optional<TerminalResponse> answer = carryOut(request);
            if (answer.isPresent()) {
                out.write(TerminalJson.write(answer.get()));
            }
        } catch (JacksonException | IllegalArgumentException e) {
            fail(String.valueOf(e.getMessage()));
        }
    }

    private void fail(String message) throws IOException {
        out.write(TerminalJson.write(new TerminalResponse.Failure(message)));
    }

    private Optional<TerminalResponse> carryOut(TerminalRequest request) throws IOException {
        return switch (request) {
            case TerminalRequest.Type(String text, List<String> keys) -> {
                type(bytes(text, keys));
                yield done();
            }
            case TerminalRequest.Answer(long question, String text) -> {
                answer(question, bytes(text, List.of("Enter")));
                yield done();
            }
            case TerminalRequest.Raw(byte[] bytes) -> {
                viewer.ifPresent(display::removeHint);
                type(bytes);
                yield Optional.empty();
            }
            case TerminalRequest.Resize(int columns, int rows) -> {
                display.follow(this, new WindowSize(columns, rows));
                yield done();
            }
            case TerminalRequest.Show(int lines, int back) ->
                    Optional.of(display.describe(lines, back));
            case TerminalRequest.Attach attach -> {
                attach(attach);
                yield Optional.empty();
            }
        };
    }

    private static Optional<TerminalResponse> done() {
        return Optional.of(new TerminalResponse.Done());
    }

    private byte[] bytes(String text, List<String> keys) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        boolean isApplication = display.hasApplicationCursorKeys();
        keys.forEach(name -> bytes.writeBytes(KeyNames.read(name).bytes(isApplication)));
        return bytes.toByteArray();
    }

    private void answer(long question, byte[] bytes) {
        if (!watch.answered(question, bytes)) {
            throw new IllegalArgumentException(
                    "The question has already been answered, or the job no longer waits. Nothing was typed.");
        }
        send(bytes);
    }

    private void type(byte[] bytes) {
        watch.typed(bytes);
        send(bytes);
    }

    private void send(byte[] bytes) {
        if (!keyboard.type(bytes)) {
            throw new IllegalArgumentException(
                    "The job has not read what was typed before, and no more can wait. Nothing of this was typed.");
        }
    }

    private void attach(TerminalRequest.Attach request) {
        if (viewer.isPresent()) {
            display.redraw(viewer.get());
            return;
        }
        Viewer added = new Viewer(out, display, request);
        viewer = Optional.of(added);
        display.add(added);
        Thread.ofVirtual().name("viewer").start(() -> watch(added));
        if (!request.hint().isEmpty()) {
            Thread.ofVirtual().name("hint").start(() -> removeHint(added));
        }
    }

    private void removeHint(Viewer added) {
        try {
            Thread.sleep(HINT_SHOWN);
            display.removeHint(added);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch(Viewer added) {
        try (client) {
            added.run();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a viewer has disconnected: {0}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
