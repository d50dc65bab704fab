package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
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
    void jobsWaitForTheirGroupTheirTimeAndOneOfTheirExclusiveName() {
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
        awaitNoted("first", "third", "second");

        user.runJob("--exclusive", "database", "--", "sleep 300");
        user.runJob("--exclusive", "database", "--", diary.noting("exclusive"));
        user.runJob("--", diary.noting("other"));
        awaitNoted("first", "third", "second", "other");
        assertThat(user.value(5, "waiting")).isEqualTo("job 4 runs as database");
        user.run("kill", "4");
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
    }

    @Test
    void jobsRunAfterOthersWhichStayAndNotWhileTheyAreHeldOrTheirGroupIsPaused() {
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
        for (String option : List.of("--after", "--after-any")) {
            assertThat(user.fail("run", option, "1-2000000000", "--", "true"))
                    .contains(
                            option
                                    + " 1-2000000000 goes beyond the last job, which is job 4; name a range that ends there, or earlier.");
        }

        user.run("pause");
        user.runJob("--after", "4", "--", "exit 3");
        user.runJob("--", diary.noting("held"));
        user.runJob("--", diary.noting("never"));
        user.run("pause", "6");
        assertThat(user.value(5, "waiting")).isEqualTo("group default is paused");
        assertThat(user.value(6, "state")).isEqualTo("held");
        assertThat(user.fail("kill", "-s", "USR1", "7")).contains("waits in the queue");
        user.run("kill", "7");
        assertThat(user.awaitEnd(7).path("not_started").stringValue("")).contains("killed");
        assertThat(user.fail("clean", "4")).contains("jobs in the queue wait for it");
        user.run("clean", "--yes");
        user.run("resume");
        assertThat(user.exitCode(5)).isEqualTo(3);
        user.run("clean", "4");
        assertThat(user.value(6, "state")).isEqualTo("held");
        user.run("resume", "6");
        awaitNoted("first", "fourth", "held");
    }

    /// The daemon dies when it has recorded the new place of one of two jobs.
    @Test
    void jobsThatWaitChangeTheirPlacesAlsoIfTheDaemonDiesMeanwhile() throws IOException {
        user.run("group", "add", "builds", "--parallel", "1");
        user.run("pause", "builds");
        for (String options :
                List.of(
                        "first",
                        "second",
                        "third --priority 5 --label urgent",
                        "fourth",
                        "fifth --after 1",
                        "sixth --after 5")) {
            String[] words = ("--group builds --env NAME=" + options + " --").split(" ");
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
        user.run("resume", "builds");
        user.awaitEnd(6);
        awaitNoted("first", "third", "fourth", "second", "fifth", "sixth");
        assertThat(places).doesNotExist();
        assertThat(user.fail("switch", "1", "2"))
                .contains("Job 1 does not wait in the queue: it has ended.");
    }

    @Test
    void daemonThatIsKilledAgainAndAgainStartsEachTaskOnceAndInOrder() {
        user.run("group", "add", "builds", "--parallel", "2");
        String command = diary.noting("$NUDGE_JOB:$NUDGE_ARRAY_TASK") + "; sleep 0.2";
        user.run("run", "--group", "builds", "--array", "1-30", "--", command);
        for (int before = 0; before < 24; before = diary.lines().size()) {
            diary.awaitLines(before + 2);
            user.killDaemon();
            user.startDaemon();
        }
        user.run("wait", "1-30");

        List<String> lines = diary.lines();
        assertThat(lines)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 30).mapToObj(job -> job + ":" + job).toList());
        // Two run at once, and the first of them may be the last to write.
        assertThat(
                        IntStream.range(0, 30)
                                .map(i -> Integer.parseInt(lines.get(i).split(":", -1)[0]) - i - 1))
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
        await().until(() -> !nudge.isAlive());
        Path order = user.job(1).resolve("launch.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(order)))
                .isEqualTo("rw-------");
        user.killDaemon();
        Files.createFile(user.job(1).resolve("ticket"));
        Path record = user.job(1).resolve("job.json");
        ObjectNode json = (ObjectNode) JSON.readTree(Files.readString(record));
        Files.writeString(record, JSON.writeValueAsString(json.put("state", "starting")));
        // Else it would be lost soon, since nothing of a host is there.
        Files.setLastModifiedTime(record, FileTime.from(Instant.now().plusSeconds(14)));
        Path hindrance = Files.createDirectory(user.job(1).resolve("revoked"));
        user.startDaemon();
        assertThat(user.value(1, "state")).isEqualTo("starting");
        Files.delete(hindrance);

        user.run("group", "add", "builds");

        user.awaitState(1, "queued");
        user.run("resume");
        user.awaitEnd(1);
        assertThat(diary.lines()).containsExactly("once");
        assertThat(user.run("logs", "1")).isEqualTo("typed\nsecret\n");
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
        assertThat(user.misuse("group", "add", "few", "--parallel", "0"))
                .contains("--parallel is \"0\"; expected a number, 1 or more, or none.");
        assertThat(user.misuse("group", "add", "few", "--min-free-memory", "much"))
                .contains("--min-free-memory is \"much\"; expected bytes");
        assertThat(user.misuse("group", "add", "few", "--max-load", "much"))
                .contains("--max-load is \"much\"; expected a number, or none");
        assertThat(user.misuse("group", "remove", "builds", "--parallel", "3"))
                .contains("for nudge group add and set");
        assertThat(user.misuse("group", "add", "far", "--engine", "slurm"))
                .contains("Slurm cannot be used from here: ", "scontrol ping");
        assertThat(user.run("pause", "builds"))
                .isEqualTo("Group builds is paused: none of its jobs will be started.\n");
        user.runJob("--group", "builds", "--", "sleep 300");
        assertThat(user.fail("group", "remove", "builds")).contains("still has jobs: 1");
        assertThat(user.fail("resume", "1"))
                .contains(
                        "Job 1 is neither held nor paused: it waits in the queue: group builds is paused.");
        user.run("group", "add", "big", "--min-free-memory", "9999G", "--max-load", "99999");
        user.runJob("--group", "big", "--", "exit 3");
        assertThat(user.value(2, "waiting")).startsWith("group big wants 9.8T of memory, ");
        assertThat(user.run("group"))
                .contains("open, while 9.8T of memory are free, while the load is below 99999.0");

        user.killDaemon();

        assertThat(user.run("group"))
                .containsPattern("builds +2 +0 +1 +paused")
                .contains("below 99999.0")
                .doesNotContain("far");
        assertThat(user.run("ps", "--group", "builds")).contains("group builds is paused");
        user.run("group", "set", "big", "--min-free-memory", "1M");
        assertThat(user.exitCode(2)).isEqualTo(3);
        assertThat(user.run("group", "--json")).contains("1048576", "99999.0");
        user.run("group", "set", "big", "--min-free-memory", "0", "--max-load", "0");
        assertThat(user.run("group")).doesNotContain("memory are free", "load");
        assertThat(user.run("group", "set", "builds", "--parallel", "1"))
                .isEqualTo("Group builds has been changed.\n");
        assertThat(user.run("pause", "1")).isEqualTo("Job 1 is held: it will not be started.\n");
        assertThat(user.run("resume", "1", "builds"))
                .isEqualTo("Group builds starts jobs.\nJob 1 is no longer held.\n");
        user.awaitState(1, "running");
        assertThat(user.run("pause", "--running", "1")).isEqualTo("Job 1 is paused.\n");
        assertThat(user.run("resume", "1")).isEqualTo("Job 1 continues.\n");
        assertThat(user.run("pause", "--running", "builds"))
                .isEqualTo("Group builds is paused, and so are its jobs that run.\n");
        user.run("kill", "1");

        assertThat(user.misuse("clean", "--group", "builds", "2"))
                .contains("--group chooses among all jobs");
        assertThat(user.run("clean", "--group", "builds")).isEqualTo("1 job removed.\n");
        assertThat(user.run("ps", "--all"))
                .containsPattern("(?m)^2 ")
                .doesNotContainPattern("(?m)^1 ");
        assertThat(user.fail("clean", "--group", "tests"))
                .contains("There is no group \"tests\", and no job of such a group.");
        removeWhileJobsAreBeingPutIntoIt("big");
        assertThat(user.run("group", "remove", "builds"))
                .isEqualTo("Group builds has been removed.\n");
        assertThat(user.run("group", "--json")).doesNotContain("builds");
    }

    /// The group was removed under its jobs, which then ran here, and without a limit.
    private void removeWhileJobsAreBeingPutIntoIt(String group) {
        user.run("pause", group);
        CompletableFuture<String> array =
                CompletableFuture.supplyAsync(
                        () -> user.run("run", "--group", group, "--array", "1-300", "true"));
        await().until(() -> Files.exists(user.job(3)));

        assertThat(user.fail("group", "remove", group)).contains("still has jobs: ");

        assertThat(array.join()).isEqualTo("3-302\n");
    }
}
