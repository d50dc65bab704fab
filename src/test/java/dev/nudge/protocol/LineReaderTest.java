package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.protocol.LineReader.Read;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static LineReader reader(String text, int max) {
        return new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), max);
    }

    @Test
    void splitsLinesAlsoAcrossItsBufferAndDropsHalfALineAtTheEnd() throws IOException {
        String longLine = "é".repeat(20_000);
        LineReader reader = reader("a\r\n\n" + longLine + "\nb\nhalf", 100_000);

        for (String line : List.of("a", "", longLine, "b")) {
            assertThat(reader.next()).isEqualTo(new Read.Line(line));
        }
        assertThat(reader.next()).isEqualTo(new Read.End());
    }

    @Test
    void skipsALineOverTheLimitAndGoesOn() throws IOException {
        LineReader reader = reader("x".repeat(50_000) + "\n0123456789\n0123456789a\nok\n", 10);

        assertThat(reader.next()).isEqualTo(new Read.TooLong(10));
        assertThat(reader.next()).isEqualTo(new Read.Line("0123456789"));
        assertThat(reader.next()).isEqualTo(new Read.TooLong(10));
        assertThat(reader.next()).isEqualTo(new Read.Line("ok"));
    }
}
