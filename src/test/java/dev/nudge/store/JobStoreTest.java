package dev.nudge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Signal;
import dev.nudge.job.Telling;
import dev.nudge.testkit.Mounts;
import dev.nudge.testkit.SomeJob;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobStoreTest {
    @TempDir private Path folder;
    private StateDirectory state;
    private JobStore store;
    @AutoClose private final Mounts mounts = new Mounts();

    @BeforeEach
    void open() throws IOException {
        state = StateDirectory.create(folder.resolve("state/nudge"));
        store = new JobStore(state, () -> 0);
    }

    private JobStore reopened() throws IOException {
        return new JobStore(state, () -> 0);
    }

    @Test
    void directoriesOfAnArrayHaveConsecutiveNumbers() throws IOException {
        Files.createDirectory(state.jobs().resolve("3"));

        assertThat(store.allocate().number()).isEqualTo(1);
        assertThat(store.allocate(3)).extracting(JobDirectory::number).containsExactly(5L, 6L, 7L);
        assertThat(state.jobs().resolve("2")).doesNotExist();
        assertThat(store.allocate().number()).isEqualTo(8);
    }

    @Test
    void arrayThatIsNotSettledVanishesWithItsDaemon() throws IOException {
        List<JobDirectory> begun = store.allocate(3);
        store.save(job(begun.getFirst().number()));
        List<JobDirectory> settled = store.allocate(2);
        for (JobDirectory directory : settled) {
            store.save(job(directory.number()));
        }
        store.settle(settled);

        JobStore next = reopened();
        assertThat(next.loadAll()).extracting(Job::number).containsExactly(4L, 5L);
        assertThat(begun).extracting(JobDirectory::path).noneMatch(Files::exists);
        assertThat(state.root()).isDirectoryNotContaining("glob:**array-*");
        assertThat(next.allocate().number()).isEqualTo(6);
    }

    @Test
    void arrayThatCannotBeRecordedLeavesNothingBehindNorDoesAJobOfWhichNobodyHasHeard()
            throws IOException {
        store.discard(store.allocate(3));
        Files.createFile(store.allocate().record());
        store.allocate();

        assertThat(reopened().loadAll()).isEmpty();
        assertThat(state.jobs()).isEmptyDirectory();
        assertThat(state.root()).isDirectoryNotContaining("glob:**array-*");
        assertThat(reopened().allocate().number()).isEqualTo(6);
    }

    private static Job job(long number) {
        Instant now = Instant.parse("2026-03-01T10:00:00Z");
        return Job.starting(number, SomeJob.spec("echo 'ä'"), now, Optional.empty());
    }

    @Test
    void holeGivesItsBlocksBackAndIsRecorded() throws IOException {
        JobDirectory job = store.allocate();
        Files.write(job.output(), new byte[1 << 20]);
        long before = blocks(job.output());

        new LogHole(4096, 512 << 10).punch(job.output());

        assertThat(Files.size(job.output())).isEqualTo(1 << 20);
        assertThat(before - blocks(job.output())).isGreaterThan(400 << 10);
        assertThat(store.readHole(job.number())).contains(new LogHole(4096, 512 << 10));
    }

    @Test
    void impossibleHoleLeavesNoRecord() throws IOException {
        JobDirectory job = store.allocate();
        Files.delete(job.output());

        assertThatThrownBy(() -> new LogHole(4096, 8192).punch(job.output()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("output.log");
        assertThat(store.readHole(job.number())).isEmpty();
    }

    private static long blocks(Path file) throws IOException {
        Process du = new ProcessBuilder("du", "--block-size=1", file.toString()).start();
        return Long.parseLong(du.inputReader().readLine().split("\t", -1)[0]);
    }

    /// Earlier programs also recorded, without a value, what only answers show; a later one may
    /// record more.
    @Test
    void recordMayHoldMoreThanIsRead() throws IOException {
        JobDirectory directory = store.allocate();
        Job job = job(directory.number());
        store.save(job);
        String record = Files.readString(directory.record());
        String more = ",\"output_bytes\":null,\"binary\":null,\"group\":{\"name\":\"tests\"}}";
        Files.writeString(directory.record(), record.replaceFirst("}$", more));

        assertThat(reopened().loadAll()).containsExactly(job);
    }

    @Test
    void neverGivesANumberTwice() throws IOException {
        JobStore other = reopened();
        List<Long> numbers =
                IntStream.range(0, 100)
                        .parallel()
                        .mapToObj(i -> i % 2 == 0 ? store : other)
                        .map(any -> Unchecked.get(() -> any.allocate().number()))
                        .toList();
        assertThat(numbers).hasSize(100).doesNotHaveDuplicates();
    }

    @Test
    void jobWhoseRecordIsTornIsPiecedTogetherFromItsFiles() throws IOException {
        JobDirectory torn = store.allocate();
        Files.writeString(torn.record(), "{\"job\": 1, \"sta");
        Files.writeString(torn.output(), "said");

        Job job = store.loadAll().getFirst();
        assertThat(job.spec().command()).isEqualTo("(unknown)");
        assertThat(job.exitStatus().orElseThrow().words())
                .startsWith("lost: its record is damaged");

        Files.writeString(torn.exit(), "{\"code\":7}\n");
        assertThat(store.loadAll().getFirst().exitStatus()).contains(new ExitStatus.Exited(7));
        assertThat(torn.output()).content().isEqualTo("said");
    }

    /// Jobs know their directories, and users may have moved one to another disk.
    @Test
    void removalFollowsNoLink() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path kept = Files.createFile(elsewhere.resolve("file"));
        Files.createSymbolicLink(store.allocate().path().resolve("link"), elsewhere);
        Files.createSymbolicLink(state.job(2).path(), elsewhere);

        store.remove(1);
        store.remove(2);

        assertThat(kept).exists();
        assertThat(state.jobs()).isEmptyDirectory();
    }

    /// A directory in the place of the file makes the record of the number impossible, as a full
    /// disk does.
    @Test
    void jobIsRemovedAlsoIfItsNumberCannotBeRecorded() throws IOException {
        store.allocate();
        JobDirectory last = store.allocate();
        Files.createDirectories(state.lastNumber().resolve("in the way"));

        store.remove(last.number());
        assertThat(last.path()).doesNotExist();

        Files.delete(state.lastNumber().resolve("in the way"));
        Files.delete(state.lastNumber());
        assertThat(reopened().allocate().number()).isEqualTo(last.number() + 1);
        store.finishRemovals();
        assertThat(state.jobs()).isDirectoryNotContaining("glob:**/removed-*");
        assertThat(state.lastNumber()).hasContent("2");
    }

    @Test
    void removalThatIsImpossibleKeepsNoOtherFromBeingFinished() throws IOException {
        Path stuck = Files.createDirectory(state.jobs().resolve("removed-7"));
        Path left = Files.createDirectory(state.jobs().resolve("removed-8"));
        Path inner = Files.createDirectory(left.resolve("made by the job"));
        Files.createFile(inner.resolve("file"));
        mounts.readOnly(stuck);

        store.finishRemovals();

        assertThat(stuck).exists();
        assertThat(left).doesNotExist();
    }

    @Test
    void numberWhoseLogCannotBeMadeLeavesNoDirectory() throws IOException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        mounts.small(disk, "1m,nr_inodes=24");
        StateDirectory small = StateDirectory.create(disk.resolve("nudge"));
        JobStore full = new JobStore(small, () -> 0);
        List<Path> ballast = new ArrayList<>();
        try {
            while (true) {
                ballast.add(Files.createFile(disk.resolve("ballast" + ballast.size())));
            }
        } catch (IOException noInode) {
            Files.delete(ballast.getLast());
        }

        assertThatThrownBy(full::allocate).isInstanceOf(IOException.class);
        assertThat(small.jobs()).isEmptyDirectory();
    }

    @Test
    void numberOfAJobThatRunsWithoutItsDirectoryOrWasRemovedIsNotUsedAgain() throws IOException {
        String jobs = state.jobs().toString();
        List<String> marks = List.of(jobs + "/7", jobs + "/12", jobs + "/12/x", "/other/jobs/99");

        JobStore next = new JobStore(state, () -> state.highest(marks));
        assertThat(next.allocate().number()).isEqualTo(13);

        next.remove(13);
        assertThat(reopened().allocate().number()).isEqualTo(14);
    }

    @Test
    void readsHowAJobEndedAndWhen() throws IOException {
        Path exit = store.allocate().exit();
        assertThat(store.readExit(1)).isEmpty();
        Files.createFile(exit);
        assertThatThrownBy(() -> store.readExit(1))
                .isInstanceOf(JobStore.MalformedRecordException.class)
                .hasMessage("the record of its end is empty, as after a loss of power");
        Files.writeString(exit, "{\"code\":7}\n");
        Instant written = Files.getLastModifiedTime(exit).toInstant();
        assertThat(store.readExit(1)).contains(new ExitRecord(new ExitStatus.Exited(7), written));
        ExitStatus killed = new ExitStatus.Signaled(Signal.KILL);
        assertExit("{\"signal\":9}", killed, false, false);
        assertExit("{\"signal\":9,\"out_of_memory\":true}", killed, true, false);
        assertExit("{\"code\":0,\"provisional\":true}", new ExitStatus.Exited(0), false, true);
        assertExit("{\"code\":null,\"signal\":9}", killed, false, false);
        assertExit("{\"not_started\":\"why\"}", new ExitStatus.NotStarted("why"), false, false);

        Files.writeString(exit, "{\"code\":5,\"ended\":1770000000}\n   \n");
        Instant later = Instant.ofEpochSecond(1_770_000_000);
        assertThat(store.readExit(1)).contains(new ExitRecord(new ExitStatus.Exited(5), later));
    }

    private void assertExit(
            String record, ExitStatus status, boolean isOutOfMemory, boolean isProvisional)
            throws IOException {
        Files.writeString(state.job(1).exit(), record + "\n");
        ExitRecord exit = store.readExit(1).orElseThrow();
        assertThat(exit.status()).isEqualTo(status);
        assertThat(exit.isOutOfMemory()).isEqualTo(isOutOfMemory);
        assertThat(exit.isProvisional()).isEqualTo(isProvisional);
    }

    @Test
    void bytesThatAreNotUtf8AreKept() throws IOException {
        JobSpec spec =
                new JobSpec(
                        "ls caf\udce9 \ud83d\udca9",
                        "/srv/\udc80é",
                        Optional.of("\udcff"),
                        Telling.SILENT,
                        JobLimits.NONE,
                        Optional.empty());
        store.save(Job.starting(store.allocate().number(), spec, Instant.now(), Optional.empty()));

        assertThat(reopened().loadAll()).extracting(Job::spec).containsExactly(spec);
    }
}
