package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.protocol.Frame.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class FrameStreamTest {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    private static FrameStream of(byte[] bytes, ByteArrayOutputStream out) {
        return new FrameStream(
                new LineReader(new ByteArrayInputStream(bytes)), new LineWriter(out));
    }

    private static FrameStream reading(String bytes) {
        return of(bytes.getBytes(StandardCharsets.ISO_8859_1), new ByteArrayOutputStream());
    }

    @Test
    void framesAreReadAsTheyWereSent() throws IOException {
        FrameStream out = of(new byte[0], sent);
        out.send(Frame.of(Kind.RUN, "ppp", "run", "", "naïve", ""));
        assertThat(sent.toByteArray())
                .as("a letter, a length and the payload")
                .startsWith('R', 0, 0, 0, 16)
                .endsWith("ppp\0run\0\0naïve\0".getBytes(StandardCharsets.UTF_8));
        out.send(new Frame(Kind.OUT, new byte[] {0, -1, 10}), Frame.of(Kind.COPY, 1L, "x"));
        out.send(Frame.of(Kind.AWAIT));

        FrameStream in = of(sent.toByteArray(), new ByteArrayOutputStream());

        assertThat(in.next().texts()).containsExactly("ppp", "run", "", "naïve", "");
        assertThat(in.next().payload()).containsExactly(0, -1, 10);
        assertThat(in.next().texts()).containsExactly("1", "x");
        assertThat(in.next().kind()).isEqualTo(Kind.AWAIT);
        assertThatThrownBy(in::next).isInstanceOf(EOFException.class);
    }

    @Test
    void framesMayFollowTheLastLineAtOnce() throws IOException {
        LineReader lines =
                new LineReader(
                        new ByteArrayInputStream(
                                "hello\nw\0\0\0\0".getBytes(StandardCharsets.UTF_8)));
        assertThat(lines.next()).isEqualTo(new LineReader.Read.Line("hello"));

        FrameStream frames = new FrameStream(lines, new LineWriter(sent));

        assertThat(frames.next().kind()).isEqualTo(Kind.AWAIT);
    }

    @Test
    void whatIsNotAFrameIsRefused() {
        assertThatThrownBy(() -> reading("o\0\0\0\5abc").next()).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> reading("{\0\0\0\0").next()).hasMessageContaining("unknown kind");
        assertThatThrownBy(() -> reading("o\177\0\0\0").next())
                .hasMessage("A frame has 2130706432 bytes; at most 16777216 are allowed.");
        assertThatThrownBy(() -> reading("o\377\0\0\0").next()).hasMessageContaining("at most");
    }

    @Test
    void everyKindHasALetterOfItsOwn() {
        assertThat(new HashSet<>(Arrays.stream(Kind.values()).map(Kind::letter).toList()))
                .hasSameSizeAs(Kind.values());
    }

    @Test
    void wordsKeepTheirBytes() {
        byte[] payload = "ppp\0run\0caf_\0".getBytes(StandardCharsets.UTF_8);
        payload[11] = (byte) 0xe9;

        Frame frame = new Frame(Kind.RUN, payload);

        assertThat(frame.texts()).containsExactly("ppp", "run", "caf\udce9", "");
        assertThat(Frame.of(Kind.RUN, frame.texts().toArray()).payload()).isEqualTo(payload);
    }
}
