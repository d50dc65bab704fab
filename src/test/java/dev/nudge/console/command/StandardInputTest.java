package dev.nudge.console.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.console.command.StandardInput.Text;
import dev.nudge.testkit.Patience;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StandardInputTest {
    private static final int LIMIT = 8_388_608;

    private static Text read(byte[] bytes) throws IOException, InterruptedException {
        return StandardInput.read(new ByteArrayInputStream(bytes));
    }

    private static String truncated(byte[] bytes) throws IOException, InterruptedException {
        return ((Text.Truncated) read(bytes)).text();
    }

    @Test
    void everythingUpToTheEndIsRead() throws Exception {
        assertThat(read("I love Gemini!".getBytes(UTF_8)))
                .isEqualTo(new Text.Complete("I love Gemini!"));
        assertThat(read(new byte[0])).isEqualTo(new Text.Complete(""));
        assertThat(read(new byte[LIMIT])).isEqualTo(new Text.Complete("\0".repeat(LIMIT)));
    }

    @Test
    void moreThanEightMebibytesAreCutBetweenCharactersWithAWarning() throws Exception {
        assertThat(truncated(new byte[LIMIT + 1])).hasSize(LIMIT);
        assertThat(new Text.Truncated("").warning())
                .isEqualTo("Warning: stdin input truncated to 8388608 bytes.");
        String korean = truncated("한".repeat(LIMIT / 2).getBytes(UTF_8));
        assertThat(korean.getBytes(UTF_8)).hasSize(LIMIT / 3 * 3);
        assertThat(korean.codePoints().distinct().toArray()).containsExactly('한');
        String emoji = truncated(("a" + "🙂".repeat(LIMIT / 3)).getBytes(UTF_8));
        assertThat(emoji.getBytes(UTF_8)).hasSize(1 + (LIMIT - 1) / 4 * 4);
        assertThat(emoji).doesNotContain("\uFFFD");
        byte[] noText = new byte[LIMIT];
        Arrays.fill(noText, (byte) 0xff);
        assertThat(truncated(noText).getBytes(UTF_8).length)
                .isLessThanOrEqualTo(LIMIT)
                .isGreaterThan(LIMIT - 3);
    }

    /// Ends as this does, after a time.
    private static InputStream late(Duration time, Callable<Integer> end) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                try {
                    Patience.rest(time);
                    return end.call();
                } catch (IOException e) {
                    throw e;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return read();
            }
        };
    }

    @Test
    void inputWithoutBytesInHalfASecondCountsAsEmptyAndLaterThereIsNoLimit() throws Exception {
        Instant start = Instant.now();
        assertThat(StandardInput.read(late(Duration.ofSeconds(30), () -> -1)))
                .isEqualTo(new Text.Nothing());
        assertThat(Duration.between(start, Instant.now()))
                .isBetween(Duration.ofMillis(490), Duration.ofSeconds(20));

        InputStream begin = new ByteArrayInputStream("a".getBytes(UTF_8));
        InputStream end = late(Duration.ofMillis(600), () -> -1);
        assertThat(StandardInput.read(new SequenceInputStream(begin, end)))
                .isEqualTo(new Text.Complete("a"));
    }

    @Test
    void inputThatBreaksBeforeItsEndIsAnError() {
        InputStream broken =
                late(
                        Duration.ZERO,
                        () -> {
                            throw new IOException("stdin error");
                        });
        InputStream begin = new ByteArrayInputStream("a".getBytes(UTF_8));
        for (InputStream input : List.of(broken, new SequenceInputStream(begin, broken))) {
            assertThatThrownBy(() -> StandardInput.read(input))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("stdin error");
        }
    }
}
