package dev.nudge.bench;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The latency of `run_long_command`, from the request's line into `nudge mcp` to the answer's line
/// out of it.
final class CallBench {
    private static final int CALLS = 100;
    private static final int WARM_UP = 20;

    private CallBench() {}

    static Figures calls() throws IOException {
        List<Double> values = new ArrayList<>();
        try (NudgeUser user = NudgeUser.create();
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
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
            try (OutputStream in = Files.newOutputStream(folder.resolve("in"));
                    BufferedReader out = Files.newBufferedReader(folder.resolve("out"))) {
                ask(in, out, PumpBench.INITIALIZE);
                send(in, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
                for (int i = 0; i < WARM_UP + CALLS; i++) {
                    double ms = call(in, out, i + 1);
                    if (i >= WARM_UP) {
                        values.add(ms);
                    }
                }
            }
        }
        return new Figures("tool call", "ms", values);
    }

    private static double call(OutputStream in, BufferedReader out, int id) throws IOException {
        long start = System.nanoTime();
        String answer =
                ask(
                        in,
                        out,
                        "{\"jsonrpc\":\"2.0\",\"id\":"
                                + id
                                + ",\"method\":\"tools/call\",\"params\":{\"name\":\"run_long_command\",\"arguments\":{\"command\":\"true\"}}}");
        double ms = (System.nanoTime() - start) / 1e6;
        if (!answer.contains("started in the background")) {
            throw new IOException("not started: " + answer);
        }
        return ms;
    }

    private static String ask(OutputStream in, BufferedReader out, String line) throws IOException {
        send(in, line);
        return String.valueOf(out.readLine());
    }

    private static void send(OutputStream in, String line) throws IOException {
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }
}
