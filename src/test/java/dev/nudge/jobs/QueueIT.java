package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class QueueIT {
    private static final JsonMapper JSON = JsonMapper.shared();

    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Diary diary = new Diary(user);

    /// A command that notes its start, and waits for the gate.
    private String gated(String name) {
        return diary.noting(name) + "; " + diary.waiting();
    }

    private void awaitNoted(String... lines) {
        await().untilAsserted(() -> assertThat(diary.lines()).containsExactly(lines));
    }

    @Test
    void groupRunsAsManyAsMayRunAndTheOthersInTheirOrder() {
        user.run("group", "add", "builds", "--parallel", "1");
        user.runJob("--group", "builds", "--", gated("first"));
        user.runJob("--group", "builds", "--", diary.noting("second"));
        user.runJob("--group", "builds", "--priority", "5", "--", diary.noting("third"));
        awaitNoted("first");

        assertThat(user.value(2, "state")).isEqualTo("queued");
        assertThat(user.value(2, "waiting")).isEqualTo("group builds runs 1");
        assertThat(user.run("ps")).containsSubsequence("running", "queued", "group builds runs 1");
        assertThat(user.run("ps", "--json")).containsSubsequence("\"running\"", "\"queued\"");
        assertThat(user.run("status")).isEqualTo("1▶ 2…\n");
        assertThat(user.run("show", "3"))
                .containsPattern("reason +group builds runs 1\n")
                .containsPattern("group +builds\n")
                .containsPattern("priority +5\n");
        assertThat(user.run("group")).contains("builds").containsPattern("builds +1 +1 +2 +open");
        diary.open();
        user.awaitEnd(2);

        awaitNoted("first", "third", "second");
    }

    @Test
    void chainIsSkippedOnceItsFirstJobHasFailed() {
        user.runJob("--", gated("first") + "; exit 4");
        user.runJob("--after", "1", "--", diary.noting("second"));
        user.runJob("--after", "2", "--", diary.noting("third"));
        user.runJob("--after-any", "3", "--", diary.noting("fourth"));
        assertThat(user.value(3, "waiting")).isEqualTo("after job 2");
        awaitNoted("first");
        diary.open();

        assertThat(user.awaitEnd(2).path("skipped").stringValue("")).isEqualTo("job 1 failed");
        assertThat(user.awaitEnd(3).path("skipped").stringValue(""))
                .isEqualTo("job 1 failed, job 2 was skipped");
        user.awaitEnd(4);
        awaitNoted("first", "fourth");
        assertThat(user.run("show", "2"))
                .containsPattern("state +skipped\nreason +job 1 failed\n")
                .containsPattern("after +1\n");
    }

    @Test
    void jobsToRunAfterMustExistAndAreNotRemoved() {
        user.run("run", "--", "true");
        user.run("run", "--", "true");
        for (String option : List.of("--after", "--after-any")) {
            assertThat(user.fail("run", option, "1-2000000000", "--", "true"))
                    .contains(
                            option
                                    + " 1-2000000000 goes beyond the last job, which is job 2; name a range that ends there, or earlier.");
        }
        user.awaitEnd(1);
        user.run("pause");
        long job = user.runJob("--after", "1-2", "--", "exit 3");

        assertThat(user.fail("clean", "1")).contains("jobs in the queue wait for it");
        user.run("clean", "--yes");
        user.run("resume");
        assertThat(user.exitCode(job)).isEqualTo(3);
        user.run("clean", "1");
    }

    @Test
    void jobsThatWaitChangeTheirPlaces() {
        user.run("group", "add", "builds", "--parallel", "1");
        user.run("pause", "builds");
        user.runJob("--group", "builds", "--", diary.noting("first"));
        user.runJob("--group", "builds", "--", diary.noting("second"));
        user.runJob(
                "--group",
                "builds",
                "--priority",
                "5",
                "--label",
                "urgent",
                "--",
                diary.noting("third"));
        user.runJob("--group", "builds", "--", diary.noting("fourth"));
        user.runJob("--group", "builds", "--after", "1", "--", diary.noting("fifth"));
        user.runJob("--group", "builds", "--after", "5", "--", diary.noting("sixth"));

        assertThat(user.run("ps")).containsSubsequence("third", "first", "second", "fourth");
        assertThat(user.run("switch", "1", "urgent"))
                .isEqualTo("The jobs that wait are started in this order: 1, 3, 2, 4, 5, 6\n");
        user.run("switch", "2", "4");
        user.run("pause", "2");
        assertThat(user.run("switch", "3", "4"))
                .isEqualTo("The jobs that wait are started in this order: 1, 4, 3, 5, 6, 2\n");
        user.run("resume", "2");
        user.run("switch", "3", "4");
        assertThat(user.run("ps"))
                .containsSubsequence("first", "third", "fourth", "second", "fifth", "sixth");
        assertThat(user.run("ps", "--json"))
                .containsSubsequence("first", "third", "fourth", "second", "fifth", "sixth");

        assertThat(user.record(1).path("queue").path("priority").intValue()).isEqualTo(5);
        assertThat(user.run("show", "2")).containsPattern("place +that of job 4\n");
        assertThat(user.fail("switch", "6", "1"))
                .contains("Job 6 waits for job 1, so they cannot change places.");
        assertThat(user.fail("switch", "1", "1")).contains("Job 1 is named twice");
        assertThat(user.fail("switch", "1", "9")).contains("No job 9.");
        user.killDaemon();
        user.run("resume", "builds");
        user.awaitEnd(6);
        awaitNoted("first", "third", "fourth", "second", "fifth", "sixth");
        assertThat(user.fail("switch", "1", "2"))
                .contains("Job 1 does not wait in the queue: it has ended.");
    }

    /// The daemon dies when it has recorded the new place of one of the two jobs.
    @Test
    void changeOfPlacesThatWasInterruptedIsFinished() throws IOException {
        user.run("group", "set", "default", "--parallel", "1");
        user.run("pause");
        user.runJob("--", diary.noting("first"));
        user.runJob("--priority", "7", "--", diary.noting("second"));
        user.killDaemon();
        Files.writeString(
                user.state().resolve("places.json"),
                "[{\"job\":1,\"priority\":7,\"place\":2},{\"job\":2,\"priority\":0,\"place\":1}]");
        user.run("resume");

        awaitNoted("first", "second");
        assertThat(user.state().resolve("places.json")).doesNotExist();
    }

    @Test
    void jobIsStartedWhenItsTimeHasCome() {
        assertThat(user.fail("run", "--at", "2020-01-01T10:00", "--", "true"))
                .contains("--at is in the past: 2020-01-01 ");
        long never = user.runJob("--at", "2100-01-01T10:00", "--", diary.noting("never"));
        assertThat(user.value(never, "waiting")).contains("until 2100-01-01");
        assertThat(user.value(never, "state")).isEqualTo("queued");
        long job = user.runJob("--delay", "3", "--", diary.noting("late"));

        JsonNode end = user.awaitEnd(job);
        assertThat(
                        Duration.between(
                                Instant.parse(end.path("created_at").stringValue("")),
                                Instant.parse(end.path("started_at").stringValue(""))))
                .isGreaterThan(Duration.ofMillis(2900));
        assertThat(diary.lines()).containsExactly("late");
    }

    @Test
    void onlyOneOfAnExclusiveNameRuns() {
        user.runJob("--exclusive", "database", "--", gated("first"));
        awaitNoted("first");
        user.runJob("--exclusive", "database", "--", diary.noting("second"));
        user.runJob("--", diary.noting("third"));
        user.awaitEnd(3);

        assertThat(diary.lines()).containsExactly("first", "third");
        diary.open();
        awaitNoted("first", "third", "second");
    }

    @Test
    void nothingOfAPausedGroupIsStartedAndWhatRunsContinues() {
        user.runJob("--", gated("first"));
        awaitNoted("first");
        user.run("pause");
        long waiting = user.runJob("--", diary.noting("second"));
        long held = user.runJob("--", diary.noting("third"));
        long killed = user.runJob("--", diary.noting("never"));
        user.run("pause", Long.toString(held));

        assertThat(user.value(waiting, "waiting")).isEqualTo("group default is paused");
        assertThat(user.value(held, "state")).isEqualTo("held");
        assertThat(user.fail("kill", "-s", "USR1", Long.toString(killed)))
                .contains("waits in the queue");
        user.run("kill", Long.toString(killed));
        assertThat(user.awaitEnd(killed).path("not_started").stringValue("")).contains("killed");
        user.run("resume");
        awaitNoted("first", "second");
        user.run("resume", Long.toString(held));
        awaitNoted("first", "second", "third");
        assertThat(user.fail("pause", "1")).contains("Job 1 does not wait in the queue");
    }

    @Test
    void whatItsStartNeedsIsKeptForItselfUntilThen() throws IOException {
        user.run("pause");
        Process nudge =
                user.start(
                        "run", "--stdin", "--env", "WORD=secret", "--", "cat; echo $WORD; umask");
        try (var input = nudge.getOutputStream()) {
            input.write("typed\n".getBytes(StandardCharsets.UTF_8));
        }
        await().until(() -> !nudge.isAlive());
        Path order = user.job(1).resolve("launch.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(order)))
                .isEqualTo("rw-------");
        user.killDaemon();
        user.run("resume");
        user.awaitEnd(1);

        assertThat(user.run("logs", "1")).startsWith("typed\nsecret\n");
        assertThat(order).doesNotExist();
    }

    @Test
    void daemonThatIsKilledAgainAndAgainStartsEachJobOnceAndInOrder() {
        user.run("group", "add", "builds", "--parallel", "2");
        user.run("pause", "builds");
        IntStream.rangeClosed(1, 40)
                .forEach(i ->
                        user.runJob(
                                "--group",
                                "builds",
                                "--",
                                diary.noting(Integer.toString(i)) + "; sleep 0.2"));
        user.run("resume", "builds");
        for (int before = 0; before < 34; before = diary.lines().size()) {
            diary.awaitLines(before + 2);
            user.killDaemon();
            user.startDaemon();
        }
        IntStream.rangeClosed(1, 40).forEach(user::awaitEnd);

        List<Integer> started = diary.lines().stream().map(Integer::valueOf).toList();
        assertThat(started).hasSize(40).doesNotHaveDuplicates();
        // Two run at once, and the first of them may be the last to write.
        assertThat(IntStream.range(0, 40).map(i -> started.get(i) - i - 1))
                .allMatch(ahead -> ahead <= 1);
    }

    /// The daemon dies after it has recorded that the job is being started, and before a host is.
    /// The next one cannot undo that at once.
    @Test
    void startThatWasInterruptedBeforeAnyHostIsMadeUpFor() throws IOException {
        user.run("pause");
        long job = user.runJob("--", diary.noting("once"));
        user.killDaemon();
        Files.createFile(user.job(job).resolve("ticket"));
        Path record = user.job(job).resolve("job.json");
        ObjectNode json = (ObjectNode) JSON.readTree(Files.readString(record));
        Files.writeString(record, JSON.writeValueAsString(json.put("state", "starting")));
        // Else it would be lost soon, since nothing of a host is there.
        Files.setLastModifiedTime(record, FileTime.from(Instant.now().plusSeconds(14)));
        Path hindrance = Files.createDirectory(user.job(job).resolve("revoked"));
        user.startDaemon();
        assertThat(user.value(job, "state")).isEqualTo("starting");
        Files.delete(hindrance);

        user.run("group", "add", "builds");

        user.awaitState(job, "queued");
        user.run("resume");
        user.awaitEnd(job);
        assertThat(diary.lines()).containsExactly("once");
    }

    @Test
    void groupStartsJobsOnlyWhileTheMachineHasRoomForThem() {
        user.run("group", "add", "builds", "--min-free-memory", "9999G", "--max-load", "99999");
        long job = user.runJob("--group", "builds", "--", "exit 3");
        assertThat(user.value(job, "waiting")).startsWith("group builds wants 9.8T of memory, ");
        assertThat(user.run("group"))
                .contains("open, while 9.8T of memory are free, while the load is below 99999.0");
        assertThat(user.misuse("group", "add", "few", "--min-free-memory", "much"))
                .contains("--min-free-memory is \"much\"; expected bytes");
        assertThat(user.misuse("group", "add", "few", "--max-load", "much"))
                .contains("--max-load is \"much\"; expected a number, or none");
        user.killDaemon();

        user.run("group", "set", "builds", "--min-free-memory", "1M");

        assertThat(user.exitCode(job)).isEqualTo(3);
        assertThat(user.run("group", "--json")).contains("1048576", "99999.0");
    }

    /// The group was removed under its jobs, which then ran here, and without a limit.
    @Test
    void groupIsNotRemovedWhileJobsAreBeingPutIntoIt() throws Exception {
        user.run("group", "add", "builds", "--parallel", "1");
        CompletableFuture<String> array =
                CompletableFuture.supplyAsync(
                        () -> user.run("run", "--group", "builds", "--array", "1-300", "true"));
        await().until(() -> Files.exists(user.job(1)));

        assertThat(user.fail("group", "remove", "builds")).contains("still has jobs: ");

        assertThat(array.get()).isEqualTo("1-300\n");
        user.run("kill", "1-300");
    }

    @Test
    void groupsAreCheckedAndKept() {
        user.run("group", "add", "builds", "--parallel", "2");
        assertThat(user.fail("group", "add", "builds")).contains("already a group builds");
        assertThat(user.fail("run", "--group", "tests", "--", "true"))
                .contains("there is no group \"tests\"", "builds, default");
        assertThat(user.fail("group", "remove", "default")).contains("cannot be removed");
        assertThat(user.misuse("group", "add", "a b")).contains("GROUP is \"a b\"");
        assertThat(user.misuse("group", "add", "few", "--parallel", "0")).contains("1 or more");
        assertThat(user.misuse("group", "remove", "builds", "--parallel", "3"))
                .contains("for nudge group add and set");
        user.run("pause", "builds");
        user.runJob("--group", "builds", "--", "true");
        assertThat(user.fail("group", "remove", "builds")).contains("still has jobs: 1");
        assertThat(user.fail("resume", "1"))
                .contains(
                        "Job 1 is neither held nor paused: it waits in the queue: group builds is paused.");
        user.killDaemon();

        assertThat(user.run("group")).containsPattern("builds +2 +0 +1 +paused");
        assertThat(user.run("ps", "--group", "builds")).contains("group builds is paused");
        user.run("kill", "1");
        user.run("group", "remove", "builds");
        assertThat(user.misuse("group", "add", "far", "--engine", "slurm"))
                .contains("Slurm cannot be used from here: ", "scontrol ping");
        assertThat(user.run("group", "--json")).doesNotContain("builds", "far");
    }

    @Test
    void changesOfTheQueueSayWhatTheyHaveDone() {
        assertThat(user.run("group", "add", "builds"))
                .isEqualTo(
                        "Group builds has been added. To put a job into it: nudge run --group builds -- COMMAND\n");
        assertThat(user.run("group", "set", "builds", "--parallel", "1"))
                .isEqualTo("Group builds has been changed.\n");
        assertThat(user.run("pause", "builds"))
                .isEqualTo("Group builds is paused: none of its jobs will be started.\n");
        user.run("run", "--group", "builds", "--", "sleep 300");
        assertThat(user.run("pause", "1")).isEqualTo("Job 1 is held: it will not be started.\n");
        assertThat(user.run("resume", "1", "builds"))
                .isEqualTo("Group builds starts jobs.\nJob 1 is no longer held.\n");
        user.awaitState(1, "running");
        assertThat(user.run("pause", "--running", "1")).isEqualTo("Job 1 is paused.\n");
        assertThat(user.run("resume", "1")).isEqualTo("Job 1 continues.\n");
        assertThat(user.run("pause", "--running", "builds"))
                .isEqualTo("Group builds is paused, and so are its jobs that run.\n");
        user.run("kill", "1");
        user.runJob("--", "true");
        user.awaitEnd(2);
        assertThat(user.misuse("clean", "--group", "builds", "2"))
                .contains("--group chooses among all jobs");
        assertThat(user.run("clean", "--group", "builds")).isEqualTo("1 job removed.\n");
        assertThat(user.run("ps", "--all"))
                .containsPattern("(?m)^2 ")
                .doesNotContainPattern("(?m)^1 ");
        assertThat(user.fail("clean", "--group", "tests"))
                .contains("There is no group \"tests\", and no job of such a group.");
        assertThat(user.run("group", "remove", "builds"))
                .isEqualTo("Group builds has been removed.\n");
    }
}
