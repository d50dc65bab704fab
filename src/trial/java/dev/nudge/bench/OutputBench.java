package dev.nudge.bench;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The end of a huge log, and a line in a watched file.
public final class OutputBench {
    private static final long HUGE = 10L << 30;
    private static final int MATCHES = 20;
    private static final double READ_LIMIT_MS = 20;
    private static final double WATCH_LIMIT_MS = 1_000;

    private OutputBench() {}

    /// Prints the figures and their ratios to the limits; exits with 1 if one is not met.
    ///
    /// @param args none
    public static void main(String[] args) throws Exception {
        boolean isMet;
        try (NudgeUser user = NudgeUser.create();
                TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            Figures reads = CallBench.reads(HUGE);
            Figures matches = matches(user, agent);
            reads.print();
            matches.print();
            boolean isRead = Figures.judge("end of 10 GB, p50", reads.p50(), READ_LIMIT_MS, "ms");
            isMet =
                    Figures.judge("line to match, p95", matches.p95(), WATCH_LIMIT_MS, "ms")
                            && isRead;
        }
        System.exit(isMet ? 0 : 1);
    }

    private static Figures matches(NudgeUser user, StandInAgent agent) throws IOException {
        Path file = user.folder("project").resolve("app.log");
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < MATCHES; i++) {
            agent.call("watch_output", Map.of("file", "app.log", "pattern", "ERROR"));
            Instant written = Instant.now();
            Files.writeString(
                    file, "ERROR\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            Instant told = Instant.parse(user.awaitEnd(i + 1).path("ended_at").stringValue());
            times.add(Duration.between(written, told).toNanos() / 1e6);
        }
        return new Figures("line in a file to its match", "ms", times);
    }
}
