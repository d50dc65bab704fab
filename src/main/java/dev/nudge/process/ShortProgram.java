package dev.nudge.notify;

import dev.nudge.exec.Signals;
import dev.nudge.job.Signal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs a program that must finish soon, in a process group of its own. If it does not finish in
/// time, or fails, it is killed along with everything it has started.
///
/// @param command the program and its arguments
/// @param limit how long it may take
record ShortProgram(
        List<String> command, Map<String, String> environment, Path directory, Duration limit) {
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int MOST_SAID = 2000;

    /// The outcome.
    sealed interface Outcome {
        /// It ended with exit code 0.
        record Done() implements Outcome {}

        /// It did not succeed.
        ///
        /// @param reason one sentence without its full stop
        record Failed(String reason) implements Outcome {}
    }

    /// Runs it. Blocks until it has ended or has been killed.
    ///
    /// @param input its standard input
    Outcome run(String input) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("setsid"));
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        try {
            Process process = builder.start();
            Thread.ofVirtual().name("input-" + process.pid()).start(() -> feed(process, input));
            return watch(process);
        } catch (IOException e) {
            return new Outcome.Failed("it cannot be run: " + e.getMessage());
        }
    }

    /// Feeds the input. Needs a thread of its own, since the input may never be read.
    private static void feed(Process process, String input) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException unread) {
            return;
        }
    }

    private Outcome watch(Process process) throws InterruptedException, IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        boolean isDone = false;
        try {
            if (!ends(process, said)) {
                return failed(
                        "it took over %d s and was killed".formatted(limit.toSeconds()), said);
            }
            isDone = process.exitValue() == 0;
            return isDone
                    ? new Outcome.Done()
                    : failed("it ended with exit code " + process.exitValue(), said);
        } finally {
            if (!isDone) {
                kill(process);
            }
        }
    }

    /// Waits for the program. Processes that it leaves behind may keep its output open, so nobody
    /// waits for the end of the output.
    private boolean ends(Process process, ByteArrayOutputStream said)
            throws InterruptedException, IOException {
        long deadline = System.nanoTime() + limit.toNanos();
        boolean isOver = false;
        while (!isOver && System.nanoTime() < deadline) {
            isOver = process.waitFor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            take(process.getInputStream(), said);
        }
        return isOver;
    }

    private static Outcome failed(String reason, ByteArrayOutputStream said) {
        String words = said.toString(StandardCharsets.UTF_8).strip();
        return new Outcome.Failed(words.isEmpty() ? reason : reason + ": " + words);
    }

    /// Takes the available output, once: a program that writes endlessly must not be followed.
    private static void take(InputStream from, ByteArrayOutputStream to) throws IOException {
        byte[] bytes = from.readNBytes(from.available());
        to.write(bytes, 0, Math.min(bytes.length, MOST_SAID - to.size()));
    }

    /// Kills the program. Processes that have left the group are found through their parents.
    private static void kill(Process process) throws IOException {
        List<ProcessHandle> descendants = process.descendants().toList();
        Signals.send(List.of(-process.pid()), Signal.KILL);
        descendants.forEach(ProcessHandle::destroyForcibly);
    }
}
