package dev.nudge.bench;

import dev.nudge.terminal.emulator.HeadlessTerminal;
import dev.nudge.terminal.emulator.Scrollback;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Prints how many megabytes a second the headless terminal takes, and how much memory its
/// scrollback needs. A pty gives at most about 50 MB/s, so the terminal must take far more.
public final class TerminalBench {
    private static final int ROUNDS = 7;
    private static final int WARM_UP = 3;
    private static final int BYTES = 64 * 1024 * 1024;
    private static final int CHUNK = 8192;
    private static final double LIMIT = 50;

    private TerminalBench() {}

    /// Takes no arguments.
    public static void main(String[] arguments) {
        rate("plain lines of 80", "x".repeat(79) + "y\r\n");
        rate("coloured words", "\u001b[1;32mabcdefgh\u001b[0m  ".repeat(8) + "\r\n");
        rate("progress bar", "\r\u001b[K 42% [" + "#".repeat(40) + "]");
        rate("wide and accented text", "漢字かな交じり文 und größere Wörter\r\n");
        memory("plain", "x".repeat(79) + "y\r\n");
        memory("coloured", "\u001b[1;32mabcdefgh\u001b[0m  ".repeat(8) + "\r\n");
    }

    private static void rate(String name, String unit) {
        byte[] input = repeated(unit);
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < WARM_UP + ROUNDS; i++) {
            double rate = feed(input);
            if (i >= WARM_UP) {
                rates.add(rate);
            }
        }
        Figures figures = new Figures(name, "MB/s", rates);
        figures.print();
        System.out.printf(
                Locale.ROOT,
                "%-34s %7.1f MB/s, a pty gives %.0f MB/s: ratio %.1f%n",
                "",
                figures.p50(),
                LIMIT,
                figures.p50() / LIMIT);
    }

    private static byte[] repeated(String unit) {
        byte[] bytes = unit.getBytes(StandardCharsets.UTF_8);
        byte[] input = new byte[BYTES / bytes.length * bytes.length];
        for (int i = 0; i < input.length; i += bytes.length) {
            System.arraycopy(bytes, 0, input, i, bytes.length);
        }
        return input;
    }

    private static double feed(byte[] input) {
        HeadlessTerminal terminal = new HeadlessTerminal(120, 30);
        long start = System.nanoTime();
        for (int i = 0; i < input.length; i += CHUNK) {
            terminal.feed(input, i, Math.min(CHUNK, input.length - i));
        }
        return input.length / 1e6 / ((System.nanoTime() - start) / 1e9);
    }

    private static void memory(String name, String line) {
        int limit = HeadlessTerminal.DEFAULT_SCROLLBACK;
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        Scrollback kept = Scrollback.of(120, limit, bytes, limit + 30);
        System.out.printf(
                Locale.ROOT,
                "scrollback, %-10s %d lines: %.1f MB, %.1f bytes a line%n",
                name,
                kept.lines(),
                kept.bytes() / 1e6,
                kept.bytes() / (double) kept.lines());
    }
}
