package dev.nudge.console.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nudge.console.Usage;
import dev.nudge.console.caller.Caller;
import dev.nudge.console.caller.Caller.Kind;
import dev.nudge.console.caller.Caller.Stream;
import dev.nudge.exec.JobInput;
import dev.nudge.process.ProcessTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Reads the caller's standard input: for a job, or all of it as UTF-8 text.
final class StandardInput {
    static final int LIMIT = 8 * 1024 * 1024;
    static final Duration FIRST_BYTES = Duration.ofMillis(500);

    private static final int LONGEST_CHARACTER = 4;
    private static final Set<String> SHELLS =
            Set.of(
                    "ash", "bash", "busybox", "csh", "dash", "fish", "ksh", "ksh93", "mksh", "sh",
                    "tcsh", "yash", "zsh");

    private StandardInput() {}

    /// Reads text to the end, but no more than 8 MiB, cut at the end of a character. Blocks for
    /// half a second if nothing arrives, else as long as the writer takes. If nothing arrived, a
    /// thread still waits for the stream. It ends when something comes, which it ignores, errors
    /// too, or when the stream ends.
    ///
    /// @param input read by nobody else from now on
    /// @param warnings gets a sentence, in the words of Gemini CLI, if the rest has not been read
    /// @return the text; empty if nothing arrived in time
    /// @throws IOException if the stream breaks before its end
    static Optional<String> text(InputStream input, Consumer<String> warnings)
            throws IOException, InterruptedException {
        FutureTask<byte[]> first = new FutureTask<>(() -> input.readNBytes(1));
        Thread.ofVirtual().name("stdin").start(first);
        try {
            byte[] begin = first.get(FIRST_BYTES.toMillis(), TimeUnit.MILLISECONDS);
            InputStream all = new SequenceInputStream(new ByteArrayInputStream(begin), input);
            String text = new String(all.readNBytes(LIMIT + LONGEST_CHARACTER), UTF_8);
            // A character cut at the limit decodes to U+FFFD, beyond the limit as well.
            CharBuffer read = CharBuffer.wrap(text);
            ByteBuffer room = ByteBuffer.allocate(Math.min(LIMIT, 3 * text.length()));
            var _ = UTF_8.newEncoder().encode(read, room, true);
            if (read.hasRemaining()) {
                warnings.accept("Warning: stdin input truncated to " + LIMIT + " bytes.");
            }
            return Optional.of(text.substring(0, read.position()));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IOException("Cannot read standard input: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException("Cannot read standard input: " + e, e);
        }
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
        Usage.refuseIf(
                caller.kind(Stream.IN) != Kind.TERMINAL
                        && caller.in().available() > 0
                        && !isThatOfAShell(caller.hello().pid()),
                "The standard input holds data, which the job would not get. Pass it on with --stdin, or leave it out with </dev/null, also in a loop: while read …; do nudge run … </dev/null; done");
        return new JobInput.None();
    }

    /// Returns whether a shell among the ancestors of a process has the same standard input, as
    /// have all processes between them.
    private static boolean isThatOfAShell(long pid) {
        Optional<Path> input = link(pid, "fd/0");
        return new ProcessTable()
                .ancestry(pid).stream()
                        .skip(1)
                        .takeWhile(above -> link(above, "fd/0").equals(input))
                        .flatMap(above -> link(above, "exe").stream())
                        .anyMatch(program -> SHELLS.contains(program.toFile().getName()));
    }

    private static Optional<Path> link(long pid, String name) {
        try {
            return Optional.of(Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), name)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
