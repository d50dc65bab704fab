package dev.nudge.bench;

import dev.nudge.testkit.NudgeUser;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Start and memory of `nudge mcp` with a warm daemon, and of a Node process that prints one line,
/// in turns.
record PumpBench(Figures initialize, Figures memory, Figures node, Figures nodeMemory) {
    static final Path LAUNCHER = Path.of("target/extension/bin/nudge").toAbsolutePath();
    static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                    + "\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}";

    private static final int RUNS = 15;
    private static final List<String> NODE =
            List.of("node", "-e", "console.log('ready'); setInterval(() => {}, 1e6)");

    private record Start(double ms, double mb) {}

    static PumpBench measure() throws IOException {
        List<Start> pump = new ArrayList<>();
        List<Start> node = new ArrayList<>();
        try (NudgeUser user = NudgeUser.create()) {
            List<String> mcp = List.of(LAUNCHER.toString(), "mcp");
            start(mcp, user.environment(), INITIALIZE);
            for (int i = 0; i < RUNS; i++) {
                pump.add(start(mcp, user.environment(), INITIALIZE));
                node.add(start(NODE, user.environment(), ""));
            }
        }
        return new PumpBench(
                figures("initialize, warm daemon", "ms", pump.stream().map(Start::ms).toList()),
                figures("memory of nudge mcp", "MB", pump.stream().map(Start::mb).toList()),
                figures("node prints a line", "ms", node.stream().map(Start::ms).toList()),
                figures("memory of that node", "MB", node.stream().map(Start::mb).toList()));
    }

    private static Figures figures(String name, String unit, List<Double> values) {
        return new Figures(name, unit, values);
    }

    private static Start start(List<String> command, Map<String, String> environment, String line)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        long begin = System.nanoTime();
        Process process = builder.start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            if (!line.isEmpty()) {
                process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
            }
            if (out.readLine() == null) {
                throw new IOException(command + " said nothing");
            }
            double ms = (System.nanoTime() - begin) / 1e6;
            return new Start(ms, residentMegabytes(process.pid()));
        } finally {
            process.destroyForcibly();
        }
    }

    static double proportionalMegabytes(long pid) throws IOException {
        return megabytes(pid, "smaps_rollup", "Pss:");
    }

    static double residentMegabytes(long pid) throws IOException {
        return megabytes(pid, "status", "VmRSS:");
    }

    private static double megabytes(long pid, String file, String field) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pid), file)).stream()
                .filter(l -> l.startsWith(field))
                .mapToDouble(l -> Double.parseDouble(l.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElse(0);
    }

    void print() {
        List.of(initialize, memory, node, nodeMemory).forEach(Figures::print);
    }

    void compare() {
        System.out.printf(
                Locale.ROOT,
                "nudge mcp to node: start ratio %.2f, memory ratio %.2f%n",
                initialize.p50() / node.p50(),
                memory.p50() / nodeMemory.p50());
    }
}
