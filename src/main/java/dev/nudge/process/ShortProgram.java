package dev.nudge.process;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.launcher.CommandLauncher;
import org.apache.commons.exec.launcher.CommandLauncherFactory;

/// Runs a program that must end soon, and kills it with SIGKILL if it does not.
///
/// Processes that it leaves behind may keep its output open (a tmux client gives its own to the
/// server, which may be stopped), so nobody waits for the end of the output: when the program has
/// ended, everything it wrote is in the pipe. Commons Exec's own executor waits for that end, and
/// swallows interrupts, so only its launcher is used.
///
/// @param home the directory of a program that gets its own session: everything it has started is
///   killed too if it fails or takes too long. Empty for a program in the directory and session of
///   this process
/// @param mostKept the most bytes kept of each of its two outputs
public record ShortProgram(
        List<String> command,
        Duration limit,
        Map<String, String> environment,
        Optional<Path> home,
        int mostKept) {
    private static final CommandLauncher LAUNCHER = CommandLauncherFactory.createVMLauncher();
    private static final long SHORTEST_PAUSE = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(2);
    private static final int MOST_SAID = 2000;

    /// Describes a program; at most 4 MiB of each of its outputs are kept.
    public ShortProgram(
            List<String> command,
            Duration limit,
            Map<String, String> environment,
            Optional<Path> home) {
        this(command, limit, environment, home, 4 << 20);
    }

    /// Describes a program as above, in the environment, directory and session of this process.
    public ShortProgram(Duration limit, String... command) {
        this(List.of(command), limit, System.getenv(), Optional.empty());
    }

    /// The result of a run.
    ///
    /// @param exitCode empty if it took too long and was killed
    /// @param isCut whether it may have written more than is kept
    public record Result(OptionalInt exitCode, String out, String err, boolean isCut) {
        public boolean isSuccess() {
            return exitCode.equals(OptionalInt.of(0));
        }

        /// Returns everything it wrote, at most 2000 characters, without blanks around it.
        public String said() {
            String all = out + err;
            return all.substring(0, Math.min(all.length(), MOST_SAID)).strip();
        }
    }

    /// Runs the program. Blocks until it has ended or has been killed.
    ///
    /// @throws IOException if it cannot be started, or if this thread is interrupted: the program
    ///   is killed then, and the thread stays interrupted
    public Result run(String input) throws IOException {
        try {
            return result(input);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it was running");
        }
    }

    /// Runs the program like [#run], and returns why it failed: one sentence without a full stop;
    /// empty if it ended with exit code 0.
    public Optional<String> failure(String input) throws InterruptedException {
        try {
            Result result = result(input);
            return result.isSuccess() ? Optional.empty() : Optional.of(reason(result));
        } catch (IOException e) {
            return Optional.of("it cannot be run: " + e.getMessage());
        }
    }

    private String reason(Result result) {
        String reason =
                result.exitCode().isPresent()
                        ? "it ended with exit code " + result.exitCode().getAsInt()
                        : "it took over %d s and was killed".formatted(limit.toSeconds());
        return result.said().isEmpty() ? reason : reason + ": " + result.said();
    }

    private Result result(String input) throws IOException, InterruptedException {
        Process process = start();
        Thread.ofVirtual().name("input-" + process.pid()).start(() -> feed(process, input));
        return watch(process);
    }

    private Process start() throws IOException {
        List<String> words = new ArrayList<>(home.isPresent() ? List.of("setsid") : List.of());
        words.addAll(command);
        CommandLine line = new CommandLine(words.getFirst());
        words.stream().skip(1).forEach(word -> line.addArgument(word, false));
        File directory = home.map(Path::toFile).orElse(null);
        return ProgramStart.by(() -> LAUNCHER.exec(line, environment, directory));
    }

    private static void feed(Process process, String input) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException unread) {
            return;
        }
    }

    private Result watch(Process process) throws InterruptedException, IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        long deadline = System.nanoTime() + limit.toNanos();
        boolean isOver = false;
        // A pipe holds little: with long pauses, a long output would take seconds.
        long pause = SHORTEST_PAUSE;
        try {
            while (!isOver && System.nanoTime() < deadline) {
                isOver = process.waitFor(pause, TimeUnit.NANOSECONDS);
                boolean isWriting = take(process.getInputStream(), out);
                isWriting |= take(process.getErrorStream(), err);
                pause = isWriting ? SHORTEST_PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
            }
        } finally {
            boolean isDone = isOver && (home.isEmpty() || process.exitValue() == 0);
            if (!isDone) {
                kill(process);
            }
        }
        return new Result(
                isOver ? OptionalInt.of(process.exitValue()) : OptionalInt.empty(),
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8),
                out.size() >= mostKept || err.size() >= mostKept);
    }

    /// Takes the available output, once: a program that writes endlessly must not be followed.
    private boolean take(InputStream from, ByteArrayOutputStream to) throws IOException {
        byte[] bytes = from.readNBytes(from.available());
        to.write(bytes, 0, Math.min(bytes.length, mostKept - to.size()));
        return bytes.length > 0;
    }

    /// Kills the program and its descendants, which are found through their parents, also outside
    /// its session.
    private void kill(Process process) throws IOException {
        List<ProcessHandle> descendants = process.descendants().toList();
        if (home.isPresent()) {
            String script = "kill -s KILL -- -" + process.pid();
            new ShortProgram(KILL_LIMIT, "/bin/sh", "-c", script).run("");
        }
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
    }
}
