package dev.nudge.jobs.trial;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Random jobs in a real queue, whose daemon is killed again and again, while groups are paused and
/// resumed: each is to be started as often as a model in plain code says, in the order and within
/// the limits that were asked for.
public final class QueueTrial {
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final NudgeUser user;
    private final Random random;
    private final List<TrialJob> jobs = new ArrayList<>();

    private QueueTrial(NudgeUser user, long seed) {
        this.user = user;
        this.random = new Random(seed);
    }

    /// Runs a trial; exits with 1 if the model does not agree.
    ///
    /// @param args the number of jobs, default 1,000; of kills, default 50; the seed, default
    ///   random
    public static void main(String[] args) throws Exception {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
        int kills = args.length > 1 ? Integer.parseInt(args[1]) : 50;
        long seed = args.length > 2 ? Long.parseLong(args[2]) : new Random().nextInt(1_000_000);
        System.out.printf("%d jobs, %d kills of the daemon, seed %d%n", count, kills, seed);
        try (NudgeUser user = NudgeUser.with(Map.of("NUDGE_KEEP_JOBS", "100000"))) {
            List<String> complaints = new QueueTrial(user, seed).run(count, kills);
            complaints.forEach(System.out::println);
            System.out.printf("%d complaints%n", complaints.size());
            System.exit(complaints.isEmpty() ? 0 : 1);
        }
    }

    private Path diary() {
        return user.folder("trial").resolve("diary");
    }

    private List<String> run(int count, int kills) throws IOException, InterruptedException {
        Files.createFile(diary());
        for (String group : TrialJob.groups()) {
            String parallel = Integer.toString(TrialJob.parallel(group));
            user.run("group", "add", group, "--parallel", parallel);
            user.run("pause", group);
        }
        int early = kills / 5;
        add(count, early);
        long begin = System.nanoTime();
        user.run(words("resume", TrialJob.groups()));
        for (int i = early; i < kills && !isDone(); i++) {
            TimeUnit.MILLISECONDS.sleep(100 + random.nextInt(900));
            disturb();
            user.killDaemon();
            if (random.nextInt(3) == 0) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(500));
            }
        }
        user.run(words("resume", TrialJob.groups()));
        await().atMost(LIMIT).pollInterval(Duration.ofSeconds(1)).until(this::isDone);
        System.out.printf("run in %d s%n", (System.nanoTime() - begin) / 1_000_000_000);
        return new QueueJudge(jobs).judge(Files.readAllLines(diary()), ends());
    }

    private void add(int count, int kills) {
        Path counts = user.folder("counts");
        for (long number = 1; number <= count; number++) {
            TrialJob job = TrialJob.random(number, random);
            String given = user.run(job.words(diary(), counts).toArray(String[]::new)).strip();
            if (!given.equals(Long.toString(number))) {
                throw new AssertionError("job " + number + " got the number " + given);
            }
            jobs.add(job);
            if (kills > 0 && number % Math.max(1, count / kills) == 0) {
                user.killDaemon();
            }
        }
    }

    /// Pauses a group for a while, or does nothing.
    private void disturb() throws InterruptedException {
        if (random.nextInt(3) == 0) {
            String group = TrialJob.groups().get(random.nextInt(TrialJob.groups().size()));
            user.run("pause", group);
            TimeUnit.MILLISECONDS.sleep(random.nextInt(300));
            user.run("resume", group);
        }
    }

    private static String[] words(String command, List<String> more) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(more);
        return words.toArray(String[]::new);
    }

    private boolean isDone() {
        return Stream.of("running", "queued", "paused")
                .allMatch(state -> user.run("ps", "--state", state).startsWith("No such jobs"));
    }

    private Map<Long, String> ends() {
        Map<Long, String> ends = new TreeMap<>();
        for (JsonNode job : JSON.readTree(user.run("ps", "--all", "--json"))) {
            ends.put(job.path("job").longValue(), end(job));
        }
        return ends;
    }

    private static String end(JsonNode job) {
        if (!job.path("skipped").stringValue("").isEmpty()) {
            return "skipped";
        }
        return job.path("exit_code").isNumber()
                ? "exit code " + job.path("exit_code").intValue()
                : job.toString();
    }
}
