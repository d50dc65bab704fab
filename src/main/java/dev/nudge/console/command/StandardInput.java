package dev.nudge.console.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/// Reads all of standard input as UTF-8 text: at most 8 MiB, and nothing at all if nothing arrives
/// within half a second.
final class StandardInput {
    /// The number of UTF-8 bytes that are read at most.
    static final int LIMIT = 8 * 1024 * 1024;

    /// The time in which the first bytes must arrive.
    static final Duration FIRST_BYTES = Duration.ofMillis(500);

    private static final int LONGEST_CHARACTER = 4;
    private static final int CHUNK = 64 * 1024;

    private final InputStream input;
    private final CompletableFuture<byte[]> all = new CompletableFuture<>();
    private final CountDownLatch begun = new CountDownLatch(1);

    private StandardInput(InputStream input) {
        this.input = input;
    }

    /// The result of reading.
    sealed interface Text {
        /// Everything, up to the end.
        record Complete(String text) implements Text {}

        /// The first 8 MiB, cut at the end of a character. The rest was not read; the stream is
        /// closed.
        record Truncated(String text) implements Text {
            /// Returns a warning about that, in the words of Gemini CLI.
            String warning() {
                return "Warning: stdin input truncated to " + LIMIT + " bytes.";
            }
        }

        /// Nothing arrived in time. A thread may still wait for the stream; it ends only when the
        /// stream does, and ignores what comes, errors too.
        record Nothing() implements Text {}
    }

    /// Reads to the end. Blocks for half a second if nothing arrives, else as long as the writer
    /// takes.
    ///
    /// @param input read by a separate thread, and by nobody else from now on
    /// @throws IOException if the stream breaks before its end
    /// @throws InterruptedException if the calling thread is interrupted; the stream stays open
    static Text read(InputStream input) throws IOException, InterruptedException {
        StandardInput reader = new StandardInput(input);
        Thread.ofVirtual().name("stdin").start(reader::readAll);
        return reader.await();
    }

    private Text await() throws IOException, InterruptedException {
        if (!begun.await(FIRST_BYTES.toMillis(), TimeUnit.MILLISECONDS)) {
            return new Text.Nothing();
        }
        try {
            return text(all.get());
        } catch (ExecutionException e) {
            throw new IOException("Cannot read standard input: " + e.getMessage(), e);
        }
    }

    /// Decodes the bytes. A character cut at the limit decodes to U+FFFD, beyond the limit as well:
    /// it is cut off.
    private Text text(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = endOfLimit(text);
        if (end == text.length()) {
            return new Text.Complete(text);
        }
        input.close();
        return new Text.Truncated(text.substring(0, end));
    }

    private void readAll() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] chunk = new byte[CHUNK];
            int wanted = LIMIT + LONGEST_CHARACTER;
            while (bytes.size() < wanted) {
                int count = input.read(chunk, 0, Math.min(chunk.length, wanted - bytes.size()));
                begun.countDown();
                if (count < 0) {
                    break;
                }
                bytes.write(chunk, 0, count);
            }
            all.complete(bytes.toByteArray());
        } catch (IOException e) {
            all.completeExceptionally(e);
        } finally {
            begun.countDown();
        }
    }

    private static int endOfLimit(String text) {
        int bytes = 0;
        int end = 0;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            bytes += length(codePoint);
            if (bytes > LIMIT) {
                break;
            }
            end += Character.charCount(codePoint);
        }
        return end;
    }

    private static int length(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < 0x10000 ? 3 : 4;
    }
}
