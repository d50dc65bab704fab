package dev.nudge.console.command;

import dev.nudge.console.Usage;
import dev.nudge.console.caller.Caller;
import dev.nudge.console.caller.Caller.Kind;
import dev.nudge.console.caller.Caller.Stream;
import dev.nudge.exec.JobInput;
import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/// Reads the caller's standard input: for a job, or all of it as UTF-8 text.
final class StandardInput {
    static final int LIMIT = 8 * 1024 * 1024;
    static final Duration FIRST_BYTES = Duration.ofMillis(500);

    private static final int LONGEST_CHARACTER = 4;
    private static final Set<String> SHELLS =
            Set.of(
                    "ash", "bash", "busybox", "csh", "dash", "fish", "ksh", "ksh93", "mksh", "sh",
                    "tcsh", "yash", "zsh");

    private final InputStream input;
    private final CompletableFuture<byte[]> all = new CompletableFuture<>();
    private final CountDownLatch begun = new CountDownLatch(1);

    private StandardInput(InputStream input) {
        this.input = input;
    }

    sealed interface Text {
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
            PushbackInputStream bytes = new PushbackInputStream(input);
            int first = bytes.read();
            begun.countDown();
            if (first >= 0) {
                bytes.unread(first);
            }
            all.complete(bytes.readNBytes(LIMIT + LONGEST_CHARACTER));
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
            bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
            if (bytes > LIMIT) {
                break;
            }
            end += Character.charCount(codePoint);
        }
        return end;
    }

    /// Reads what a job gets of it, or, if it is a pipe, leaves it to a job that is waited for.
    static JobInput passed(Caller caller, boolean isAwaited) throws IOException {
        if (isAwaited && caller.kind(Stream.IN) == Kind.PIPE) {
            return new JobInput.PipeOf(caller.hello().pid());
        }
        byte[] bytes = caller.in().readNBytes(LIMIT + 1);
        if (bytes.length > LIMIT) {
            throw Usage.wrong(
                    "The standard input is longer than %d bytes. A pipe has no limit with --wait: cat FILE | nudge run --wait --stdin CMD"
                            .formatted(LIMIT));
        }
        return new JobInput.Held(bytes);
    }

    /// Requires that the caller was given no input of its own: text written for the job must not be
    /// lost silently. Input that a shell above reads too is that of its script or of a loop (`while
    /// read …`), and is left alone. Looks once: a pipe may be written to later.
    static JobInput none(Caller caller) throws IOException {
        if (caller.kind(Stream.IN) != Kind.TERMINAL
                && caller.in().available() > 0
                && !isThatOfAShell(caller.hello().pid())) {
            throw Usage.wrong(
                    "The standard input holds data, which the job would not get. Pass it on with --stdin, or leave it out with </dev/null, also in a loop: while read …; do nudge run … </dev/null; done");
        }
        return new JobInput.None();
    }

    /// Returns whether a shell among the ancestors of a process has the same standard input, as
    /// have all processes between them.
    private static boolean isThatOfAShell(long pid) {
        Optional<String> input = link(pid, "fd/0");
        return new ProcessTable()
                .ancestry(pid).stream()
                        .skip(1)
                        .takeWhile(above -> link(above, "fd/0").equals(input))
                        .anyMatch(StandardInput::isShell);
    }

    private static boolean isShell(long pid) {
        return link(pid, "exe")
                .map(program -> SHELLS.contains(program.substring(program.lastIndexOf('/') + 1)))
                .orElse(false);
    }

    private static Optional<String> link(long pid, String name) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), name)).toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
