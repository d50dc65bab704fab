package dev.nudge.console.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nudge.console.command.StandardInput.Text;
import dev.nudge.testkit.Patience;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Standard input as it comes from the pipes of real processes.
@Timeout(60)
class StandardInputIT {
    private static final int LIMIT = 8_388_608;
    private static final Duration PATIENCE = Patience.LONG;

    @Test
    void everythingUpToTheEndIsRead() throws Exception {
        assertThat(fromPipe("printf 'I love '; printf 'Gemini!'"))
                .isEqualTo(new Text.Complete("I love Gemini!"));
    }

    @Test
    @DisplayName("More than 8 MiB are cut, with a warning, and the writer is not held up")
    void moreThanEightMebibytesAreCutWithAWarningAndTheWriterIsNotHeldUp() throws Exception {
        Process writer = writer("yes nudge; echo $? >&2");
        awaitFirstByte(writer);
        Text text = StandardInput.read(writer.getInputStream());
        assertThat(text)
                .isInstanceOfSatisfying(
                        Text.Truncated.class,
                        t -> {
                            assertThat(t.text()).startsWith("nudge\nnudge\n");
                            assertThat(t.text().getBytes(UTF_8)).hasSize(LIMIT);
                            assertThat(t.warning())
                                    .isEqualTo("Warning: stdin input truncated to 8388608 bytes.");
                        });
        assertThat(writer.waitFor(PATIENCE)).as("the writer ended").isTrue();
    }

    @Test
    @DisplayName("Exactly 8 MiB are complete")
    void exactlyEightMebibytesAreComplete() throws Exception {
        assertThat(fromPipe("head -c 8388608 /dev/zero"))
                .isInstanceOfSatisfying(
                        Text.Complete.class, t -> assertThat(t.text()).hasSize(LIMIT));
        assertThat(fromPipe("head -c 8388609 /dev/zero"))
                .isInstanceOfSatisfying(
                        Text.Truncated.class, t -> assertThat(t.text()).hasSize(LIMIT));
    }

    @Test
    @DisplayName("Input without bytes in half a second counts as empty")
    void inputWithoutBytesInHalfASecondCountsAsEmpty() throws Exception {
        Process writer = writer("exec sleep 300");
        try {
            Instant start = Instant.now();
            assertThat(StandardInput.read(writer.getInputStream())).isEqualTo(new Text.Nothing());
            assertThat(Duration.between(start, Instant.now()))
                    .isBetween(Duration.ofMillis(490), PATIENCE);
        } finally {
            writer.destroyForcibly();
        }
    }

    @Test
    @DisplayName("After the first bytes there is no time limit")
    void afterTheFirstBytesThereIsNoTimeLimit() throws Exception {
        assertThat(fromPipe("printf a; sleep 1.2; printf b")).isEqualTo(new Text.Complete("ab"));
    }

    @Test
    void inputThatEndsAtOnceIsTheEmptyText() throws Exception {
        assertThat(fromPipe(":")).isEqualTo(new Text.Complete(""));
    }

    @Test
    @DisplayName("Input that breaks before its end is an error")
    void inputThatBreaksBeforeItsEndIsAnError() {
        InputStream broken =
                new SequenceInputStream(
                        new ByteArrayInputStream("a".getBytes(UTF_8)),
                        new InputStream() {
                            @Override
                            public int read() throws IOException {
                                throw new IOException("stdin error");
                            }

                            @Override
                            public int read(byte[] bytes, int offset, int length)
                                    throws IOException {
                                return read();
                            }
                        });
        assertThatThrownBy(() -> StandardInput.read(broken))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("stdin error");
    }

    @Test
    @DisplayName("The limit counts bytes and cuts between characters")
    void limitCountsBytesAndCutsBetweenCharacters() throws Exception {
        String korean = fromPipeText("yes 한 | tr -d '\\n' | head -c 9000000");
        assertThat(korean.getBytes(UTF_8)).hasSize(LIMIT / 3 * 3);
        assertThat(korean.codePoints().distinct().toArray()).containsExactly('한');
        String emoji = fromPipeText("printf a; yes 🙂 | tr -d '\\n' | head -c 9000000");
        assertThat(emoji.getBytes(UTF_8)).hasSize(1 + (LIMIT - 1) / 4 * 4);
        assertThat(emoji).doesNotContain("\uFFFD");
    }

    @Test
    @DisplayName("Bytes that are not UTF-8 do not grow the text beyond the limit")
    void bytesThatAreNotUtf8DoNotGrowTheTextBeyondTheLimit() throws Exception {
        String text = fromPipeText("head -c 9000000 /dev/zero | tr '\\0' '\\377'");
        assertThat(text.getBytes(UTF_8).length).isLessThanOrEqualTo(LIMIT).isGreaterThan(LIMIT - 3);
    }

    private static String fromPipeText(String script) throws IOException, InterruptedException {
        return switch (fromPipe(script)) {
            case Text.Truncated(String text) -> text;
            case Text.Complete(String text) -> throw new AssertionError(text.length());
            case Text.Nothing _ -> throw new AssertionError("nothing came");
        };
    }

    private static Text fromPipe(String script) throws IOException, InterruptedException {
        Process writer = writer(script);
        try {
            awaitFirstByte(writer);
            return StandardInput.read(writer.getInputStream());
        } finally {
            writer.destroyForcibly();
        }
    }

    /// The shell and what it starts may need longer than the half second in which the first bytes
    /// must arrive.
    private static void awaitFirstByte(Process writer) {
        await().atMost(PATIENCE)
                .until(() -> writer.getInputStream().available() > 0 || !writer.isAlive());
    }

    private static Process writer(String script) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Arrays.asList("sh", "-c", script));
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }
}
