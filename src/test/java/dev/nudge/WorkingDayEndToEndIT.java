package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.NudgeLine;
import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.SlurmCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// A day with the agent and the human beside it, in the real Gemini CLI: every tool once; then the
/// human is away, a chain of jobs fails, and jobs run in a real Slurm: the agent puts them into a
/// group, and is told of each end once. What becomes of jobs when nodes, Slurm or nudge fail is
/// tried without an agent, in `dev.nudge.jobs`.
class WorkingDayEndToEndIT {
    private static final long FIRST_IN_SLURM = 12;
    private static final int TASKS = 12;
    private static final Duration PATIENCE = Patience.LONG;

    @Test
    void agentAndHumanGetThroughTheirDay() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path built = world.gate("built");
            world.ask(
                    world.untilReleased(
                            built, "seq 1 500; echo 'FAIL MoneyTest.rounds'; seq 501 900; exit 1"),
                    Map.of("label", "build"));
            testRunIsMovedToTheBackground(world);
            lineOfTheServerIsTold(world);
            questionIsAnswered(world);
            NudgedGemini.open(built);
            failingLinesAreRead(world);
            serverIsKilledAndStartedAgain(world);
            timerComesBack(world);
            slashCommandAsksForTheList(world);
            personWhoHasDetachedMissesNothing(world);
            chainIsSkipped(world);
            // Skips what follows where there is no Slurm.
            try (SlurmCluster cluster = SlurmCluster.start()) {
                world.user().environment().put("SLURM_CONF", cluster.conf().toString());
                world.user()
                        .run(
                                "group",
                                "add",
                                "far",
                                "--engine",
                                "slurm",
                                "--option",
                                "partition=main");
                endAndLineOfAJobOnANodeAreTold(world);
                eachTaskOfAnArrayIsTold(world);
            }
        }
    }

    private static void testRunIsMovedToTheBackground(NudgedGemini world) {
        int tests =
                world.begin(
                        "run_long_command",
                        Map.of("command", "echo testing; sleep 600", "wait_seconds", 500));
        world.agent().awaitText("testing");
        world.loadTmuxKeys();
        try (Person user = Person.attach(world.tmux(), "gemini-cli")) {
            user.press("C-b", "B");
            await().atMost(PATIENCE)
                    .until(user::screen, s -> s.contains("In the background now: job 2."));
        }

        assertThat(world.awaitAnswer(tests))
                .contains("The user has moved this call to the background.")
                .contains("This is job 2.");
        world.user().run("kill", "2");
        world.awaitNudge("[nudge: job 2,");
        world.agent().awaitTitle("Ready");
    }

    private static void lineOfTheServerIsTold(NudgedGemini world) {
        Path up = world.gate("up");
        world.ask(world.untilReleased(up, "echo 'listening on 8080'; exec sleep 600"));
        assertThat(world.use("watch_output", Map.of("job", 3, "pattern", "listening on \\d+")))
                .contains("Job 4 watches the output of job 3.");
        NudgedGemini.open(up);

        assertThat(world.awaitNudge("Watch has matched"))
                .isEqualTo(
                        "Watch has matched: \"watch job 3 for listening on \\d+\" Line: [listening on 8080]"
                                + " [nudge: job 4, automatic notice]");
        world.agent().awaitTitle("Ready");
    }

    private static void questionIsAnswered(NudgedGemini world) {
        world.ask(
                "read -rp 'Deploy? [y/N] ' answer; echo \"deploying: $answer\"",
                Map.of("interactive", true));
        assertThat(world.awaitNudge("is waiting for input")).contains("Prompt: [Deploy? ［y/N］]");
        world.agent().awaitTitle("Ready");
        assertThat(world.use("send_input", Map.of("job", 5, "text", "y", "keys", List.of("Enter"))))
                .contains("Typed into job 5.");
        // Only the message about the end has this, neither the question nor the command.
        assertThat(world.awaitNudge("deploying: y")).contains("(Exit code: 0)");
        world.agent().awaitTitle("Ready");
    }

    private static void failingLinesAreRead(NudgedGemini world) {
        assertThat(world.awaitNudge("[nudge: job 1 \"build\",")).contains("(Exit code: 1)");
        world.agent().awaitTitle("Ready");

        assertThat(world.use("read_output", Map.of("job", 1, "pattern", "^FAIL", "context", 1)))
                .contains("500- 500", "501: FAIL MoneyTest.rounds", "502- 501")
                .doesNotContain("503- 502");
    }

    private static void serverIsKilledAndStartedAgain(NudgedGemini world) {
        assertThat(world.use("kill_job", Map.of("job", 3))).contains("Job 3 has been killed");
        assertThat(world.user().run("restart", "3")).startsWith("6");
        assertThat(world.use("list_jobs", Map.of("state", "running"))).contains("6: running");
        world.user().run("kill", "6");
        world.awaitNudge("[nudge: job 6,");
        world.agent().awaitTitle("Ready");
    }

    private static void timerComesBack(NudgedGemini world) {
        world.use("set_timer", Map.of("in_seconds", 1, "note", "look at the deployment"));

        assertThat(world.awaitNudge("Timer is up"))
                .startsWith("Timer is up: \"look at the deployment\" [nudge: job ");
        world.agent().awaitTitle("Ready");
    }

    private static void slashCommandAsksForTheList(NudgedGemini world) {
        world.agent().submit("/jobs failed");

        assertThat(world.awaitNudge("The state to list, if I named one: failed"))
                .contains("Call list_jobs");
        world.agent().awaitTitle("Ready");
    }

    /// tmux tells the agent that it has lost the focus, and the agent hides its cursor.
    private static void personWhoHasDetachedMissesNothing(NudgedGemini world) {
        Path idle = world.askUntil("idle", "echo done");
        goAway(world);
        NudgedGemini.open(idle);
        assertThat(world.awaitNudge("[nudge: job 8,")).startsWith("Background command completed");
        world.awaitDelivered(8);
        world.agent().awaitTitle("Ready");
        world.assertToldOnce(8);
        awaitCursorIsHidden(world);

        Path working = world.askUntil("working", "echo done");
        CountDownLatch hold = new CountDownLatch(1);
        world.model().onUserText("think").with(ModelReply.text("a thought").heldAfter(hold));
        world.agent().submit("think hard");
        world.agent().awaitTitle("Working");
        goAway(world);
        NudgedGemini.open(working);
        world.awaitTaken(9);
        hold.countDown();
        assertThat(world.awaitNudge("[nudge: job 9,")).startsWith("Background command completed");
        world.awaitDelivered(9);
        world.agent().awaitTitle("Ready");
    }

    private static void goAway(NudgedGemini world) {
        try (Person user = Person.attach(world.tmux(), "gemini-cli")) {
            user.press("C-b", "d");
            awaitCursorIsHidden(world);
        }
    }

    private static void awaitCursorIsHidden(NudgedGemini world) {
        await().atMost(PATIENCE)
                .until(
                        () -> world.tmux().displayMessage(world.agent().pane(), "#{cursor_x}"),
                        "0"::equals);
    }

    private static void chainIsSkipped(NudgedGemini world) {
        Path gate = world.askUntil("chain", "exit 4");
        assertThat(world.ask("make test", Map.of("after", List.of(10)))).contains("after job 10");
        NudgedGemini.open(gate);

        assertThat(world.awaitNudge("job 10 failed")).contains("skipped");
        world.awaitToldState(10);
        world.awaitToldState(11);
    }

    private static void endAndLineOfAJobOnANodeAreTold(NudgedGemini world) {
        Path gate = world.gate("watched");
        Path end = world.gate("end");
        String rest = "echo listening on $SLURMD_NODENAME; " + world.untilReleased(end, "exit 3");
        assertThat(world.ask(world.untilReleased(gate, rest), Map.of("group", "far")))
                .contains("was handed to slurm as its job");
        assertThat(world.use("list_jobs", Map.of())).contains(FIRST_IN_SLURM + ": ");
        world.use("watch_output", Map.of("job", FIRST_IN_SLURM, "pattern", "listening on n\\d"));
        NudgedGemini.open(gate);

        assertThat(world.awaitNudge("Line: [listening on n")).contains("Watch has matched");
        world.agent().awaitTitle("Ready");
        NudgedGemini.open(end);
        assertThat(world.awaitNudge("[nudge: job " + FIRST_IN_SLURM + ","))
                .contains("(Exit code: 3)", "[listening on n");
        world.agent().awaitTitle("Ready");
    }

    private static void eachTaskOfAnArrayIsTold(NudgedGemini world) {
        long first = FIRST_IN_SLURM + 2;
        long last = FIRST_IN_SLURM + 1 + TASKS;
        String array = "1-" + TASKS;
        String task = "echo task $NUDGE_ARRAY_TASK";
        String pane = world.agent().pane();
        String numbers =
                world.user()
                        .run("run", "--agent", pane, "--group", "far", "--array", array, "--", task)
                        .strip();
        assertThat(numbers).isEqualTo(first + "-" + last);
        List<Long> tasks = LongStream.rangeClosed(first, last).boxed().toList();

        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(toldJobs(world)).as(world::conversation).containsAll(tasks));
        world.agent().awaitTitle("Ready");
        // Nothing was told again meanwhile.
        world.use("list_jobs", Map.of());
        assertThat(toldJobs(world)).as(world::conversation).doesNotHaveDuplicates();
    }

    /// Returns the jobs that the agent was told of, each as often as it was.
    private static List<Long> toldJobs(NudgedGemini world) {
        return NudgeLine.lines(world.conversation())
                .filter(NudgeLine::isOne)
                .flatMap(line -> NudgeLine.jobsIn(line).stream())
                .toList();
    }
}
