package dev.nudge.bench;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What running tasks cost while their client asks for each after every pause: the processor time
/// of the daemon and of `nudge mcp`, beyond what they need while nobody asks. One task alone costs
/// most: a daemon that is awake answers more questions for little.
final class TaskBench {
    private static final List<Integer> NUMBERS = List.of(1, 20);
    private static final double LIMIT_PER_MILLE = 2;
    private static final Duration WARM_UP = Duration.ofSeconds(30);
    private static final Duration MEASURED = Duration.ofMinutes(1);

    private final NudgeUser user;
    private final StandInAgent agent;
    private final List<String> tasks = new ArrayList<>();

    private TaskBench(NudgeUser user, StandInAgent agent) {
        this.user = user;
        this.agent = agent;
    }

    /// Exit code 1 if a task costs more than the limit.
    public static void main(String[] args) throws IOException {
        boolean isMet;
        try (NudgeUser user = NudgeUser.create();
                TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.startModern(tmux, user, "gemini-cli")) {
            isMet = new TaskBench(user, agent).run();
        }
        System.exit(isMet ? 0 : 1);
    }

    private boolean run() throws IOException {
        boolean isMet = true;
        for (int number : NUMBERS) {
            while (tasks.size() < number) {
                tasks.add(begin());
            }
            Duration pause = pause(tasks.getLast());
            ask(WARM_UP, pause);
            double unasked = perMille(MEASURED);
            double asked = perMille(pause);
            isMet &=
                    Figures.judge(
                            "each of %d tasks, asked for every %d ms"
                                    .formatted(number, pause.toMillis()),
                            (asked - unasked) / number,
                            LIMIT_PER_MILLE,
                            "per mille of a core");
            System.out.printf(
                    Locale.ROOT, "  in all %.2f; while nobody asks %.2f%n", asked, unasked);
        }
        return isMet;
    }

    private String begin() {
        Map<String, Object> command =
                Map.of("command", "while :; do echo a line of output; sleep 10; done");
        return agent.callAlone("run_long_command", command, true)
                .path("result")
                .path("taskId")
                .stringValue();
    }

    /// Returns the share of a core that is used while all tasks are asked for after each pause.
    private double perMille(Duration pause) throws IOException {
        long begin = System.nanoTime();
        double before = seconds();
        ask(MEASURED, pause);
        Duration _ = pause(tasks.getLast());
        return (seconds() - before) / ((System.nanoTime() - begin) / 1e9) * 1000;
    }

    private double seconds() throws IOException {
        return ProcessorTime.of(user.daemonPid()).own() + ProcessorTime.of(agent.pumpPid()).own();
    }

    /// Asks for all tasks after each pause.
    private void ask(Duration time, Duration pause) {
        long end = System.nanoTime() + time.toNanos();
        long next = System.nanoTime();
        while (next < end) {
            next += pause.toNanos();
            Duration rest = Duration.ofNanos(Math.max(1, next - System.nanoTime()));
            await().pollDelay(rest).atMost(rest.plusSeconds(10)).until(() -> true);
            if (next < end) {
                tasks.forEach(task -> agent.sendAlone("tasks/get", Map.of("taskId", task), true));
            }
        }
    }

    /// Returns how long a client is to wait between two questions.
    private Duration pause(String task) {
        JsonNode answer = agent.alone("tasks/get", Map.of("taskId", task), true).path("result");
        if (!answer.path("status").asString("").equals("working")) {
            throw new IllegalStateException("unexpected: " + answer);
        }
        return Duration.ofMillis(answer.path("pollIntervalMs").intValue());
    }
}
