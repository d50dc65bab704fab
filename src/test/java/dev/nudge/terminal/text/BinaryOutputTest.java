package dev.nudge.terminal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BinaryOutputTest {
    private static final String LINES =
            IntStream.range(0, 5000)
                    .mapToObj(i -> "2026-11-28 12:00:00 INFO request " + i + " answered\n")
                    .collect(Collectors.joining());

    @TempDir private Path folder;

    private boolean isBinary(byte[] output) throws IOException {
        return BinaryOutput.isIn(Files.write(folder.resolve("output.log"), output), 0);
    }

    private boolean isBinary(String output) throws IOException {
        return isBinary(output.getBytes(ISO_8859_1));
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(17).nextBytes(bytes);
        return bytes;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
    }

    @Test
    void wordsThatEndWithNulAndOutputOfProgramsThatDrawAreText() throws IOException {
        assertThat(isBinary("cat\0/proc/self/cmdline\0")).isFalse();
        assertThat(isBinary(Files.readAllBytes(Path.of("/proc/self/environ")))).isFalse();
        assertThat(isBinary("./a.txt\0./src\0./src/b.txt\0".repeat(500))).isFalse();

        String drawn = "\u001b[1;31mred\u001b[m\u000f \u001b]0;title\u0007N\bNA\bA\r\n";
        assertThat(isBinary(drawn.repeat(40))).isFalse();
        assertThat(isBinary("")).isFalse();
    }

    @Test
    void textWithSomethingBinaryOrAHoleInItIsText() throws IOException {
        byte[] text = LINES.getBytes(UTF_8);
        assertThat(isBinary(joined(random(500), text))).isFalse();
        assertThat(isBinary(joined(text, random(4000)))).isFalse();
        assertThat(isBinary("one\0\0\u0001 bad line\n" + LINES)).isFalse();
        assertThat(isBinary(joined(text, random(2_000_000)))).isTrue();

        assertThat(isBinary("\0".repeat(200_000) + LINES)).isFalse();
        assertThat(isBinary("\0".repeat(1000))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"KOI8-R", "ISO-8859-1", "Shift_JIS", "GBK", "UTF-8"})
    void textOfOlderEncodingsIsText(String encoding) throws IOException {
        String text = encoding.equals("KOI8-R") ? "Сборка завершена\n" : "Übung 終了 abc\n";
        assertThat(isBinary(text.repeat(300).getBytes(Charset.forName(encoding)))).isFalse();
    }

    @Test
    void filesThatAreNotTextAreBinary() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(LINES.getBytes(UTF_8));
        }
        assertThat(isBinary(zipped.toByteArray())).isTrue();
        assertThat(isBinary(LINES.getBytes(UTF_16LE))).isTrue();
        assertThat(isBinary(random(600))).isTrue();
        Path java = Path.of(System.getProperty("java.home"));
        for (String file :
                List.of("/bin/sh", "/bin/ls", "bin/java", "lib/modules", "lib/server/libjvm.so")) {
            assertThat(BinaryOutput.isIn(java.resolve(file), 0)).as(file).isTrue();
        }
    }

    @Test
    void resultStaysUntilTheOutputHasDoubled() throws IOException {
        Path log = Files.write(folder.resolve("output.log"), new byte[1024]);
        Files.writeString(log, "x".repeat(1023), StandardOpenOption.APPEND);
        assertThat(BinaryOutput.isIn(log, 0)).isTrue();
        assertThat(BinaryOutput.isIn(log, 1024)).as("a later attempt").isFalse();
        Files.writeString(log, "x", StandardOpenOption.APPEND);
        assertThat(BinaryOutput.isIn(log, 0)).isFalse();
    }
}
