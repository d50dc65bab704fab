package dev.nudge.watch;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.job.ExitStatus.Exited;
import dev.nudge.job.Job;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.VirtualTask.Watch;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.output.FilePosition;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SomeJob;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A watch whose daemon dies at each of its steps, while the file is rotated, emptied or removed.
class FileWatchTest extends DiskFixture {
    private Path file;
    private final CountDownLatch death = new CountDownLatch(1);

    /// What happens to the file after its first line.
    private enum Fate {
        RENAMED,
        RENAMED_TWICE,
        REMOVED,
        EMPTIED
    }

    @BeforeEach
    void create() throws IOException {
        file = Files.createDirectory(folder.resolve("logs")).resolve("app.log");
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, CREATE, APPEND);
    }

    private void rename(String from, String to) throws IOException {
        Files.move(file.resolveSibling(from), file.resolveSibling(to));
    }

    private Job begin(FilePosition from) throws IOException {
        Watch watch = new Watch(OptionalLong.empty(), file, "ERROR", 3);
        return disk.adopted()
                .startVirtual(
                        SomeJob.spec("watch", watch),
                        Optional.of(SomeJob.AGENT),
                        FileWatch.WatchState.at(from)::save)
                .job();
    }

    /// Begins the watch, and returns when it has come to a step at which it never continues: its
    /// daemon is dead for all that anyone can see.
    private Job beginUntil(
            FilePosition from,
            BiPredicate<JobEntry, UnaryOperator<Job>> change,
            Consumer<Job> announce)
            throws IOException, InterruptedException {
        Job watch = begin(from);
        new WatchRunner(disk.adopted(), disk.store(), change, announce).resume();
        death.await();
        return watch;
    }

    private boolean die() {
        death.countDown();
        while (true) {
            LockSupport.park();
        }
    }

    private static boolean apply(JobEntry entry, UnaryOperator<Job> change) {
        return Unchecked.get(() -> entry.apply(change));
    }

    private JobEntry resume(Job watch) throws IOException {
        Jobs jobs = disk.adopted();
        new WatchRunner(jobs, disk.store(), FileWatchTest::apply, _ -> {}).resume();
        return jobs.require(watch.number());
    }

    private static Job awaitEnd(JobEntry watch) {
        await().until(() -> watch.job().isEnded());
        return watch.job();
    }

    private void assertFound(Job watch, String... lines) {
        assertThat(disk.store().directory(watch.number()).output())
                .hasContent(String.join("\n", lines));
        assertThat(((Ended) watch.state()).status()).isEqualTo(new Exited(0));
    }

    private void happen(Fate fate) throws IOException {
        switch (fate) {
            case RENAMED -> {
                rename("app.log", "app.log.1");
                append("fine\nERROR 2\n");
            }
            case RENAMED_TWICE -> {
                rename("app.log", "app.log.1");
                Patience.awaitTick(file.resolveSibling("app.log.1"));
                append("fine\nERROR 2\n");
                rename("app.log.1", "app.log.2");
                rename("app.log", "app.log.1");
            }
            case REMOVED -> {
                Files.delete(file);
                append("ERROR 2\n");
            }
            case EMPTIED -> Files.writeString(file, "ERROR 2\n");
        }
        append("ERROR 3\n");
    }

    @ParameterizedTest
    @EnumSource
    void lineThatWasFoundButNotRecordedIsReportedWhateverBecomesOfTheFile(Fate fate)
            throws Exception {
        assertFoundAfterADeath(fate, (_, _) -> die(), _ -> {});
    }

    @ParameterizedTest
    @EnumSource
    void lineThatWasRecordedIsReportedOnceWhateverBecomesOfTheFile(Fate fate) throws Exception {
        assertFoundAfterADeath(fate, FileWatchTest::apply, _ -> die());
    }

    private void assertFoundAfterADeath(
            Fate fate, BiPredicate<JobEntry, UnaryOperator<Job>> change, Consumer<Job> announce)
            throws Exception {
        FilePosition none = FilePosition.end(file);
        append("fine\nERROR 1\n");
        Job watch = beginUntil(none, change, announce);

        happen(fate);

        assertFound(awaitEnd(resume(watch)), "ERROR 1", "ERROR 2", "ERROR 3");
    }

    @ParameterizedTest
    @CsvSource({"RENAMED, true", "RENAMED, false", "RENAMED_TWICE, true", "RENAMED_TWICE, false"})
    void fileOrItsRemainderThatWasRotatedBeforeAnyLookIsRead(Fate fate, boolean wasThere)
            throws Exception {
        if (wasThere) {
            append("ERROR 0\n");
        }
        Job watch = begin(FilePosition.end(file));
        append("fine\nERROR 1\n");

        happen(fate);

        assertFound(awaitEnd(resume(watch)), "ERROR 1", "ERROR 2", "ERROR 3");
    }

    @Test
    void severalLinesOfOneLookAreReportedOnce() throws Exception {
        FilePosition none = FilePosition.end(file);
        append("ERROR 1\nERROR 2\n");
        Job watch = beginUntil(none, FileWatchTest::apply, _ -> die());
        Files.delete(file);
        append("ERROR 3\n");

        assertFound(awaitEnd(resume(watch)), "ERROR 1", "ERROR 2", "ERROR 3");
    }

    /// As on a full disk. The report is made from the output.
    @Test
    void watchEndsOnlyWhenItsLastLineIsInItsOutput() throws Exception {
        Job watch = begin(FilePosition.end(file));
        Path output = disk.store().directory(watch.number()).output();
        JobEntry entry = resume(watch);
        append("ERROR 1\nERROR 2\n");
        await().until(() -> entry.job().reporting().linesFound() == 2);
        Path kept = Files.move(output, output.resolveSibling("kept"));
        Files.createSymbolicLink(output, output.getFileName());

        append("ERROR 3\n");
        await().during(Duration.ofMillis(800)).until(() -> !entry.job().isEnded());
        Files.move(kept, output, StandardCopyOption.ATOMIC_MOVE);

        assertFound(awaitEnd(entry), "ERROR 1", "ERROR 2", "ERROR 3");
    }

    @Test
    void watchWhoseOutputHasBeenRemovedEndsNevertheless() throws Exception {
        JobEntry entry = resume(begin(FilePosition.end(file)));
        Files.delete(disk.store().directory(entry.job().number()).output());

        append("ERROR 1\nERROR 2\nERROR 3\n");

        assertThat(awaitEnd(entry).isEnded()).isTrue();
    }

    @Test
    void lineBehindManyProgressUpdatesIsFound() throws IOException {
        append("fetching some package of 900 ERROR\r".repeat(900) + "done\nERROR one\n");
        append("x".repeat(3 << 20) + "ERROR two" + "y".repeat(3 << 20) + "ERROR\n");
        append("a\u001b[1G\u001b[0KERROR overwritten\u001b[1G\u001b[0Kgood\n");
        append("z".repeat((1 << 20) - 3) + "ERROR three\n");
        Job watch = awaitEnd(resume(begin(FilePosition.START)));

        assertThat(Files.readAllLines(disk.store().directory(watch.number()).output()))
                .allMatch(line -> line.length() < 17 << 10)
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("ERROR one"),
                        line -> assertThat(line).contains("xxERROR twoyy"),
                        line -> assertThat(line).endsWith("zzERROR three"));
    }

    @Test
    void updatesOfAVeryLongLineAreOneLine() throws IOException {
        append("ERROR 0\n");
        append("retry ERROR, waiting\r".repeat(100_000) + "ERROR 1\nERROR 2\n");
        Job watch = awaitEnd(resume(begin(FilePosition.START)));
        assertFound(watch, "ERROR 0", "ERROR 1", "ERROR 2");
    }

    /// RE2 takes a time that grows with the product of its repetitions, whatever the line is.
    @Test
    void patternThatCannotKeepUpWithTheFileEndsTheWatch() throws Exception {
        append(("a".repeat(1000) + "\n").repeat(20_000));
        Watch watch = new Watch(OptionalLong.empty(), file, "(a?a?){450}b", 1);
        Jobs jobs = disk.adopted();
        JobEntry entry =
                jobs.startVirtual(
                        SomeJob.spec("watch", watch),
                        Optional.of(SomeJob.AGENT),
                        FileWatch.WatchState.NEW::save);
        WatchRunner runner = new WatchRunner(jobs, disk.store(), FileWatchTest::apply, _ -> {});
        SearchCost cost = new SearchCost(Duration.ofMillis(500), System::nanoTime);

        new FileWatch(entry, watch, runner, cost).run();

        assertThat(entry.job().exitStatus()).contains(new Exited(1));
        assertThat(disk.store().directory(entry.job().number()).output())
                .content()
                .startsWith("the pattern costs too much");
    }
}
