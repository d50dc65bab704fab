package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.protocol.LineReader.Read;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

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

        assertThat(reader.next()).isEqualTo(new Read.TooLong(10, "x".repeat(8192)));
        assertThat(reader.next()).isEqualTo(new Read.Line("0123456789"));
        assertThat(reader.next()).isEqualTo(new Read.TooLong(10, "0123456789a"));
        assertThat(reader.next()).isEqualTo(new Read.Line("ok"));
    }

    /// Clients write the id of a request first or last.
    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":7,%s}", "{%s,\"id\":7}", "{%s,\"id\":7,%1$s}"})
    void keepsTheTopLevelOfALineOverTheLimit(String form) throws IOException {
        String texts = "\"b\":\"" + "]}\\\"\\\\".repeat(20_000) + "\"";
        String params =
                "\"params\":{\"id\":8,\"a\":[\"\\\"}\",%s{%s}]}"
                        .formatted("1,".repeat(50_000), texts);
        for (String bulk : List.of(texts, params, params + "," + texts)) {
            LineReader reader = reader(form.formatted(bulk) + "\nok\n", 10_000);

            String outline = ((Read.TooLong) reader.next()).outline();
            assertThat(outline).hasSizeLessThan(9000);
            assertThat(Wire.read(outline, JsonNode.class).path("id").asInt()).isEqualTo(7);
            assertThat(reader.next()).isEqualTo(new Read.Line("ok"));
        }
    }
}
