package dev.nudge.harm;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.NudgeLine;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.agent.AgentProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Job ends at random moments, in a real agent, while a scripted user does at random what users do.
/// The nudges must harm nothing: no text of ours in what the user submits, no dialog answered,
/// nothing run, and every job told exactly once.
public final class HarmTrial implements AutoCloseable {
    private static final Duration ALL_TOLD = Patience.LONG;
    private static final int STEPS_SHOWN = 60;
    private static final int LARGEST_BATCH = 14;

    private final long seed;
    private final int ends;
    private final Random random;
    private final UserActions ledger = new UserActions();
    private final Stage stage;
    private final Person person;
    private final Path folder;
    private final Eyes eyes;
    private final ScriptedUser user;
    private int started;

    /// Opens the world.
    HarmTrial(Stage stage, int ends, long seed) {
        this.stage = stage;
        this.ends = ends;
        this.seed = seed;
        this.random = new Random(seed);
        this.person = Person.attach(stage.tmux(), stage.program.session());
        this.folder = stage.user().folder("trial");
        this.eyes = new Eyes(stage);
        Hands hands = new Hands(person, random);
        ledger.ran(stage.program.command());
        this.user = new ScriptedUser(stage, hands, eyes, ledger, random, folder);
    }

    /// Runs a trial; exits with 1 if an invariant was broken.
    ///
    /// @param args `--agent` and the name of an agent, also with a way of its own, which is turned
    ///   off in the middle (`codex/queue`), default Gemini CLI; the number of job ends, default
    ///   300; the seed, default random
    public static void main(String[] args) {
        boolean isNamed = args.length > 1 && args[0].equals("--agent");
        List<String> numbers = List.of(args).subList(isNamed ? 2 : 0, args.length);
        int ends = numbers.isEmpty() ? 300 : Integer.parseInt(numbers.getFirst());
        long seed =
                numbers.size() > 1
                        ? Long.parseLong(numbers.get(1))
                        : new Random().nextInt(1_000_000);
        System.out.printf("%d job ends, seed %d%n", ends, seed);
        Stage stage = isNamed ? new Stage(AgentProgram.named(args[1])) : Stage.withGemini();
        try (HarmTrial trial = new HarmTrial(stage, ends, seed)) {
            trial.run();
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
            System.exit(1);
        }
        System.exit(0);
    }

    @Override
    public void close() {
        person.close();
        stage.close();
    }

    /// Runs the trial and prints what was seen.
    ///
    /// @throws AssertionError if an invariant was broken, with the evidence
    void run() {
        Instant begin = Instant.now();
        try {
            for (int batch = 1; started < ends; batch++) {
                boolean isHalf = started < ends / 2;
                user.startJobs(batch, jobs());
                if (isHalf && started >= ends / 2 && stage.turnWayOff()) {
                    user.restart();
                }
                int actions = 3 + random.nextInt(2);
                for (int i = 0; i < actions; i++) {
                    user.act();
                }
            }
            user.settle();
            if (stage.program.waitsForPrompt()) {
                user.ask();
            }
            awaitAllTold();
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + evidence(), e);
        }
        Verdict verdict = verdict();
        System.out.println(account(verdict, Duration.between(begin, Instant.now())));
        if (!verdict.violations().isEmpty()) {
            throw new AssertionError(
                    String.join("\n", verdict.violations()) + evidence() + records(verdict));
        }
    }

    private List<Map<String, Object>> jobs() {
        int count = Math.min(ends - started, 8 + random.nextInt(LARGEST_BATCH - 7));
        List<Map<String, Object>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(Map.of("command", command(++started)));
        }
        return calls;
    }

    /// Its output would do harm if anybody ran, obeyed or interpreted it.
    private String command(int trial) {
        Path harm = folder.resolve("harm-" + trial);
        String output =
                switch (random.nextInt(6)) {
                    case 0 -> "; touch %s ;".formatted(harm);
                    case 1 -> "$(touch %s)`touch %s`".formatted(harm, harm);
                    case 2 -> "y";
                    case 3 -> "1! touch %s ?".formatted(harm);
                    case 4 -> "/quit @README.md";
                    default -> "| touch %s & 2".formatted(harm);
                };
        String seconds = random.nextInt(12) + "." + random.nextInt(10);
        return "sleep %s; printf '%%s' '%s'; exit %d".formatted(seconds, output, random.nextInt(3));
    }

    private void awaitAllTold() {
        ledger.begin("waits for the last results");
        try {
            await().pollInterval(Duration.ofMillis(500))
                    .atMost(ALL_TOLD)
                    .until(() -> states().values().stream().allMatch(HarmTrial::isTold));
            await().atMost(ALL_TOLD).until(eyes::isEmptyPrompt);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("Not all were told: " + states(), e);
        }
        Patience.rest(Duration.ofSeconds(2));
    }

    private static boolean isTold(String state) {
        return state.equals("delivered") || state.equals("handed_over");
    }

    private Map<Long, String> states() {
        Map<Long, String> states = new TreeMap<>();
        records()
                .forEach(job ->
                        states.put(job.path("job").longValue(), job.path("nudge").stringValue("")));
        return states;
    }

    private List<JsonNode> records() {
        return JsonMapper.shared()
                .readTree(stage.user().run("ps", "--all", "--json"))
                .valueStream()
                .toList();
    }

    private Verdict verdict() {
        Verdict verdict = new Verdict(stage, ledger);
        verdict.judge(stage.model().requests());
        Map<Long, String> states = states();
        if (states.size() != started) {
            verdict.violation(started + " jobs were wanted, there are " + states.size());
        }
        states.forEach(verdict::judgeJob);
        judgeFiles(verdict);
        judgeShell(verdict);
        return verdict;
    }

    private void judgeFiles(Verdict verdict) {
        for (String name : names(folder)) {
            if (name.startsWith("harm-")) {
                verdict.violation("Output of a job was run: " + name + " exists");
            }
        }
        ledger.approved.stream()
                .filter(d -> !names(folder).contains("approved-" + d))
                .forEach(d -> verdict.violation("Dialog " + d + " was approved in vain"));
        ledger.rejected.stream()
                .filter(d -> names(folder).contains("approved-" + d))
                .forEach(d -> verdict.violation("Dialog " + d + " was rejected, yet it was run"));
    }

    /// Every line that the pane's shell was given is the user's.
    private void judgeShell(Verdict verdict) {
        user.settle();
        String pane = stage.pane();
        String all = stage.tmux().tmux("capture-pane", "-p", "-J", "-S", "-", "-t", pane);
        all.lines()
                .filter(line -> line.startsWith("$ "))
                .map(line -> line.substring(2).strip())
                .filter(line -> !line.isEmpty() && !ledger.commands.contains(line))
                .forEach(line -> verdict.violation("The shell was given: " + line));
    }

    private static List<String> names(Path folder) {
        return List.of(Objects.requireNonNull(folder.toFile().list()));
    }

    private String account(Verdict verdict, Duration time) {
        StringBuilder text = new StringBuilder();
        List<JsonNode> records = records();
        text.append(
                "seed %d: %d jobs in %d s; told %s; violations %d%n"
                        .formatted(
                                seed,
                                records.size(),
                                time.toSeconds(),
                                verdict.counts(),
                                verdict.violations().size()));
        text.append("the user's actions: ").append(ledger.counts).append('\n');
        Map<String, Integer> during = new TreeMap<>();
        for (JsonNode job : records) {
            Instant end = Instant.parse(job.path("ended_at").stringValue(""));
            during.merge(ledger.actionAt(end), 1, Integer::sum);
        }
        text.append("jobs ended during: ").append(during);
        return text.toString();
    }

    private String evidence() {
        return "%nSeed %d. The last steps of the user:%n%s%nWhat the model was told:%n%s%nThe screen:%n%s%nThe jobs:%n%s%nThe daemon's log:%n%s"
                .formatted(
                        seed,
                        ledger.lastSteps(STEPS_SHOWN),
                        told(),
                        eyes.screen(),
                        stage.user().run("ps", "--all"),
                        stage.user().log());
    }

    /// Returns what is on the disk about the jobs that the model was not told of, and in which
    /// requests they are nevertheless, as a part of the conversation.
    private String records(Verdict verdict) {
        return records().stream()
                .map(job -> job.path("job").longValue())
                .filter(job -> verdict.timesTold(job) < 1)
                .map(job -> stage.user().stored(job) + " in the requests of " + requestsWith(job))
                .collect(Collectors.joining("\n", "\nTheir records:\n", ""));
    }

    private List<Instant> requestsWith(long job) {
        return stage.model().requests().stream()
                .filter(request ->
                        request.userTexts().stream()
                                .flatMap(String::lines)
                                .filter(NudgeLine::isOne)
                                .anyMatch(line -> NudgeLine.jobsIn(line).contains(job)))
                .map(ModelRequest::arrivedAt)
                .toList();
    }

    private String told() {
        return stage.model().requests().stream()
                .filter(r -> r.functionResponses().isEmpty())
                .map(r -> r.arrivedAt() + " " + r.lastUserText())
                .collect(Collectors.joining("\n"));
    }
}
