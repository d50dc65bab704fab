package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeLine;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// Jobs in a real Slurm, in the real Gemini CLI: the agent puts them into a group, and is told of
/// each end once, whatever becomes of nodes and of Slurm. All share one cluster and one agent.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SlurmEndToEndIT {
    private static final Duration PATIENCE = Patience.LONG;

    /// Slurm counts time limits in minutes, and looks at them twice a minute.
    private static final Duration A_TIME_LIMIT = Duration.ofMinutes(4);

    private static final int TASKS = 50;
    private static final Pattern NUMBER = Pattern.compile("This is job (\\d+)\\.");

    private static final Map<String, Object> FAR = Map.of("group", "far");

    /// The names of the jobs that the agent is told of, each of which is in its command alone.
    private static final List<String> NAMES = new ArrayList<>();

    /// The tasks of the array that the agent is told of.
    private static final List<Long> TOLD = new ArrayList<>();

    @TempDir private static Path folder;
    private static SlurmCluster cluster;
    private static SlurmPrograms programs;
    private static NudgedGemini world;

    @BeforeAll
    static void startAll() {
        cluster = SlurmCluster.start();
        programs = new SlurmPrograms(folder);
        Map<String, String> environment =
                Map.of("SLURM_CONF", cluster.conf().toString(), "PATH", programs.path());
        world = NudgedGemini.startFor(NudgeUser.with(environment));
        addGroup("far", "nodelist=n1");
        addGroup("doomed", "nodelist=n2");
        addGroup("wide", "partition=main");
        addGroup("brief", "nodelist=n1", "time=1");
    }

    private static void addGroup(String name, String... options) {
        List<String> words = new ArrayList<>(List.of("group", "add", name, "--engine", "slurm"));
        Stream.of(options).forEach(option -> words.addAll(List.of("--option", option)));
        world.user().run(words.toArray(String[]::new));
    }

    @AfterAll
    static void nothingWasToldAgainLater() {
        try (SlurmCluster _ = cluster;
                NudgedGemini last = world) {
            if (last != null) {
                last.use("list_jobs", Map.of());
                NAMES.forEach(name -> assertThat(timesTold(name)).as(name).isEqualTo(1));
                assertThat(toldJobs())
                        .as(() -> world.conversation() + world.user().log())
                        .filteredOn(TOLD::contains)
                        .doesNotHaveDuplicates()
                        .containsAll(TOLD);
            }
        }
    }

    private static long submit(String name, String command) {
        return submit(name, command, FAR);
    }

    /// Submits a job through the tool, and returns its number.
    private static long submit(String name, String command, Map<String, Object> more) {
        String answer = ask(name, command, more);
        assertThat(answer).contains("was handed to slurm as its job");
        Matcher number = NUMBER.matcher(answer);
        assertThat(number.find()).as(answer).isTrue();
        return Long.parseLong(number.group(1));
    }

    private static String ask(String name, String command, Map<String, Object> more) {
        NAMES.add(name);
        return world.ask(": %s; %s".formatted(name, command), more);
    }

    /// Returns how often the agent was told of a job, in all messages of its conversation.
    private static long timesTold(String name) {
        return world.model().requests().getLast().userTexts().stream()
                .filter(text -> text.contains("[nudge: "))
                .mapToLong(
                        text -> Pattern.compile(": " + name + ";").matcher(text).results().count())
                .sum();
    }

    private static String awaitToldOnce(String name) {
        String message = world.awaitNudge(": " + name + ";");
        world.agent().awaitTitle("Ready");
        assertThat(timesTold(name)).isEqualTo(1);
        return message;
    }

    private static void awaitOutput(long job, String text) {
        Path log = world.user().job(job).resolve("output.log");
        await().atMost(PATIENCE)
                .until(() -> Files.exists(log) && Files.readString(log).contains(text));
    }

    private static String slurmId(long job) {
        return world.job(job).path("cluster").path("id").stringValue("");
    }

    @Test
    void endOnANodeIsToldWithItsOutput() {
        Path gate = world.gate("normal");
        long job = submit("normal", world.untilReleased(gate, "echo on $SLURMD_NODENAME; exit 3"));
        assertThat(world.use("list_jobs", Map.of())).contains(job + ": ");
        NudgedGemini.open(gate);

        assertThat(awaitToldOnce("normal")).contains("(Exit code: 3)", "[on n1]");
    }

    @Test
    void jobOnANodeThatIsKilledIsLost() {
        Map<String, Object> group = Map.of("group", "doomed");
        long job = submit("doomed", "echo up; sleep 300", group);
        awaitOutput(job, "up");
        cluster.killNode("n2");
        try {
            assertThat(awaitToldOnce("doomed"))
                    // Where it is told together with another end, it is an error of one of them.
                    .containsAnyOf("Background command lost", "(Error: its node failed")
                    .contains("its node failed (Slurm's job ");
        } finally {
            cluster.startNode("n2");
        }
    }

    @Test
    void jobThatSomebodyElseCancelsSaysSo() {
        long job = submit("cancelled", "echo up; sleep 300");
        awaitOutput(job, "up");

        cluster.run("scancel", slurmId(job));

        assertThat(awaitToldOnce("cancelled"))
                .contains("Signal: SIGTERM", "Slurm: it was cancelled");
    }

    @Test
    void controllerThatIsDownDelaysNoEndAndLosesNoJob() {
        Path gate = world.gate("outage");
        long job = submit("outage", "echo up; " + world.untilReleased(gate, "echo done; exit 5"));
        awaitOutput(job, "up");
        cluster.stopController();
        try {
            await().atMost(PATIENCE)
                    .until(() -> world.user().log().contains("slurm cannot be asked now"));
            assertThat(ask("delayed", "echo late", FAR))
                    .contains("waits in the queue: ", "Unable to contact slurm controller");
            NudgedGemini.open(gate);

            assertThat(awaitToldOnce("outage")).contains("(Exit code: 5)", "done");
        } finally {
            cluster.startController();
        }
        assertThat(awaitToldOnce("delayed")).contains("(Exit code: 0)", "[late]");
    }

    @Test
    void chainBehindAFailureIsSkipped() {
        Path gate = world.gate("chain");
        long first = submit("first", world.untilReleased(gate, "exit 4"));
        long second = submit("second", "true", after(first));
        submit("third", "true", after(second));
        NudgedGemini.open(gate);

        assertThat(awaitToldOnce("first")).contains("(Exit code: 4)");
        assertThat(awaitToldOnce("second")).contains("skipped", "job " + first + " failed");
        assertThat(awaitToldOnce("third")).contains("skipped", "job " + second + " was skipped");
    }

    private static Map<String, Object> after(long job) {
        return Map.of("group", "far", "after", List.of(job));
    }

    @Test
    void watchFindsALineInTheLogOfAJobOnANode() {
        Path gate = world.gate("watched");
        Path end = world.gate("end");
        long job =
                submit(
                        "watched",
                        world.untilReleased(
                                gate,
                                "echo listening on 8080; " + world.untilReleased(end, "true")));
        world.use("watch_output", Map.of("job", job, "pattern", "listening on \\d+"));
        NudgedGemini.open(gate);

        assertThat(world.awaitNudge("Watch has matched")).contains("Line: [listening on 8080]");
        world.agent().awaitTitle("Ready");
        NudgedGemini.open(end);
        assertThat(awaitToldOnce("watched")).contains("(Exit code: 0)");
    }

    /// The submission is lost for the daemon, not for Slurm.
    @Test
    void jobWhoseDaemonIsKilledBeforeItRecordsTheSubmissionRunsOnce() throws IOException {
        int before = programs.calls("sbatch").size();
        NAMES.add("unrecorded");
        programs.holdAfter("sbatch");
        int call =
                world.begin(
                        "run_long_command",
                        Map.of("command", ": unrecorded; echo once", "group", "far"));
        try {
            await().atMost(PATIENCE).until(() -> programs.hasRun("sbatch"));
            world.user().killDaemon();
        } finally {
            programs.release("sbatch");
        }
        world.awaitAnswer(call);

        assertThat(awaitToldOnce("unrecorded")).contains("(Exit code: 0)", "[once]");
        assertThat(programs.calls("sbatch")).hasSize(before + 1);
    }

    @Test
    void eachTaskOfAnArrayIsToldOnce() {
        String numbers =
                world.user()
                        .run(
                                "run",
                                "--agent",
                                world.agent().pane(),
                                "--group",
                                "wide",
                                "--array",
                                "1-" + TASKS,
                                "--",
                                "echo task $NUDGE_ARRAY_TASK")
                        .strip();
        long first = Long.parseLong(numbers.replaceFirst("-.*", ""));
        List<Long> tasks = LongStream.range(first, first + TASKS).boxed().toList();
        assertThat(numbers).isEqualTo("%d-%d", first, tasks.getLast());

        await().atMost(A_TIME_LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(
                        () -> assertThat(toldJobs()).as(world::conversation).containsAll(tasks));
        TOLD.addAll(tasks);
    }

    /// Returns the jobs that the agent was told of, each as often as it was.
    private static List<Long> toldJobs() {
        return NudgeLine.lines(world.conversation())
                .filter(NudgeLine::isOne)
                .flatMap(line -> NudgeLine.jobsIn(line).stream())
                .toList();
    }

    /// Runs last: the time limit is over after a minute at the earliest. Slurm's shortest is a
    /// minute. It does not run beside the other tests: nobody could say what they are typing when
    /// it ends.
    @Test
    @Order(Integer.MAX_VALUE)
    void jobWhoseTimeInSlurmIsOverSaysSo() {
        long brief = submit("brief", "sleep 600", Map.of("group", "brief"));
        world.user().awaitEnd(brief, A_TIME_LIMIT);

        assertThat(awaitToldOnce("brief"))
                .contains("Signal: SIGTERM", "Slurm: its time limit was reached");
    }
}
