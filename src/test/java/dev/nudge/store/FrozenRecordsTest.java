package dev.nudge.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.ClusterJob;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.store.QueueStore.PlaceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Records of a release that are there only while something is under way, as every later version
/// has to read them (docs/compatibility.md).
class FrozenRecordsTest {
    private static final Path FORMATS = Path.of("src/test/resources/formats");

    @TempDir private Path folder;

    private StateDirectory restore(String release) throws IOException {
        Path from = FORMATS.resolve(release + "-records");
        Path to = StateDirectory.create(folder.resolve("nudge")).root();
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        return StateDirectory.create(to);
    }

    @ParameterizedTest
    @ValueSource(strings = "0.1.0")
    void recordsMeanWhatTheyMeant(String release) throws IOException {
        StateDirectory state = restore(release);
        JobStore store = new JobStore(state, () -> 0);
        Map<Long, Job> jobs =
                store.loadAll().stream()
                        .collect(Collectors.toMap(Job::number, Function.identity()));

        assertThat(store.tasks(1))
                .containsExactly(
                        new TaskRecord(
                                Instant.parse("2026-11-29T04:00:00Z"),
                                List.of(1L, 2L),
                                true,
                                Instant.parse("2026-11-29T05:00:00Z"),
                                true,
                                true));
        assertThat(LogHole.read(store.directory(2).output())).contains(new LogHole(4, 8));
        assertThat(job(jobs, 3).cluster())
                .contains(new ClusterJob("slurm", "4711_3", Optional.of("n1"), 2));
        assertThat(job(jobs, 3).state().isRunning()).isTrue();
        assertThat(job(jobs, 4).state().submitted())
                .contains(ClusterJob.submitted("slurm", "4712"));
        assertThat(job(jobs, 5).target()).contains(NudgeTarget.thread("0199-aa", 77, 4400));
        assertThat(job(jobs, 5).nudge().typedText()).contains("[nudge: job 5, automatic notice]");
        assertThat(new QueueStore(state).places())
                .containsExactly(new PlaceRecord(4, 7, 3), new PlaceRecord(3, 0, 4));
        assertThat(store.readEndRequest(3, "4711_3.2")).isPresent();
    }

    private static Job job(Map<Long, Job> jobs, long number) {
        return Objects.requireNonNull(jobs.get(number));
    }
}
