package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.SlurmCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Jobs in a real Slurm, in the real Gemini CLI: the agent puts them into a group, and is told of
/// each end once, whatever becomes of nodes and of Slurm. All share one cluster and one agent.
class SlurmEndToEndIT {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final Pattern NUMBER = Pattern.compile("This is job (\\d+)\\.");

    private static final Map<String, Object> FAR = Map.of("group", "far");

    /// The names of the jobs that the agent is told of, each of which is in its command alone.
    private static final List<String> NAMES = new ArrayList<>();

    private static SlurmCluster cluster;
    private static NudgedGemini world;

    @BeforeAll
    static void startAll() {
        cluster = SlurmCluster.start();
        NudgeUser user = NudgeUser.with(Map.of("SLURM_CONF", cluster.conf().toString()));
        world = NudgedGemini.startFor(user);
        addGroup("far", "nodelist=n1");
        addGroup("doomed", "nodelist=n2");
    }

    private static void addGroup(String name, String option) {
        world.user().run("group", "add", name, "--engine", "slurm", "--option", option);
    }

    @AfterAll
    static void nothingWasToldAgainLater() {
        try (SlurmCluster _ = cluster;
                NudgedGemini last = world) {
            if (last != null) {
                last.use("list_jobs", Map.of());
                NAMES.forEach(name -> assertThat(timesTold(name)).as(name).isEqualTo(1));
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
                    .contains("Background command lost", "its node failed (Slurm's job ");
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
}
