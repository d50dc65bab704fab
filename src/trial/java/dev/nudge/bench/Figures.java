package dev.nudge.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/// Measured values of one kind, in the order in which they were measured.
public record Figures(String name, String unit, List<Double> values) {
    public Figures {
        values = List.copyOf(values);
    }

    /// Something to measure.
    public interface Work {
        void run() throws Exception;
    }

    /// Measures something so many times.
    public static Figures of(String name, String unit, int times, Callable<Double> measured)
            throws Exception {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            values.add(measured.call());
        }
        return new Figures(name, unit, values);
    }

    /// Returns how many milliseconds something takes.
    public static double ms(Work work) throws Exception {
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / 1e6;
    }

    /// Returns the median.
    public double p50() {
        return percentile(50);
    }

    /// Returns the value that 19 of 20 do not exceed.
    public double p95() {
        return percentile(95);
    }

    /// Returns the largest value.
    public double max() {
        return percentile(100);
    }

    /// Nearest rank: the smallest value that this share of all values does not exceed.
    private double percentile(int percent) {
        double[] sorted = values.stream().mapToDouble(v -> v).sorted().toArray();
        int rank = (int) Math.ceil(percent / 100.0 * sorted.length);
        return sorted[Math.max(0, rank - 1)];
    }

    /// Prints the figures on a line.
    public void print() {
        System.out.printf(
                Locale.ROOT,
                "%-44s n=%-3d p50 %7.1f %s  p95 %7.1f %s  min %7.1f  max %7.1f%n",
                name,
                values.size(),
                p50(),
                unit,
                p95(),
                unit,
                percentile(0),
                max());
    }

    /// Prints how a value stands to its limit and returns whether it is within.
    public static boolean judge(String what, double value, double limit, String unit) {
        boolean isMet = value <= limit;
        System.out.printf(
                Locale.ROOT,
                "%-44s %7.1f %s, limit %s %s: ratio %.2f %s%n",
                what,
                value,
                unit,
                limit == Math.rint(limit) ? Long.toString((long) limit) : Double.toString(limit),
                unit,
                value / limit,
                isMet ? "ok" : "TOO MUCH");
        return isMet;
    }
}
