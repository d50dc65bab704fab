package dev.nudge.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.ClusterJob;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.store.QueueStore.PlaceRecord;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Records of a release that are there only while something is under way, as every later version
/// has to read them (docs/compatibility.md).
class FrozenRecordsTest {
    private static final Path FORMATS = Path.of("src/test/resources/formats");

    @TempDir private Path folder;

    private StateDirectory restore(String release) throws IOException {
        Path to = StateDirectory.create(folder.resolve("nudge")).root();
        String from = FORMATS.resolve(release + "-records") + "/.";
        new ShortCommand(Patience.LONG, System.getenv())
                .run(List.of("cp", "-r", from, to.toString()));
        return StateDirectory.create(to);
    }

    @ParameterizedTest
    @ValueSource(strings = "0.1.0")
    void recordsMeanWhatTheyMeant(String release) throws IOException {
        StateDirectory state = restore(release);
        JobStore store = new JobStore(state, () -> 0);
        Instant four = Instant.parse("2026-11-29T04:00:00Z");
        Instant five = Instant.parse("2026-11-29T05:00:00Z");
        assertThat(store.tasks(1))
                .containsExactly(new TaskRecord(four, List.of(1L, 2L), true, five, true, true));
        assertThat(LogHole.read(store.directory(2).output())).contains(new LogHole(4, 8));
        assertThat(job(store, 3).cluster())
                .contains(new ClusterJob("slurm", "4711_3", Optional.of("n1"), 2));
        assertThat(job(store, 3).state().isRunning()).isTrue();
        assertThat(job(store, 4).state().submitted())
                .contains(ClusterJob.submitted("slurm", "4712"));
        assertThat(job(store, 5).target()).contains(NudgeTarget.thread("0199-aa", 77, 4400));
        assertThat(job(store, 5).nudge().typedText()).contains("[nudge: job 5, automatic notice]");
        assertThat(new QueueStore(state).places())
                .containsExactly(new PlaceRecord(4, 7, 3), new PlaceRecord(3, 0, 4));
        assertThat(store.readEndRequest(3, "4711_3.2")).isPresent();
    }

    private static Job job(JobStore store, long number) throws IOException {
        return store.loadAll().stream().filter(j -> j.number() == number).findAny().orElseThrow();
    }
}
