package dev.nudge.delivery.typing;

import dev.nudge.bench.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// From the moment at which a prompt is free again to the model's request, in the real Gemini CLI,
/// for each way in which a person makes it free. After a person's key the quiet time comes first,
/// and the delay counts from its end; a script's key has none.
public final class NoticedBench {
    private static final int REPETITIONS = 5;
    private static final double LIMIT_MS = 1000;

    private NoticedBench() {}

    /// Runs the benchmark; exits with 1 if a limit is not met.
    ///
    /// @param args how often each way is tried; a part of the names of the ways that are tried
    public static void main(String[] args) throws Exception {
        int repetitions = args.length == 0 ? REPETITIONS : Integer.parseInt(args[0]);
        String part = args.length < 2 ? "" : args[1];
        List<Double> byScript;
        List<Double> byPerson;
        try (WaitingNote note = new WaitingNote()) {
            byScript = delays(note, "a script", repetitions, part);
            note.attachPerson();
            byPerson = delays(note, "a person", repetitions, part);
        }
        System.out.println();
        boolean isMet = judge("a script", byScript);
        isMet &= judge("a person", byPerson);
        System.exit(isMet ? 0 : 1);
    }

    private static List<Double> delays(WaitingNote note, String who, int repetitions, String part)
            throws Exception {
        List<Double> all = new ArrayList<>();
        List<ClearedPane> ways =
                Arrays.stream(ClearedPane.values())
                        .filter(way -> way.toString().contains(part))
                        .toList();
        for (ClearedPane way : ways) {
            Figures delays =
                    Figures.of(
                            way + ", " + who,
                            "ms",
                            repetitions,
                            () -> note.delay(way).toNanos() / 1e6);
            delays.print();
            all.addAll(delays.values());
        }
        return all;
    }

    private static boolean judge(String who, List<Double> delays) {
        Figures all = new Figures("all ways, " + who, "ms", delays);
        all.print();
        return Figures.judge("noticed after " + who + ", p95", all.p95(), LIMIT_MS, "ms");
    }
}
