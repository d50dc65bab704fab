package dev.nudge.bench;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What running tasks cost while their client asks for each, as long after its last answer as it is
/// told to: the processor time of the daemon and of `nudge mcp`, beyond what they need while nobody
/// asks. One task alone costs most: a daemon that is awake answers more questions for little.
final class TaskBench {
    private static final List<Integer> NUMBERS = List.of(1, 20);
    private static final double LIMIT_PER_MILLE = 2;
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration TICK = Duration.ofMillis(20);
    private static final Duration WARM_UP = Duration.ofSeconds(30);
    private static final Duration MEASURED = Duration.ofMinutes(1);

    private final NudgeUser user;
    private final StandInAgent agent;
    private final List<String> tasks = new ArrayList<>();

    /// The lines of the agent that have been read.
    private int read;

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
            var _ = ask(WARM_UP, pause);
            Cost unasked = cost(MEASURED);
            Cost asked = cost(pause);
            isMet &=
                    Figures.judge(
                            "each of %d tasks, asked for %d ms after an answer"
                                    .formatted(number, pause.toMillis()),
                            (asked.perMille() - unasked.perMille()) / number,
                            LIMIT_PER_MILLE,
                            "per mille of a core");
            System.out.printf(
                    Locale.ROOT,
                    "  in all %.2f; while nobody asks %.2f; %d questions%n",
                    asked.perMille(),
                    unasked.perMille(),
                    asked.questions());
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

    /// @param perMille the share of a core that was used
    private record Cost(double perMille, int questions) {}

    private Cost cost(Duration pause) throws IOException {
        long begin = System.nanoTime();
        double before = seconds();
        int questions = ask(MEASURED, pause);
        Duration _ = pause(tasks.getLast());
        return new Cost(
                (seconds() - before) / ((System.nanoTime() - begin) / 1e9) * 1000, questions);
    }

    private double seconds() throws IOException {
        return ProcessorTime.of(user.daemonPid()).own() + ProcessorTime.of(agent.pumpPid()).own();
    }

    /// Asks for each task, a pause after its last answer.
    ///
    /// @return how often
    private int ask(Duration time, Duration pause) {
        long end = System.nanoTime() + time.toNanos();
        Map<String, Long> due = new HashMap<>();
        tasks.forEach(task -> due.put(task, System.nanoTime() + pause.toNanos()));
        Map<Integer, String> asked = new HashMap<>();
        int questions = 0;
        read = agent.lines().size();
        while (System.nanoTime() < end) {
            await().pollDelay(TICK).until(() -> true);
            answered()
                    .flatMap(id -> Optional.ofNullable(asked.remove(id)).stream())
                    .forEach(task -> due.put(task, System.nanoTime() + pause.toNanos()));
            List<String> next =
                    tasks.stream()
                            .filter(task -> due.getOrDefault(task, end) < System.nanoTime())
                            .toList();
            for (String task : next) {
                due.remove(task);
                asked.put(agent.sendAlone("tasks/get", Map.of("taskId", task), true), task);
                questions++;
            }
        }
        return questions;
    }

    /// Returns the ids of the answers that have come since the last time.
    private Stream<Integer> answered() {
        List<String> all = agent.lines();
        List<String> fresh = all.subList(read, all.size());
        read = all.size();
        return fresh.stream().map(line -> JSON.readTree(line).path("id").asInt(0));
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
