package dev.nudge.bench;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Start and memory of `nudge mcp` with a warm daemon, and of a Node process that prints one line,
/// in turns.
record PumpBench(Figures initialize, Figures memory, Figures node, Figures nodeMemory) {
    static final String LAUNCHER = NudgeUser.command().getFirst();
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
            List<String> mcp = NudgeUser.command("mcp");
            Start _ = start(user, mcp, INITIALIZE);
            for (int i = 0; i < RUNS; i++) {
                pump.add(start(user, mcp, INITIALIZE));
                node.add(start(user, NODE, ""));
            }
        }
        return new PumpBench(
                new Figures("initialize, warm daemon", "ms", pump.stream().map(Start::ms).toList()),
                new Figures("memory of nudge mcp", "MB", pump.stream().map(Start::mb).toList()),
                new Figures("node prints a line", "ms", node.stream().map(Start::ms).toList()),
                new Figures("memory of that node", "MB", node.stream().map(Start::mb).toList()));
    }

    private static Start start(NudgeUser user, List<String> command, String line)
            throws IOException {
        Answered program = Answered.by(user, command, line);
        try {
            return new Start(program.ms(), residentMegabytes(program.process().pid()));
        } finally {
            program.process().destroyForcibly();
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
