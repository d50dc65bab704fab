package dev.nudge.bench;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// 1,000 commands that do nothing, 8 at a time: through the queue of the packaged nudge, added by
/// an agent's calls and by `nudge run --batch`, through task-spooler and through xargs.
public final class QueueBench {
    private static final int JOBS = 1_000;
    private static final int PARALLEL = 8;

    /// How many calls are unanswered at most; nudge refuses more than 250.
    private static final int AT_ONCE = 200;

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static final Map<String, Object> CALL =
            Map.of(
                    "name",
                    "run_long_command",
                    "arguments",
                    Map.of("command", "true", "group", "many", "notify", "silent"));

    /// All that there have been: they are removed in the end: a disk that is told at once of freed
    /// blocks makes the next one who writes wait for seconds.
    private static final List<NudgeUser> USERS = new ArrayList<>();

    private QueueBench() {}

    /// Prints the times and their ratios.
    ///
    /// @param args none
    public static void main(String[] args) throws Exception {
        try {
            measure();
        } finally {
            USERS.forEach(NudgeUser::close);
        }
        System.exit(0);
    }

    private static void measure() throws IOException {
        double xargs = shell("seq %d | xargs -P%d -n1 true".formatted(JOBS, PARALLEL), Map.of());
        print("xargs", xargs);
        double shells =
                shell("seq %d | xargs -P%d -n1 sh -c true".formatted(JOBS, PARALLEL), Map.of());
        print("xargs, each through a shell", shells);
        double spooler = spooler();
        print("task-spooler, with the time to add them", spooler);
        for (boolean isObject : new boolean[] {false, true}) {
            String what = isObject ? "objects" : "commands";
            List<Double> batches = batches(isObject);
            print("nudge run --batch: the first 1,000 %s".formatted(what), batches.getFirst());
            print("nudge run --batch: the next 1,000 %s".formatted(what), batches.getLast());
        }
        Times batch = batch();
        print("nudge: these, from nudge resume to the last end", batch.running());
        List<Double> whole = whole();
        print("nudge run --batch, with their run: the first", whole.getFirst());
        print("nudge run --batch, with their run: the fourth", whole.getLast());
        Times tool = tool();
        print("nudge: time to add them, by the tool", tool.adding());
        print("nudge: those, from nudge resume to the last end", tool.running());
        System.out.printf(
                Locale.ROOT,
                "by --batch: to xargs %.1f, to its shells %.1f; with their run, to task-spooler %.2f, the fourth %.2f%n",
                batch.running() / xargs,
                batch.running() / shells,
                whole.getFirst() / spooler,
                whole.getLast() / spooler);
        System.out.printf(
                Locale.ROOT,
                "by the tool: to xargs %.1f, to its shells %.1f%n",
                tool.running() / xargs,
                tool.running() / shells);
    }

    private static NudgeUser user() {
        NudgeUser user = NudgeUser.create();
        USERS.add(user);
        return user;
    }

    private static void print(String what, double seconds) {
        System.out.printf(
                Locale.ROOT,
                "%-44s %7.2f s, %5.1f ms each%n",
                what,
                seconds,
                seconds * 1_000 / JOBS);
    }

    private static double spooler() {
        Path folder = user().folder("tsp");
        return shell(
                "tsp -S %d; for i in $(seq %d); do tsp true; done >/dev/null; for i in $(seq %d); do tsp -w $((i - 1)); done; tsp -K"
                        .formatted(PARALLEL, JOBS, JOBS),
                Map.of(
                        "TS_SOCKET", folder.resolve("socket").toString(),
                        "TMPDIR", folder.toString()));
    }

    /// @param adding seconds
    /// @param running seconds
    private record Times(double adding, double running) {}

    private static Times batch() throws IOException {
        NudgeUser user = paused();
        double adding = add(user, batchFile(user, "true"));
        return new Times(adding, run(user));
    }

    private static Times tool() {
        NudgeUser user = paused();
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            long begin = System.nanoTime();
            int last = 0;
            for (int i = 0; i < JOBS; i++) {
                last = agent.send("tools/call", CALL);
                if (i % AT_ONCE == 0) {
                    awaitAll(agent, last);
                }
            }
            awaitAll(agent, last);
            return new Times(since(begin), run(user));
        }
    }

    /// A user whose group `many` is paused.
    private static NudgeUser paused() {
        NudgeUser user = user();
        user.run("group", "add", "many", "--parallel", Integer.toString(PARALLEL));
        user.run("pause", "many");
        return user;
    }

    private static Path batchFile(NudgeUser user, String line) throws IOException {
        return Files.writeString(user.folder("batch").resolve("jobs"), (line + "\n").repeat(JOBS));
    }

    private static double add(NudgeUser user, Path file) {
        long begin = System.nanoTime();
        user.run("run", "--group", "many", "--batch", file.toString());
        return since(begin);
    }

    /// @return seconds from `nudge resume` to the last end
    private static double run(NudgeUser user) {
        long begin = System.nanoTime();
        user.run("resume", "many");
        awaitEnded(user, JOBS);
        return since(begin);
    }

    private static void awaitEnded(NudgeUser user, int jobs) {
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> user.run("status").contains(jobs + "✓"));
    }

    /// Adds 1,000 jobs and has them run meanwhile, as task-spooler does, four times: at first, the
    /// daemon has just started, and its runtime compiles what it needs.
    ///
    /// @return seconds for each time
    private static List<Double> whole() throws IOException {
        NudgeUser user = user();
        user.run("group", "add", "many", "--parallel", Integer.toString(PARALLEL));
        Path file = batchFile(user, "true");
        List<Double> all = new ArrayList<>();
        for (int times = 1; times <= 4; times++) {
            double adding = add(user, file);
            long begin = System.nanoTime();
            awaitEnded(user, times * JOBS);
            all.add(adding + since(begin));
        }
        return all;
    }

    /// Adds 1,000 jobs by one call, twice: the first time, the daemon has just started.
    ///
    /// @param isObject whether each line has options of its own
    /// @return seconds for each call
    private static List<Double> batches(boolean isObject) throws IOException {
        NudgeUser user = paused();
        String line = isObject ? "{\"command\": \"true\", \"timeout\": 90}" : "true";
        Path file = batchFile(user, line);
        return List.of(add(user, file), add(user, file));
    }

    private static void awaitAll(StandInAgent agent, int last) {
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> agent.lines().size() >= last);
    }

    private static double since(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private static double shell(String script, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(System.getenv());
        all.putAll(environment);
        long begin = System.nanoTime();
        new ShortCommand(LIMIT, all).run(List.of("sh", "-c", script));
        return since(begin);
    }
}
