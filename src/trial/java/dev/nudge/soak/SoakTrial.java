package dev.nudge.soak;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.Unchecked;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Jobs of all kinds, started by three agents and from the command line, while daemon, pumps and
/// agents are killed with SIGKILL at random. The agents also wait for jobs, watch and set timers.
/// Nothing that was acknowledged may be lost: every job has its right end, every byte of its
/// output, and is told exactly once, to its own agent, by a nudge or by the answer to a call that
/// waits; so is every line that a watch finds. What may be otherwise, [TellingVerdict] says.
public final class SoakTrial implements AutoCloseable {
    private static final Duration ALL_TOLD = Duration.ofMinutes(6);
    private static final int ATTEMPTS = 100;
    private static final int CALLS_AT_ONCE = 5;

    private final Size size;
    private final long seed;
    private final SoakLedger ledger = new SoakLedger();
    private final NudgeUser user = NudgeUser.with(Map.of("NUDGE_KEEP_JOBS", "1000000"));
    private final TmuxServerFixture tmux = TmuxServerFixture.startCountingFromOne();
    private final List<SoakPane> panes = new ArrayList<>();
    private final SoakStarts starter = new SoakStarts(user, ledger);
    private final AgentCalls agentCalls = new AgentCalls(user, ledger, starter);
    private final Assassin assassin;
    private final AtomicInteger wanted = new AtomicInteger();
    private final AtomicInteger plans = new AtomicInteger();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /// How large a trial is.
    ///
    /// @param time over which jobs and kills are spread; on a slow machine it takes longer
    record Size(int jobs, int kills, Duration time) {
        /// As large as in every build.
        static final Size CI = new Size(100, 25, Duration.ofSeconds(75));

        /// As dense as [#CI].
        static Size ofMinutes(int minutes) {
            return new Size(80 * minutes, 20 * minutes, Duration.ofMinutes(minutes));
        }

        /// @param argument `ci`, or a number of minutes
        static Size of(String argument) {
            return argument.equals("ci") ? CI : ofMinutes(Integer.parseInt(argument));
        }

        private long pause(int events) {
            return time.toMillis() / events;
        }
    }

    /// Opens the world: three panes with an agent each, two of them in one session.
    SoakTrial(Size size, long seed) {
        this.size = size;
        this.seed = seed;
        Map<String, String> environment = user.environment();
        panes.add(pane("gemini-cli", c -> tmux.newSession("gemini-cli", 100, 30, environment, c)));
        panes.add(pane("gemini-cli", c -> tmux.newWindow("gemini-cli", environment, c)));
        panes.add(pane("other", c -> tmux.newSession("other", 80, 24, environment, c)));
        this.assassin = new Assassin(user, ledger, panes, new Random(seed));
    }

    private SoakPane pane(String session, UnaryOperator<String> makePane) {
        return new SoakPane(user, session, makePane);
    }

    /// Runs a trial; exits with 1 if anything was lost.
    ///
    /// @param args minutes over which jobs and kills are spread, or `ci` (the default) for the size
    ///   of every build; the seed, default random
    public static void main(String[] args) {
        Size size = Size.of(args.length > 0 ? args[0] : "ci");
        long seed = args.length > 1 ? Long.parseLong(args[1]) : new Random().nextInt(1_000_000);
        System.out.printf("%d jobs, %d kills, seed %d%n", size.jobs(), size.kills(), seed);
        try (SoakTrial trial = new SoakTrial(size, seed)) {
            trial.run();
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
            System.exit(1);
        }
        System.exit(0);
    }

    @Override
    public void close() {
        panes.forEach(SoakPane::close);
        tmux.close();
        user.close();
    }

    /// Runs the trial and prints what was seen.
    ///
    /// @throws AssertionError if anything was lost, with the evidence
    void run() {
        Instant begin = Instant.now();
        user.startDaemon();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < panes.size(); i++) {
            SoakPane pane = panes.get(i);
            Random random = new Random(seed * 31 + i);
            threads.add(start("agent " + i, () -> useAgent(pane, random)));
        }
        threads.add(start("command line", () -> useCommandLine(new Random(seed * 31 + 99))));
        threads.add(start("assassin", () -> kill(new Random(seed * 31 + 100))));
        threads.forEach(SoakTrial::join);
        settle();
        SoakVerdict verdict = new SoakVerdict(user, ledger, jobs(), panes);
        verdict.judge();
        System.out.println(account(verdict, Duration.between(begin, Instant.now())));
        if (!verdict.violations.isEmpty() || !failures.isEmpty()) {
            throw new AssertionError(evidence(verdict));
        }
    }

    private Thread start(String name, Runnable task) {
        return Thread.ofPlatform()
                .name(name)
                .start(() -> {
                    try {
                        task.run();
                    } catch (RuntimeException | Error e) {
                        failures.add(e);
                    }
                });
    }

    private static void join(Thread thread) {
        Unchecked.run(thread::join);
    }

    /// Asks for jobs, each in a thread of its own: an agent may call several tools at once.
    private void useAgent(SoakPane pane, Random random) {
        use(
                random,
                () -> {
                    if (random.nextInt(8) == 0) {
                        pane.prompt("How are the jobs?");
                        ledger.count("prompts of users");
                    }
                    return (n, r) -> agentCalls.attempt(n, r, pane);
                });
    }

    private void useCommandLine(Random random) {
        use(
                random,
                () -> {
                    SoakPane pane = panes.get(random.nextInt(panes.size()));
                    ledger.count("from the command line");
                    return (n, r) -> starter.byCommandLine(JobPlan.random(n, r), pane);
                });
    }

    private void use(Random random, Supplier<Attempt> next) {
        Semaphore turns = new Semaphore(CALLS_AT_ONCE);
        List<Thread> calls = new ArrayList<>();
        while (wanted.incrementAndGet() <= size.jobs()) {
            calls.add(startUntilAcknowledged(turns, next.get()));
            int users = panes.size() + 1;
            long pause = random.nextLong(2 * size.pause(size.jobs()) * users);
            Patience.rest(Duration.ofMillis(pause));
        }
        calls.forEach(SoakTrial::join);
    }

    /// Asks for a job.
    private interface Attempt {
        /// @return whether it was acknowledged
        boolean attempt(int number, Random random);
    }

    private Thread startUntilAcknowledged(Semaphore turns, Attempt attempt) {
        return start(
                "job " + wanted.get(),
                () -> {
                    for (int i = 0; i < ATTEMPTS; i++) {
                        if (attempt(turns, attempt)) {
                            return;
                        }
                        Patience.rest(Duration.ofSeconds(1));
                    }
                    throw new AssertionError(
                            "No job was acknowledged in " + ATTEMPTS + " attempts");
                });
    }

    private boolean attempt(Semaphore turns, Attempt attempt) {
        int number = plans.incrementAndGet();
        turns.acquireUninterruptibly();
        try {
            return attempt.attempt(number, new Random(seed * 10_007 + number));
        } finally {
            turns.release();
        }
    }

    private void kill(Random random) {
        while (assassin.kills() < size.kills()) {
            Patience.rest(Duration.ofMillis(random.nextLong(2 * size.pause(size.kills()))));
            assassin.strike();
        }
    }

    /// Lets everything end and be told.
    private void settle() {
        starter.killUnanswered(jobs());
        await(() -> jobs().stream().allMatch(SoakTrial::isEnded));
        await(() -> jobs().stream().noneMatch(SoakTrial::isPending));
        panes.forEach(pane -> pane.prompt("Is that all?"));
        await(() -> jobs().stream().noneMatch(SoakTrial::isPending));
    }

    /// Violations are found by the verdict.
    private void await(Callable<Boolean> condition) {
        try {
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(500))
                    .atMost(ALL_TOLD)
                    .until(condition);
        } catch (ConditionTimeoutException e) {
            failures.add(e);
        }
    }

    private static boolean isEnded(JsonNode job) {
        return job.path("state").stringValue("").equals("ended");
    }

    private static boolean isPending(JsonNode job) {
        String nudge = job.path("nudge").stringValue("");
        return List.of("pending", "undelivered", "taken", "answered").contains(nudge)
                || isUnproven(job);
    }

    /// An agent that is gone was told it in a turn that it may not have completed.
    private static boolean isUnproven(JsonNode job) {
        long agent = job.path("target").path("agent_pid").longValue(0);
        boolean isAlive = ProcessHandle.of(agent).map(ProcessHandle::isAlive).orElse(false);
        return job.path("nudge_text").isString() && !isAlive;
    }

    private List<JsonNode> jobs() {
        return JsonMapper.shared()
                .readTree(user.run("ps", "--all", "--json"))
                .valueStream()
                .toList();
    }

    private String account(SoakVerdict verdict, Duration time) {
        Map<String, Long> sorts =
                ledger.starts().stream()
                        .collect(
                                Collectors.groupingBy(
                                        s -> s.plan().sort(), TreeMap::new, Collectors.counting()));
        long unanswered = ledger.starts().stream().filter(s -> s.number().isEmpty()).count();
        return """
        seed %d: %d jobs, %d kills, %d s; violations %d
        not acknowledged: %d more starts, of which %d became jobs, %d of them interrupted
        jobs: %s
        calls that waited or killed: %s
        events: %s
        told: %d typed, %d by hooks (%d hooks failed)
        exceptions seen: %s\
        """
                .formatted(
                        seed,
                        ledger.starts().size() - unanswered,
                        assassin.kills(),
                        time.toSeconds(),
                        verdict.violations.size(),
                        unanswered,
                        verdict.startedInSecret,
                        verdict.interrupted,
                        sorts,
                        ledger.waits(),
                        ledger.counts(),
                        verdict.all(Told.Way.TYPED),
                        verdict.all(Told.Way.HANDED),
                        verdict.failedHooks(),
                        verdict.windows);
    }

    private String evidence(SoakVerdict verdict) {
        SoakEvidence evidence =
                new SoakEvidence(ledger, user, panes, verdict, List.copyOf(failures));
        return "Seed %d, all in %s%n%s"
                .formatted(seed, evidence.inFull(tmux, seed), evidence.inShort());
    }
}
