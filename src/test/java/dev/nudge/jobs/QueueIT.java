package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Jobs that wait, in a real daemon.
class QueueIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final JsonMapper JSON = JsonMapper.shared();

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private Path diary() {
        return user.folder("diary").resolve("log");
    }

    /// A command that notes its start, and waits for the gate.
    private String gated(String name) {
        return "echo %s >>%s; while [ ! -e %s ]; do sleep 0.05; done"
                .formatted(name, diary(), gate());
    }

    private String noting(String name) {
        return "echo %s >>%s".formatted(name, diary());
    }

    private Path gate() {
        return user.folder("gate").resolve("open");
    }

    private void open() throws IOException {
        Files.createFile(gate());
    }

    private List<String> noted() throws IOException {
        return Files.exists(diary()) ? Files.readAllLines(diary()) : List.of();
    }

    private long run(String... words) {
        return Long.parseLong(
                user.run(Stream.concat(Stream.of("run"), Stream.of(words)).toArray(String[]::new))
                        .strip());
    }

    private String state(long job) {
        return user.record(job).path("state").stringValue("");
    }

    private void awaitNoted(String... lines) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(noted()).containsExactly(lines));
    }

    @Test
    void groupRunsAsManyAsMayRunAndTheOthersInTheirOrder() throws IOException {
        user.run("group", "add", "builds", "--parallel", "1");
        run("--group", "builds", "--", gated("first"));
        run("--group", "builds", "--", noting("second"));
        run("--group", "builds", "--priority", "5", "--", noting("third"));
        awaitNoted("first");

        assertThat(state(2)).isEqualTo("queued");
        assertThat(user.record(2).path("waiting").stringValue("")).isEqualTo("group builds runs 1");
        assertThat(user.run("ps")).contains("queued", "group builds runs 1");
        assertThat(user.run("status")).isEqualTo("1▶ 2…\n");
        assertThat(user.run("show", "3"))
                .containsPattern("reason +group builds runs 1\n")
                .containsPattern("group +builds\n")
                .containsPattern("priority +5\n");
        assertThat(user.run("group")).contains("builds").containsPattern("builds +1 +1 +2 +open");
        open();
        user.awaitEnd(2);

        awaitNoted("first", "third", "second");
    }

    @Test
    void jobThatNothingKeepsIsStartedAtOnce() {
        user.run("group", "add", "builds", "--parallel", "2");
        long job = run("--group", "builds", "--", "exit 3");

        assertThat(user.awaitEnd(job).path("exit_code").intValue()).isEqualTo(3);
    }

    @Test
    void chainIsSkippedOnceItsFirstJobHasFailed() throws IOException {
        run("--", gated("first") + "; exit 4");
        run("--after", "1", "--", noting("second"));
        run("--after", "2", "--", noting("third"));
        run("--after-any", "3", "--", noting("fourth"));
        assertThat(user.record(3).path("waiting").stringValue("")).isEqualTo("after job 2");
        awaitNoted("first");
        open();

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
    void rangeOfJobsToRunAfterEndsAtTheLastJob() {
        user.run("run", "--", "true");
        user.run("run", "--", "true");

        for (String option : List.of("--after", "--after-any")) {
            assertThat(user.fail("run", option, "1-2000000000", "--", "true"))
                    .contains(
                            option
                                    + " 1-2000000000 goes beyond the last job, which is job 2; name a range that ends there, or earlier.");
        }
        long job = run("--after", "1-2", "--", "exit 3");

        assertThat(user.awaitEnd(job).path("exit_code").intValue()).isEqualTo(3);
    }

    @Test
    void jobThatOthersAreToRunAfterIsNotRemoved() {
        user.run("run", "--", "true");
        user.awaitEnd(1);
        user.run("pause");
        run("--after", "1", "--", noting("second"));

        assertThat(user.fail("clean", "1")).contains("jobs in the queue wait for it");
        user.run("clean", "--yes");
        user.run("resume");
        assertThat(user.awaitEnd(2).path("exit_code").intValue()).isZero();
        user.run("clean", "1");
    }

    @Test
    void runningJobsAreListedBeforeThoseThatWaitInJsonToo() {
        user.run("group", "add", "builds", "--parallel", "1");
        user.run("pause", "builds");
        run("--group", "builds", "--label", "waits", "true");
        run("--label", "runs", "--", "sleep 60");

        assertThat(user.run("ps")).containsSubsequence("runs", "waits");
        assertThat(user.run("ps", "--json")).containsSubsequence("\"runs\"", "\"waits\"");
    }

    @Test
    void jobsThatWaitChangeTheirPlaces() throws IOException {
        user.run("group", "add", "builds", "--parallel", "1");
        user.run("pause", "builds");
        run("--group", "builds", "--", noting("first"));
        run("--group", "builds", "--", noting("second"));
        run("--group", "builds", "--priority", "5", "--label", "urgent", "--", noting("third"));
        run("--group", "builds", "--", noting("fourth"));
        run("--group", "builds", "--after", "1", "--", noting("fifth"));
        run("--group", "builds", "--after", "5", "--", noting("sixth"));

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
        run("--", noting("first"));
        run("--priority", "7", "--", noting("second"));
        user.killDaemon();
        Files.writeString(
                user.state().resolve("places.json"),
                "[{\"job\":1,\"priority\":7,\"place\":2},{\"job\":2,\"priority\":0,\"place\":1}]");
        user.run("resume");

        awaitNoted("first", "second");
        assertThat(user.state().resolve("places.json")).doesNotExist();
    }

    @Test
    void endedJobsOfAGroupAreRemoved() {
        user.run("group", "add", "builds");
        run("--group", "builds", "--", "true");
        run("--", "true");
        user.awaitEnd(1);
        user.awaitEnd(2);

        assertThat(user.run("clean", "--group", "builds")).isEqualTo("1 job removed.\n");
        assertThat(user.run("ps", "--all"))
                .containsPattern("(?m)^2 ")
                .doesNotContainPattern("(?m)^1 ");
        assertThat(user.fail("clean", "--group", "tests"))
                .contains("There is no group \"tests\", and no job of such a group.");
        assertThat(user.misuse("clean", "--group", "builds", "2"))
                .contains("--group chooses among all jobs");
    }

    @Test
    void jobIsStartedWhenItsTimeHasCome() throws IOException {
        long job = run("--delay", "10", "--", noting("late"));

        assertThat(state(job)).isEqualTo("queued");
        JsonNode end = user.awaitEnd(job);
        assertThat(
                        Duration.between(
                                Instant.parse(end.path("created_at").stringValue("")),
                                Instant.parse(end.path("started_at").stringValue(""))))
                .isGreaterThan(Duration.ofMillis(9900));
        assertThat(noted()).containsExactly("late");
    }

    @Test
    void onlyOneOfAnExclusiveNameRuns() throws IOException {
        run("--exclusive", "database", "--", gated("first"));
        awaitNoted("first");
        run("--exclusive", "database", "--", noting("second"));
        run("--", noting("third"));
        user.awaitEnd(3);

        assertThat(noted()).containsExactly("first", "third");
        open();
        awaitNoted("first", "third", "second");
    }

    @Test
    void nothingOfAPausedGroupIsStartedAndWhatRunsContinues() throws IOException {
        run("--", gated("first"));
        awaitNoted("first");
        user.run("pause");
        long waiting = run("--", noting("second"));
        long held = run("--", noting("third"));
        user.run("pause", Long.toString(held));

        assertThat(user.record(waiting).path("waiting").stringValue(""))
                .isEqualTo("group default is paused");
        assertThat(state(held)).isEqualTo("held");
        user.run("resume");
        awaitNoted("first", "second");
        user.run("resume", Long.toString(held));
        awaitNoted("first", "second", "third");
        assertThat(user.fail("pause", "1")).contains("Job 1 does not wait in the queue");
    }

    @Test
    void jobThatWaitsCanBeKilled() throws IOException {
        user.run("pause");
        long job = run("--", noting("never"));
        assertThat(user.fail("kill", "-s", "USR1", Long.toString(job)))
                .contains("waits in the queue");
        user.run("kill", Long.toString(job));
        user.run("resume");

        assertThat(user.awaitEnd(job).path("not_started").stringValue("")).contains("killed");
        assertThat(noted()).isEmpty();
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
        await().atMost(PATIENCE).until(() -> !nudge.isAlive());
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
    void daemonThatIsKilledAgainAndAgainStartsEachJobOnceAndInOrder() throws IOException {
        user.run("group", "add", "builds", "--parallel", "2");
        user.run("pause", "builds");
        IntStream.rangeClosed(1, 40)
                .forEach(i ->
                        run(
                                "--group",
                                "builds",
                                "--",
                                noting(Integer.toString(i)) + "; sleep 0.2"));
        user.run("resume", "builds");
        for (int before = 0; before < 34; before = noted().size()) {
            int enough = before + 2;
            await().atMost(PATIENCE).until(() -> noted().size() >= enough);
            user.killDaemon();
            user.startDaemon();
        }
        IntStream.rangeClosed(1, 40).forEach(user::awaitEnd);

        List<Integer> started = noted().stream().map(Integer::valueOf).toList();
        assertThat(started).hasSize(40).doesNotHaveDuplicates();
        // Two run at once, and the first of them may be the last to write.
        assertThat(IntStream.range(0, 40).map(i -> started.get(i) - i - 1))
                .allMatch(ahead -> ahead <= 1);
    }

    /// The daemon dies after it has recorded that the job is being started, and before a host is.
    @Test
    void startThatWasInterruptedBeforeAnyHostIsMadeUpFor() throws IOException {
        user.run("pause");
        long job = run("--", noting("once"));
        user.killDaemon();
        Files.createFile(user.job(job).resolve("ticket"));
        Path record = user.job(job).resolve("job.json");
        ObjectNode json = (ObjectNode) JSON.readTree(Files.readString(record));
        Files.writeString(record, JSON.writeValueAsString(json.put("state", "starting")));
        user.startDaemon();

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(state(job)).isEqualTo("queued"));
        user.run("resume");
        user.awaitEnd(job);
        assertThat(noted()).containsExactly("once");
    }

    @Test
    void startThatCannotBeUndoneAtOnceIsUndoneLater() throws IOException {
        long job = run("--delay", "1h", "--", noting("never"));
        user.killDaemon();
        Files.createFile(user.job(job).resolve("ticket"));
        Path hindrance = Files.createDirectory(user.job(job).resolve("revoked"));
        Path record = user.job(job).resolve("job.json");
        ObjectNode json = (ObjectNode) JSON.readTree(Files.readString(record));
        Files.writeString(record, JSON.writeValueAsString(json.put("state", "starting")));
        user.startDaemon();
        assertThat(state(job)).isEqualTo("starting");
        Files.delete(hindrance);

        user.run("group", "add", "builds");

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(state(job)).isEqualTo("queued"));
    }

    @Test
    void groupStartsJobsOnlyWhileTheMachineHasRoomForThem() {
        user.run("group", "add", "builds", "--min-free-memory", "9999G", "--max-load", "99999");
        long job = run("--group", "builds", "--", "exit 3");
        assertThat(user.record(job).path("waiting").stringValue(""))
                .startsWith("group builds wants 9.8T of memory, ");
        assertThat(user.run("group"))
                .contains("open, while 9.8T of memory are free, while the load is below 99999.0");
        assertThat(user.misuse("group", "add", "few", "--min-free-memory", "much"))
                .contains("--min-free-memory is \"much\"; expected bytes");
        assertThat(user.misuse("group", "add", "few", "--max-load", "much"))
                .contains("--max-load is \"much\"; expected a number, or none");
        user.killDaemon();

        user.run("group", "set", "builds", "--min-free-memory", "1M");

        assertThat(user.awaitEnd(job).path("exit_code").intValue()).isEqualTo(3);
        assertThat(user.run("group", "--json")).contains("1048576", "99999.0");
    }

    @Test
    void jobIsStartedAtATimeToComeOnly() {
        assertThat(user.fail("run", "--at", "2020-01-01T10:00", "--", "true"))
                .contains("--at is in the past: 2020-01-01 ");

        long job = run("--at", "2100-01-01T10:00", "--", noting("never"));

        assertThat(user.record(job).path("waiting").stringValue("")).contains("until 2100-01-01");
    }

    /// The group was removed under its jobs, which then ran here, and without a limit.
    @Test
    void groupIsNotRemovedWhileJobsAreBeingPutIntoIt() throws Exception {
        user.run("group", "add", "builds", "--parallel", "1");
        CompletableFuture<String> array =
                CompletableFuture.supplyAsync(
                        () -> user.run("run", "--group", "builds", "--array", "1-300", "true"));
        await().atMost(PATIENCE).until(() -> Files.exists(user.job(1)));

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
        run("--group", "builds", "--", "true");
        assertThat(user.fail("group", "remove", "builds")).contains("still has jobs: 1");
        assertThat(user.fail("resume", "1"))
                .contains(
                        "Job 1 is neither held nor paused: it waits in the queue: group builds is paused.");
        user.killDaemon();

        assertThat(user.run("group")).containsPattern("builds +2 +0 +1 +paused");
        assertThat(user.run("ps", "--group", "builds")).contains("group builds is paused");
        user.run("kill", "1");
        user.run("group", "remove", "builds");
        assertThat(user.run("group", "--json")).doesNotContain("builds");
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
        await().atMost(Patience.LONG)
                .until(() -> user.record(1).path("state").stringValue().equals("running"));
        assertThat(user.run("pause", "--running", "1")).isEqualTo("Job 1 is paused.\n");
        assertThat(user.run("resume", "1")).isEqualTo("Job 1 continues.\n");
        assertThat(user.run("pause", "--running", "builds"))
                .isEqualTo("Group builds is paused, and so are its jobs that run.\n");
        user.run("kill", "1");
        assertThat(user.run("group", "remove", "builds"))
                .isEqualTo("Group builds has been removed.\n");
    }

    @Test
    void groupOfAClusterThatIsNotThereIsRefused() {
        assertThat(user.misuse("group", "add", "far", "--engine", "slurm"))
                .contains("Slurm cannot be used from here: ", "scontrol ping");

        assertThat(user.run("group")).doesNotContain("far");
    }
}
