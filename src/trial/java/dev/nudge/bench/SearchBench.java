package dev.nudge.bench;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/// Searches in a log of 500 MB, also in one with colours and in one with progress, beside grep and
/// beside reading it in the same run.
public final class SearchBench {
    private static final long SIZE = 500_000_000;
    private static final int BLOCK = 256 << 10;
    private static final int ROUNDS = 5;

    /// The limit for texts, and that for other patterns, as multiples of the time of grep.
    private static final double TIMES_GREP = 10;

    private static final double TIMES_GREP_PATTERN = 40;
    private static final Pattern TEXT = Pattern.compile("[\\w |]+");
    private static final String[] WORDS = {
        "resolving", "artifact", "module", "checking", "transfer", "central", "über", "done", "12"
    };

    private SearchBench() {}

    /// Prints the figures and their ratios to grep's; exits with 1 if a limit is not met.
    ///
    /// @param args what the names of the wanted cases begin with; none for all
    public static void main(String[] args) throws Exception {
        boolean isMet = true;
        try (NudgeUser user = NudgeUser.create();
                TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            agent.run(Map.of("command", "echo", "notify", "silent"));
            user.awaitEnd(1);
            Path log = user.job(1).resolve("output.log");
            isMet &= measure(CASES, args, user, agent, log, Kind.PLAIN);
            isMet &= measure(COLOURED, args, user, agent, log, Kind.COLOURED);
            isMet &= measure(PROGRESS, args, user, agent, log, Kind.PROGRESS);
        }
        System.exit(isMet ? 0 : 1);
    }

    private static boolean measure(
            List<Case> cases,
            String[] names,
            NudgeUser user,
            StandInAgent agent,
            Path log,
            Kind kind)
            throws Exception {
        List<Case> wanted =
                cases.stream()
                        .filter(one ->
                                names.length == 0
                                        || Arrays.stream(names).anyMatch(one.name()::startsWith))
                        .toList();
        if (!wanted.isEmpty()) {
            write(log, kind);
        }
        boolean isMet = true;
        for (Case one : wanted) {
            isMet &= one.measure(user, agent, log);
        }
        return isMet;
    }

    private static final List<Case> CASES =
            List.of(
                    new Case("a literal, no match", "no such word", 0),
                    new Case("a literal, 5,000 matches", "transfer failed", 0),
                    new Case(
                            "a pattern with a literal",
                            "[0-9]+ .*transfer failed in [0-9]+ ms$",
                            0),
                    new Case("one of two literals", "transfer failed|no such word", 0),
                    new Case("one of five literals", "error|warn|failed|fatal|panic", 0),
                    new Case("a literal in any case", "(?i)Transfer Failed", 0),
                    new Case("every tenth line", "phase [0-9]", 0),
                    new Case("a pattern, as often", "[0-9]+ .*phase [0-9]", 0),
                    new Case("without a literal", "[0-9]{4}[a-z]", 0),
                    new Case("digits at the end", "[0-9]+$", 0),
                    new Case("words and digits", "[a-z]+ [0-9]+ [a-z]+ [0-9]+", 0),
                    new Case("^1000, the last 5", "^1000", 5));

    private static final List<Case> COLOURED =
            List.of(
                    new Case("colours, no match", "no such word", 0),
                    new Case("colours, 5,000 matches", "transfer failed", 0),
                    new Case("colours, every tenth line", "phase [0-9]", 0),
                    new Case("colours, a pattern", "[0-9]+ .*phase [0-9]", 0));

    /// Lines as curl and pip write them on a terminal: each state replaces the one before it.
    private static final List<Case> PROGRESS =
            List.of(
                    new Case("progress, no match", "no such word", 0),
                    new Case("progress, every tenth line", "phase [0-9]", 0));

    private enum Kind {
        PLAIN("", "", "\n"),
        COLOURED("[\u001b[1;34mINFO\u001b[m] ", "\u001b[0m", "\n"),
        PROGRESS("  1% of 12 MB\r 50% of 12 MB\r100% of 12 MB\r", "", "\r\n");

        private final String start;
        private final String middle;
        private final String end;

        Kind(String start, String middle, String end) {
            this.start = start;
            this.middle = middle;
            this.end = end;
        }
    }

    private static void write(Path log, Kind kind) throws IOException {
        Random random = new Random(7);
        long size = 0;
        try (BufferedWriter out = Files.newBufferedWriter(log)) {
            for (int line = 1; size < SIZE; line++) {
                StringBuilder text = new StringBuilder();
                text.append(kind.start).append(line);
                for (int i = 0; i < 8; i++) {
                    text.append(' ').append(WORDS[random.nextInt(WORDS.length)]);
                }
                text.append(line % 10 == 0 ? " phase 7" : "");
                text.append(kind.middle);
                text.append(line % 1_300 == 0 ? " transfer failed in 12 ms" : " ok");
                text.append(kind.end);
                out.append(text);
                size += text.length();
            }
        }
    }

    /// What a search is compared with, in milliseconds: grep, grep that only counts, and reading.
    private record Beside(double grep, double count, double read) {}

    /// A search.
    ///
    /// @param last how many of the last matches are wanted; 0 for all
    private record Case(String name, String pattern, int last) {
        boolean measure(NudgeUser user, StandInAgent agent, Path log) throws Exception {
            // With its output in /dev/null, grep would stop at the first match.
            String behind = last == 0 ? "cat" : "tail -n " + last;
            double grep = grep(user, "grep -E \"$0\" \"$1\" | " + behind, log);
            Beside beside =
                    new Beside(
                            grep,
                            grep(user, "grep -c -E \"$0\" \"$1\" | cat", log),
                            ms(() -> read(log)));
            List<String> words = new ArrayList<>(NudgeUser.command("logs", "--grep", pattern, "1"));
            if (last > 0) {
                words.addAll(List.of("-n", Integer.toString(last)));
            }
            double logs = ms(() -> run(user, words));
            boolean isMet = judge("nudge logs", logs, beside);
            if (last == 0) {
                double read =
                        ms(() -> agent.call("read_output", Map.of("job", 1, "pattern", pattern)));
                isMet &= judge("read_output", read, beside);
            }
            return isMet;
        }

        private double grep(NudgeUser user, String line, Path log) throws Exception {
            return ms(() -> run(user, List.of("sh", "-c", line, pattern, log.toString())));
        }

        private static long read(Path log) throws IOException {
            ByteBuffer block = ByteBuffer.allocate(BLOCK);
            long size = 0;
            try (SeekableByteChannel channel = Files.newByteChannel(log)) {
                for (int read = 0; read >= 0; read = channel.read(block.clear())) {
                    size += read;
                }
            }
            return size;
        }

        private boolean judge(String who, double ms, Beside beside) {
            double limit = TEXT.matcher(pattern).matches() ? TIMES_GREP : TIMES_GREP_PATTERN;
            boolean isMet = ms <= limit * beside.grep();
            System.out.printf(
                    Locale.ROOT,
                    "%-26s %-12s %7.0f ms, grep %6.0f ms, grep -c %6.0f ms, read %6.0f ms: ratio %5.2f, limit %.0f %s%n",
                    name,
                    who,
                    ms,
                    beside.grep(),
                    beside.count(),
                    beside.read(),
                    ms / beside.grep(),
                    limit,
                    isMet ? "ok" : "TOO SLOW");
            return isMet;
        }

        private static int run(NudgeUser user, List<String> words) throws Exception {
            ProcessBuilder builder = new ProcessBuilder(words);
            builder.environment().clear();
            builder.environment().putAll(user.environment());
            builder.environment().put("LC_ALL", "C.UTF-8");
            return builder.redirectOutput(Redirect.DISCARD).start().waitFor();
        }

        /// The median.
        private static double ms(Figures.Work work) throws Exception {
            return Figures.of("", "ms", ROUNDS, () -> Figures.ms(work)).p50();
        }
    }
}
