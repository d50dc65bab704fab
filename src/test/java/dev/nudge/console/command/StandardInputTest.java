package dev.nudge.console.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.testkit.Patience;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class StandardInputTest {
    private static final int LIMIT = 8_388_608;

    private final List<String> warnings = new ArrayList<>();

    private Optional<String> read(InputStream input) throws IOException, InterruptedException {
        return StandardInput.text(input, warnings::add);
    }

    private String read(byte[] bytes) throws IOException, InterruptedException {
        return read(new ByteArrayInputStream(bytes)).orElseThrow();
    }

    @Test
    void everythingUpToTheEndIsRead() throws Exception {
        assertThat(read("I love Gemini!".getBytes(UTF_8))).isEqualTo("I love Gemini!");
        assertThat(read(new byte[0])).isEmpty();
        assertThat(read(new byte[LIMIT])).isEqualTo("\0".repeat(LIMIT));
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"a, a, 8388608", "'', 한, 8388606", "a, 🙂, 8388605"})
    void moreThanEightMebibytesAreCutBetweenCharactersWithAWarning(
            String first, String character, int bytes) throws Exception {
        String text = read((first + character.repeat(LIMIT)).getBytes(UTF_8));
        assertThat(text.getBytes(UTF_8)).hasSize(bytes);
        assertThat(text.substring(first.length()).replace(character, "")).isEmpty();
        assertThat(warnings).containsExactly("Warning: stdin input truncated to 8388608 bytes.");
    }

    @Test
    void whatIsNotTextIsCutWhereWhatReplacesItIsTooLong() throws Exception {
        byte[] noText = new byte[LIMIT];
        Arrays.fill(noText, (byte) 0xff);
        assertThat(read(noText)).isEqualTo("\uFFFD".repeat(LIMIT / 3));
        assertThat(warnings).hasSize(1);
    }

    @Test
    void inputWithoutBytesInHalfASecondCountsAsEmptyAndLaterThereIsNoLimit() throws Exception {
        Instant start = Instant.now();
        assertThat(read(new PipedInputStream(new PipedOutputStream()))).isEmpty();
        assertThat(Duration.between(start, Instant.now()))
                .isBetween(Duration.ofMillis(490), Duration.ofSeconds(20));

        InputStream begin = new ByteArrayInputStream("a".getBytes(UTF_8));
        InputStream end =
                new InputStream() {
                    @Override
                    public int read() {
                        Patience.rest(Duration.ofMillis(600));
                        return -1;
                    }

                    @Override
                    public int read(byte[] bytes, int offset, int length) {
                        return read();
                    }
                };
        assertThat(read(new SequenceInputStream(begin, end))).contains("a");
    }

    @Test
    void inputThatBreaksBeforeItsEndIsAnError() {
        InputStream broken =
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("stdin error");
                    }

                    @Override
                    public int read(byte[] bytes, int offset, int length) throws IOException {
                        return read();
                    }
                };
        InputStream begin = new ByteArrayInputStream("a".getBytes(UTF_8));
        for (InputStream input : List.of(broken, new SequenceInputStream(begin, broken))) {
            assertThatThrownBy(() -> read(input))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("stdin error");
        }
    }
}
