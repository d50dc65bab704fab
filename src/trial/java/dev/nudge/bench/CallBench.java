package dev.nudge.bench;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// The latency of tool calls, from the request's line into `nudge mcp` to the answer's line out of
/// it.
final class CallBench {
    private static final int CALLS = 100;
    private static final int WARM_UP = 20;
    private static final Duration LOOKED_AT = Duration.ofSeconds(3);
    private static final Duration AGES = Duration.ofSeconds(10);

    private CallBench() {}

    static Figures calls() throws Exception {
        try (NudgeUser user = NudgeUser.create();
                TmuxServerFixture tmux = TmuxServerFixture.start();
                Pipes pipes = Pipes.to(user, tmux)) {
            String call = "\"run_long_command\",\"arguments\":{\"command\":\"true\"}";
            return repeat(pipes, "tool call", call, "started in the background");
        }
    }

    /// Reads the end of a log of so many bytes.
    static Figures reads(long size) throws Exception {
        try (NudgeUser user = NudgeUser.create();
                TmuxServerFixture tmux = TmuxServerFixture.start();
                Pipes pipes = Pipes.to(user, tmux)) {
            pipes.call(
                    "\"run_long_command\",\"arguments\":{\"command\":\"true\",\"notify\":\"silent\"}",
                    "started");
            user.awaitEnd(1);
            // The daemon looks at the log once more after the end.
            await().pollDelay(LOOKED_AT).atMost(AGES).until(() -> true);
            grow(user.job(1).resolve("output.log"), size);
            String call = "\"read_output\",\"arguments\":{\"job\":1,\"tail\":100}";
            return repeat(pipes, "read_output, the last 100 lines", call, "of output");
        }
    }

    private static void grow(Path file, long size) throws IOException {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "rw")) {
            // No NUL at the start: a log of NULs is binary.
            log.write("a line of output\n".repeat(100).getBytes(StandardCharsets.UTF_8));
            log.setLength(size);
            log.seek(size);
            log.write("\na line of output\n".repeat(500).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Figures repeat(Pipes pipes, String name, String call, String expected)
            throws Exception {
        Figures.of("warm-up", "ms", WARM_UP, () -> pipes.call(call, expected));
        return Figures.of(name, "ms", CALLS, () -> pipes.call(call, expected));
    }

    /// A `nudge mcp` in a pane, spoken to line by line.
    record Pipes(OutputStream in, BufferedReader out) implements AutoCloseable {
        static Pipes to(NudgeUser user, TmuxServerFixture tmux) throws IOException {
            Path folder = user.folder("pipes");
            String script =
                    "cd '%s'; mkfifo in out; : >made; exec '%s' mcp <in >out"
                            .formatted(folder, PumpBench.LAUNCHER);
            tmux.newSession(
                    "gemini-cli",
                    100,
                    30,
                    user.environment(),
                    "sh -c \"" + script + "; exec sleep 1\"");
            while (!Files.exists(folder.resolve("made"))) {
                Thread.onSpinWait();
            }
            Pipes pipes =
                    new Pipes(
                            Files.newOutputStream(folder.resolve("in")),
                            Files.newBufferedReader(folder.resolve("out")));
            pipes.ask(PumpBench.INITIALIZE);
            pipes.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            return pipes;
        }

        /// Calls a tool, one call after the other: all have the same id.
        ///
        /// @return what it took, in milliseconds
        double call(String call, String expected) throws IOException {
            long start = System.nanoTime();
            String answer =
                    ask(
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":%s}}"
                                    .formatted(call));
            double ms = (System.nanoTime() - start) / 1e6;
            if (!answer.contains(expected)) {
                throw new IOException("unexpected: " + answer);
            }
            return ms;
        }

        private String ask(String line) throws IOException {
            send(line);
            return String.valueOf(out.readLine());
        }

        private void send(String line) throws IOException {
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        }

        @Override
        public void close() throws IOException {
            in.close();
            out.close();
        }
    }
}
