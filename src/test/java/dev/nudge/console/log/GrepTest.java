package dev.nudge.console.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.output.search.LineSearch;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.terminal.text.LineStyle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class GrepTest {
    private static String grep(String regex, int context, long skipped, String text)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (LineSearch grep =
                new LineSearch(
                        SearchPattern.compile(regex),
                        LineStyle.RAW,
                        new Grep(context, skipped, "--\n", out),
                        Patience.ENDLESS)) {
            grep.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void passesOnTheLinesThatMatch() throws IOException {
        assertThat(grep("b+$", 0, 0, "a\nabb\r\nc\nb")).isEqualTo("abb\r\nb");
        assertThat(grep("ü", 0, 0, "für\nfur\n")).isEqualTo("für\n");
        assertThat(grep("x", 0, 0, "a\n")).isEmpty();
        assertThat(grep(" $", 0, 0, "a\nb \nc \r\nd\n")).isEqualTo("b \nc \r\n");
        assertThat(grep("^$", 0, 0, "a\n\n \n")).isEqualTo("\n");
        assertThat(grep("x", 0, 2, "x1\nx2\nx3\n")).as("without the first").isEqualTo("x3\n");
    }

    @Test
    void showsTheLinesAroundEachOnce() throws IOException {
        assertThat(grep("x", 1, 0, "1\n2\nx\n4\n5\n")).isEqualTo("2\nx\n4\n");
        assertThat(grep("x", 1, 0, "x\nx\n3\n4\nx\n")).isEqualTo("x\nx\n3\n4\nx\n");
        assertThat(grep("x", 1, 0, "x\n2\n3\n4\nx\n")).isEqualTo("x\n2\n--\n4\nx\n");
    }

    @Test
    void linesAreJsonObjectsAndPartsStandWithoutAMark() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LogSelection json =
                new LogSelection(null, 2, null, SearchPattern.compile("x"), 1, false, true);
        try (OutputStream shown = json.shownTo(out, OptionalLong.empty());
                OutputStream grep =
                        json.search(
                                SearchPattern.compile("x"),
                                json.grep(1, shown),
                                Patience.ENDLESS)) {
            grep.write("x\nx\n\"\u001b[31m\"\n\n\nx\r\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "{\"text\":\"x\"}",
                        "{\"text\":\"x\"}",
                        "{\"text\":\"\\\"\\u001B[31m\\\"\"}",
                        "{\"text\":\"\"}",
                        "{\"text\":\"x\"}");

        out.reset();
        LogSelection all = new LogSelection(null, null, null, null, 0, false, true);
        try (OutputStream lines = all.shownTo(out, OptionalLong.empty())) {
            lines.write(new byte[] {'a', '\n', (byte) 0xff});
        }
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"text\":\"a\"}\n{\"text\":\"\ufffd\"}\n");
    }
}
