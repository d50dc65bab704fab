package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopLevelTest {
    @Test
    void simpleValuesAreFoundBesideOthers() {
        TopLevel line =
                TopLevel.of(
                        " { \"a\" : {\"id\":[1,{\"b\":\"}\\\"\"}]} ,\"id\":-17, \"f\":1.5,\"t\":true,\"n\":null,\"s\":\"17\",\"x\":[\"]\"],\"last\":3}");

        assertThat(line.number("id")).contains("-17");
        assertThat(line.number("last")).contains("3");
        assertThat(line.string("s")).contains("17");
        assertThat(line.number("s")).isEmpty();
        assertThat(line.number("f")).isEmpty();
        assertThat(line.string("t")).isEmpty();
        assertThat(line.string("n")).isEmpty();
        assertThat(line.string("b")).isEmpty();
        assertThat(line.string("missing")).isEmpty();
    }

    @Test
    void stringsAreReadAsJacksonWritesThem() {
        String text = "a\"b\\c/\n\t\r\b\f\u0001 é 漢 😀";

        assertThat(TopLevel.of(Wire.write(Map.of("text", text))).string("text")).contains(text);
        assertThat(TopLevel.of("{\"t\":\"\\u00e9\\/\"}").string("t")).contains("é/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "{",
                "{\"method\":\"a\"",
                "{\"method\":\"a",
                "{\"method\" \"a\"}",
                "{\"method\":}",
                "{\"method\":\"\\u12\"}",
                "{\"method\":\"a\" \"b\":1}",
                "{\"a\":[1,\"method\":\"a\"",
                "\"{}\""
            })
    void whatIsNotAnObjectHasNoValues(String line) {
        assertThat(TopLevel.of(line).string("method")).isEmpty();
    }

    @Test
    void emptyObjectHasNoValues() {
        assertThat(TopLevel.of("{}").string("a")).isEmpty();
    }
}
