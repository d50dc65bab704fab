package dev.nudge.jobs;

import static dev.nudge.testkit.Patience.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.agent.AgentProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One user, whose groups each have a name of their own.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class QueueIT {
    private static final JsonMapper JSON = JsonMapper.shared();

    @AutoClose private final NudgeUser user = NudgeUser.create();
    private Diary diary;

    @BeforeEach
    void begin() {
        user.run("resume");
        user.run("kill", "--all");
        diary = new Diary(user);
    }

    /// A command that notes its start, and waits for the gate.
    private String gated(String name) {
        return diary.noting(name) + "; " + diary.waiting();
    }

    private void awaitNoted(String... lines) {
        soon().untilAsserted(() -> assertThat(diary.lines()).containsExactly(lines));
    }

    @Test
    void jobsWaitForTheirGroupTheirTimeAndOneOfTheirExclusiveName() {
        user.run("group", "add", "single", "--parallel", "1");
        user.runJob("--group", "single", "--", gated("first"));
        long second = user.runJob("--group", "single", "--", diary.noting("second"));
        user.runJob("--group", "single", "--priority", "5", "--", diary.noting("third"));
        awaitNoted("first");

        assertThat(user.value(second, "state")).isEqualTo("queued");
        assertThat(user.value(second, "waiting")).isEqualTo("group single runs 1");
        assertThat(user.run("ps")).containsSubsequence("running", "queued", "group single runs 1");
        assertThat(user.run("status")).startsWith("1▶ 2…");
        assertThat(user.run("show", "@last"))
                .containsPattern("reason +group single runs 1\n")
                .containsPattern("group +single\n")
                .containsPattern("priority +5\n");
        assertThat(user.run("group")).containsPattern("single +1 +1 +2 +open");
        diary.open();
        awaitNoted("first", "third", "second");

        long holder = user.runJob("--exclusive", "database", "--", "sleep 300");
        long next = user.runJob("--exclusive", "database", "--", diary.noting("exclusive"));
        user.runJob("--", diary.noting("other"));
        awaitNoted("first", "third", "second", "other");
        assertThat(user.value(next, "waiting"))
                .isEqualTo("job %d runs as database".formatted(holder));
        user.run("kill", Long.toString(holder));
        awaitNoted("first", "third", "second", "other", "exclusive");

        assertThat(user.fail("run", "--at", "2020-01-01T10:00", "--", "true"))
                .contains("--at is in the past: 2020-01-01 ");
        long never = user.runJob("--at", "2100-01-01T10:00", "--", diary.noting("never"));
        assertThat(user.value(never, "waiting")).contains("until 2100-01-01");
        assertThat(user.value(never, "state")).isEqualTo("queued");
        JsonNode late = user.awaitEnd(user.runJob("--delay", "1", "--", diary.noting("late")));
        assertThat(Instant.parse(late.path("started_at").stringValue("")))
                .isAfter(Instant.parse(late.path("created_at").stringValue("")).plusMillis(900));
        assertThat(diary.lines()).endsWith("exclusive", "late");
        user.run("kill", Long.toString(never));
    }

    @Test
    void jobsRunAfterOthersWhichStayAndNotWhileTheyAreHeldOrTheirGroupIsPaused() {
        long first = user.runJob("--", gated("first") + "; exit 4");
        long second = user.runJob("--after=" + first, "--", diary.noting("second"));
        long third = user.runJob("--after=" + second, "--", diary.noting("third"));
        long fourth = user.runJob("--after-any=" + third, "--", diary.noting("fourth"));
        assertThat(user.value(third, "waiting")).isEqualTo("after job " + second);
        awaitNoted("first");
        diary.open();

        String failed = "job %d failed".formatted(first);
        assertThat(user.valueAtEnd(second, "skipped")).isEqualTo(failed);
        assertThat(user.valueAtEnd(third, "skipped"))
                .isEqualTo("%s, job %d was skipped".formatted(failed, second));
        user.awaitEnd(fourth);
        awaitNoted("first", "fourth");
        assertThat(user.run("show", Long.toString(second)))
                .containsPattern("state +skipped\nreason +%s\n".formatted(failed))
                .containsPattern("after +%d\n".formatted(first));
        for (String option : List.of("--after", "--after-any")) {
            assertThat(user.fail("run", option, "1-2000000000", "--", "true"))
                    .contains(
                            "%s 1-2000000000 goes beyond the last job, which is job %d; name a range that ends there, or earlier."
                                    .formatted(option, fourth));
        }

        user.run("pause");
        String last = Long.toString(fourth);
        long fails = user.runJob("--after", last, "--", "exit 3");
        long held = user.runJob("--", diary.noting("held"));
        user.run("pause", "@last");
        long never = user.runJob("--", diary.noting("never"));
        assertThat(user.value(fails, "waiting")).isEqualTo("group default is paused");
        assertThat(user.value(held, "state")).isEqualTo("held");
        assertThat(user.fail("kill", "-s", "USR1", "@last")).contains("waits in the queue");
        user.run("kill", "@last");
        assertThat(user.valueAtEnd(never, "not_started")).contains("killed");
        assertThat(user.fail("clean", last)).contains("jobs in the queue wait for it");
        user.run("clean", "--yes");
        user.run("resume");
        assertThat(user.exitCode(fails)).isEqualTo(3);
        user.run("clean", last);
        assertThat(user.value(held, "state")).isEqualTo("held");
        user.run("resume", Long.toString(held));
        awaitNoted("first", "fourth", "held");
    }

    /// The daemon dies when it has recorded the new place of one of two jobs. Their numbers begin
    /// at 1.
    @Test
    @Order(1)
    void jobsThatWaitChangeTheirPlacesAlsoIfTheDaemonDiesMeanwhile() throws IOException {
        user.run("group", "add", "places", "--parallel", "1");
        user.run("pause", "places");
        for (String options :
                List.of(
                        "first",
                        "second",
                        "third --priority 5 --label urgent",
                        "fourth",
                        "fifth --after 1",
                        "sixth --after 5")) {
            String[] words = ("--group places --env NAME=" + options + " --").split(" ");
            user.runJob(
                    Stream.concat(Stream.of(words), Stream.of(diary.noting("$NAME")))
                            .toArray(String[]::new));
        }

        assertThat(user.run("switch", "1", "urgent"))
                .isEqualTo("The jobs that wait are started in this order: 1, 3, 2, 4, 5, 6\n");
        user.run("switch", "2", "4");
        user.run("pause", "2");
        assertThat(user.run("switch", "3", "4"))
                .isEqualTo("The jobs that wait are started in this order: 1, 4, 3, 5, 6, 2\n");
        user.run("resume", "2");
        assertThat(user.run("ps")).containsPattern("(?s)\n1 .*\n4 .*\n3 .*\n2 .*\n5 .*\n6 ");
        assertThat(
                        JSON.readTree(user.run("ps", "--json"))
                                .valueStream()
                                .map(job -> job.path("job").intValue()))
                .containsExactly(1, 4, 3, 2, 5, 6);
        assertThat(user.record(1).path("queue").path("priority").intValue()).isEqualTo(5);
        assertThat(user.run("show", "2")).containsPattern("place +that of job 4\n");
        assertThat(user.fail("switch", "6", "1"))
                .contains("Job 6 waits for job 1, so they cannot change places.");
        assertThat(user.fail("switch", "1", "1")).contains("Job 1 is named twice");
        assertThat(user.fail("switch", "1", "9")).contains("No job 9.");

        user.killDaemon();
        Path places = user.state().resolve("places.json");
        Files.writeString(
                places,
                "[{\"job\":3,\"priority\":0,\"place\":1},{\"job\":4,\"priority\":0,\"place\":2}]");
        user.run("resume", "places");
        user.awaitEnd(6);
        awaitNoted("first", "third", "fourth", "second", "fifth", "sixth");
        assertThat(places).doesNotExist();
        assertThat(user.fail("switch", "1", "2"))
                .contains("Job 1 does not wait in the queue: it has ended.");
    }

    @Test
    void daemonThatIsKilledAgainAndAgainStartsEachTaskOnceAndInOrder() {
        user.run("group", "add", "pairs", "--parallel", "2");
        String command = diary.noting("$NUDGE_JOB:$NUDGE_ARRAY_TASK") + "; sleep 0.2";
        String range =
                user.run("run", "--group", "pairs", "--array", "1-16", "--", command).strip();
        for (int before = 0; before < 12; before = diary.lines().size()) {
            diary.awaitLines(before + 2);
            user.killDaemon();
            user.startDaemon();
        }
        user.run("wait", range);

        long first = Long.parseLong(range.split("-", -1)[0]);
        List<String> lines = diary.lines();
        assertThat(lines)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 16)
                                .mapToObj(i -> (first + i) + ":" + (i + 1))
                                .toList());
        // Two run at once, and the first of them may be the last to write.
        assertThat(
                        IntStream.range(0, 16)
                                .map(i -> Integer.parseInt(lines.get(i).split(":", -1)[1]) - i - 1))
                .allMatch(ahead -> ahead <= 1);
    }

    /// The daemon dies after it has recorded that the job is being started, and before a host is.
    /// The next one cannot undo that at once.
    @Test
    void jobWhoseStartWasInterruptedBeforeAnyHostIsStartedOnceWithWhatWasKeptForIt()
            throws IOException {
        user.run("pause");
        String command = diary.noting("once") + "; cat; echo $WORD";
        Process nudge = user.start("run", "--stdin", "--env", "WORD=secret", "--", command);
        try (var input = nudge.outputWriter()) {
            input.write("typed\n");
        }
        long job = Long.parseLong(nudge.inputReader().readLine());
        Path order = user.job(job).resolve("launch.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(order)))
                .isEqualTo("rw-------");
        user.killDaemon();
        Files.createFile(user.job(job).resolve("ticket"));
        Path record = user.job(job).resolve("job.json");
        AgentProgram.merge(record, Map.of("state", "starting"));
        // Else it would be lost soon, since nothing of a host is there.
        Files.setLastModifiedTime(record, FileTime.from(Instant.now().plusSeconds(14)));
        Path hindrance = Files.createDirectory(user.job(job).resolve("revoked"));
        user.startDaemon();
        assertThat(user.value(job, "state")).isEqualTo("starting");
        Files.delete(hindrance);

        user.run("group", "add", "another");

        user.awaitState(job, "queued");
        user.run("resume");
        user.awaitEnd(job);
        assertThat(diary.lines()).containsExactly("once");
        assertThat(user.output(job)).isEqualTo("typed\nsecret\n");
        assertThat(order).doesNotExist();
    }

    @Test
    void groupsAreCheckedAndKeptAndSayWhatHasBeenDone() {
        assertThat(user.run("group", "add", "builds", "--parallel", "2"))
                .isEqualTo(
                        "Group builds has been added. To put a job into it: nudge run --group builds -- COMMAND\n");
        assertThat(user.fail("group", "add", "builds")).contains("already a group builds");
        assertThat(user.fail("run", "--group", "tests", "--", "true"))
                .contains("there is no group \"tests\"", "builds, default");
        assertThat(user.fail("group", "remove", "default")).contains("cannot be removed");
        assertThat(user.misuse("group", "add", "a b")).contains("GROUP is \"a b\"");
        assertThat(user.misuse("group", "add", "far", "--engine", "slurm"))
                .contains("Slurm cannot be used from here: ", "scontrol ping");
        assertThat(user.misuse("group", "add", "far", "--engine=slurm", "--option=job-name=x"))
                .contains("nudge itself decides about --job-name");
        assertThat(user.run("pause", "builds"))
                .isEqualTo("Group builds is paused: none of its jobs will be started.\n");
        long sleeps = user.runJob("--group", "builds", "--", "sleep 300");
        String number = Long.toString(sleeps);
        assertThat(user.fail("group", "remove", "builds")).contains("still has jobs: " + number);
        assertThat(user.fail("resume", number))
                .contains(
                        "Job %s is neither held nor paused: it waits in the queue: group builds is paused."
                                .formatted(number));
        user.run("group", "add", "big", "--min-free-memory", "9999G", "--max-load", "99999");
        long big = user.runJob("--group", "big", "--", "exit 3");
        assertThat(user.value(big, "waiting")).startsWith("group big wants 9.8T of memory, ");
        assertThat(user.run("group"))
                .contains("open, while 9.8T of memory are free, while the load is below 99999.0");

        user.killDaemon();

        assertThat(user.run("group"))
                .containsPattern("builds +2 +0 +1 +paused")
                .contains("below 99999.0")
                .doesNotContain("far");
        assertThat(user.run("ps", "--group", "builds")).contains("group builds is paused");
        user.run("group", "set", "big", "--min-free-memory", "1M");
        assertThat(user.exitCode(big)).isEqualTo(3);
        assertThat(user.run("group", "--json")).contains("1048576", "99999.0");
        user.run("group", "set", "big", "--min-free-memory", "0", "--max-load", "0");
        assertThat(user.run("group")).doesNotContain("memory are free", "load");
        assertThat(user.run("group", "set", "builds", "--parallel", "1"))
                .isEqualTo("Group builds has been changed.\n");
        String job = "Job " + number;
        assertThat(user.run("pause", number))
                .isEqualTo(job + " is held: it will not be started.\n");
        assertThat(user.run("resume", number, "builds"))
                .isEqualTo("Group builds starts jobs.\n" + job + " is no longer held.\n");
        user.awaitState(sleeps, "running");
        assertThat(user.run("pause", "--running", number)).isEqualTo(job + " is paused.\n");
        assertThat(user.run("resume", number)).isEqualTo(job + " continues.\n");
        assertThat(user.run("pause", "--running", "builds"))
                .isEqualTo("Group builds is paused, and so are its jobs that run.\n");
        user.run("kill", number);

        assertThat(user.run("clean", "--group", "builds")).isEqualTo("1 job removed.\n");
        assertThat(user.run("ps", "--all"))
                .containsPattern("(?m)^%d ".formatted(big))
                .doesNotContainPattern("(?m)^%d ".formatted(sleeps));
        assertThat(user.fail("clean", "--group", "tests"))
                .contains("There is no group \"tests\", and no job of such a group.");
        removeWhileJobsAreBeingPutIntoIt("big", big + 1);
        assertThat(user.run("group", "remove", "builds"))
                .isEqualTo("Group builds has been removed.\n");
        assertThat(user.run("group", "--json")).doesNotContain("builds");
    }

    /// The group was removed under its jobs, which then ran here, and without a limit.
    private void removeWhileJobsAreBeingPutIntoIt(String group, long next) {
        user.run("pause", group);
        CompletableFuture<String> array =
                CompletableFuture.supplyAsync(
                        () -> user.run("run", "--group", group, "--array", "1-100", "true"));
        soon().until(() -> Files.exists(user.job(next)));

        assertThat(user.fail("group", "remove", group)).contains("still has jobs: ");

        String jobs = "%d-%d".formatted(next, next + 99);
        assertThat(array.join().strip()).isEqualTo(jobs);
        user.run("kill", jobs);
    }
}
