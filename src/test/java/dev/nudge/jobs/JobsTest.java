package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.engine.Cluster;
import dev.nudge.engine.Engine;
import dev.nudge.engine.Engine.Look;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.engine.slurm.SlurmEngine;
import dev.nudge.job.Bounds;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.Condition;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Signal;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.process.ProcessId;
import dev.nudge.store.ExitRecord;
import dev.nudge.testkit.ChangedEngine;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ScancelScript;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobsTest extends DiskFixture {
    private static final ClusterJob TASK = ClusterJob.submitted(SlurmEngine.NAME, "8_142");
    private static final ClusterJob RUNNING_TASK =
            new ClusterJob(SlurmEngine.NAME, "8_142", Optional.of("n1"), 0);

    private static final long SELF = ProcessHandle.current().pid();

    /// A job that an earlier daemon was starting: its host has recorded that it runs, and is gone.
    private void saveAStart() throws IOException {
        JobSpec spec = SomeJob.spec("true");
        disk.save(number -> Job.starting(number, spec, Instant.now(), Optional.empty()));
        disk.recordHost(1, new ProcessId(98, 1), new ProcessId(99, 1));
    }

    private Path file(String name) {
        return folder.resolve("nudge/jobs/1").resolve(name);
    }

    /// Its bell may ring before the first sweep looks at it.
    @Test
    void endOfAJobWhoseStartWasNotRecordedKeepsTheStart() throws IOException {
        saveAStart();
        Files.delete(file("host.json"));
        Jobs jobs = disk.adopted();
        disk.recordHost(1, new ProcessId(98, 1), new ProcessId(99, 1));
        Files.writeString(file("exit.json"), "{\"code\":0}\n");

        jobs.endIfOver(1);

        Job ended = jobs.require(1).job();
        assertThat(ended.isEnded()).isTrue();
        assertThat(ended.state().launched().orElseThrow().pid()).hasValue(99);
    }

    /// As when the daemon has too many open files, or its thread has been interrupted.
    @Test
    void jobWhoseHostOrEndCannotBeReadNowIsNotLost() throws IOException {
        disk.save(n -> SomeJob.running(n, SomeJob.spec("true"), Optional.empty()));
        Files.createDirectory(file("host.json"));
        Jobs jobs = disk.adopted();
        assertThat(jobs.require(1).job().isEnded()).isFalse();

        Files.delete(file("host.json"));
        disk.recordHost(1, new ProcessId(98, 1), new ProcessId(99, 1));
        Files.createDirectory(file("exit.json"));
        jobs.sweep();
        assertThat(jobs.require(1).job().isEnded()).isFalse();

        Files.delete(file("exit.json"));
        Files.writeString(file("exit.json"), "{\"code\":7}\n");
        jobs.sweep();
        assertThat(jobs.require(1).job().outcome()).isEqualTo("exit code 7");
    }

    @Test
    void jobThatRunsAsItsHostHasRecordedRunsForTheNextDaemonAtOnce() throws IOException {
        saveAStart();
        disk.recordHost(1, SELF, SELF);
        Path environment = Files.createFile(file("launch.json"));

        Job running = disk.adopted().require(1).job();

        assertThat(running.condition()).isEqualTo(Condition.RUNNING);
        assertThat(running.state().launched().orElseThrow().pid()).hasValue(SELF);
        assertThat(environment).doesNotExist();
    }

    /// Its pause is recorded after its end was found, and before that is recorded.
    @Test
    void jobThatIsPausedWhileItEndsLeavesNoProcessStopped() throws Exception {
        saveAStart();
        disk.recordHost(1, SELF, SELF);
        List<JobEntry> ending = new ArrayList<>();
        CountDownLatch proceeded = new CountDownLatch(1);
        JobEvent pause = new JobEvent.PauseBegun(Instant.now(), Duration.ZERO, false);
        ChangedEngine.Call look =
                original -> {
                    for (JobEntry entry : ending) {
                        entry.apply(job -> job.after(pause));
                    }
                    return original.call();
                };
        ChangedEngine.Call signal =
                original -> {
                    proceeded.countDown();
                    return original.call();
                };
        Engine engine =
                ChangedEngine.of(
                        Engine.class,
                        disk.engines().of(EngineChoice.LOCAL),
                        Map.of("look", look, "signal", signal));
        Jobs jobs = adopted(new Engines(engine, List.of(), _ -> EngineChoice.LOCAL));
        ending.add(jobs.require(1));
        Files.writeString(file("exit.json"), "{\"code\":0}\n");

        jobs.sweep();

        assertThat(jobs.require(1).job().isEnded()).isTrue();
        assertThat(proceeded.await(Patience.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void recordThatCouldNotBeReadIsReadAgain() throws IOException {
        Job ended = disk.save(number -> SomeJob.ended(number, "true"));
        Path record = file("job.json");
        Files.delete(record);
        Files.createDirectory(record);
        Jobs jobs = disk.adopted();
        assertThat(jobs.leftOut()).containsExactly(1L);
        jobs.sweep();
        assertThat(jobs.all()).isEmpty();

        Files.delete(record);
        disk.store().save(ended);
        jobs.sweep();

        assertThat(jobs.all()).containsExactly(ended);
        assertThat(jobs.leftOut()).isEmpty();
    }

    @Test
    void jobWithoutARecordedEndIsLostOnceItsProcessesAreGone() throws IOException {
        saveAStart();
        Jobs jobs = disk.adopted();

        jobs.sweep();

        assertThat(jobs.require(1).job().outcome()).contains("lost");
    }

    /// A register with jobs that Slurm has, or is to have, which is never asked.
    private Jobs inSlurm(Map<String, ChangedEngine.Call> changed) throws IOException {
        Cluster slurm =
                ChangedEngine.of(Cluster.class, ScancelScript.in(folder, disk).slurm(), changed);
        EngineChoice choice =
                new EngineChoice(SlurmEngine.NAME, List.of(), Optional.empty(), Optional.empty());
        return adopted(new Engines(slurm, List.of(slurm), _ -> choice));
    }

    private Jobs adopted(Engines engines) throws IOException {
        Jobs jobs = disk.register(new ExecutionLifecycleService(System::nanoTime), engines);
        jobs.adopt();
        return jobs;
    }

    /// A task of an array that Slurm has, as the next daemon finds it.
    private void saveATask(JobEvent... events) throws IOException {
        disk.save(number -> {
            Instant now = Instant.now();
            Job job = Job.starting(number, SomeJob.spec("true"), now, Optional.empty());
            for (JobEvent event : events) {
                job = job.after(event);
            }
            return job;
        });
    }

    /// Asserts that this daemon and the next one know a job that has ended as its cluster does.
    private Job requireTask(Jobs jobs) throws IOException {
        Job ended = jobs.require(1).job();
        assertThat(ended.isEnded()).isTrue();
        assertThat(ended.cluster().map(ClusterJob::id)).contains(TASK.id());
        assertThat(disk.store().loadAll()).containsExactly(ended);
        return ended;
    }

    /// Slurm has done with it, and its host has recorded nothing: its node may be too busy for
    /// that.
    @Test
    void endOfWhichOnlyTheClusterKnowsKeepsItsNumberThere() throws IOException {
        saveATask(new JobEvent.Submitted(TASK));
        ExitStatus lost = new ExitStatus.Lost("its node failed");
        Look over = Look.NOTHING.over(new ExitRecord(lost, Instant.now()), Optional.empty());
        Jobs jobs = inSlurm(Map.of("look", _ -> over));

        jobs.sweep();

        assertThat(requireTask(jobs).exitStatus()).contains(lost);
    }

    /// The daemon that submitted it was killed before it recorded the number.
    @Test
    void endThatComesBeforeTheNumberInTheClusterBringsIt() throws IOException {
        saveATask();
        Jobs jobs = inSlurm(Map.of());
        Files.writeString(
                file("exit.json"), "{\"not_started\":\"no such directory\",\"start\":\"8_142\"}\n");

        jobs.endIfOver(1);

        assertThat(requireTask(jobs).startedAt()).isEmpty();
    }

    /// It counts as put back after its end was found, and before that is recorded.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void jobThatCountsAsPutBackWhileItEndsKeepsItsStart(boolean isStartKnown) throws IOException {
        Launch launch = Launch.of(99, Instant.now()).in(RUNNING_TASK);
        JobEvent submitted = new JobEvent.Submitted(TASK);
        if (isStartKnown) {
            saveATask(submitted, new JobEvent.Started(launch));
        } else {
            saveATask(submitted);
        }
        List<JobEntry> ending = new ArrayList<>();
        ChangedEngine.Call accept =
                original -> {
                    ending.getFirst().apply(job -> job.after(new JobEvent.Requeued()));
                    return original.call();
                };
        Jobs jobs = inSlurm(Map.of("accept", accept));
        ending.add(jobs.require(1));
        Files.writeString(
                file("host.json"),
                "{\"host_pid\":98,\"host_start\":1,\"pid\":99,\"start\":1,\"boot_id\":\"\",\"engine\":\"slurm\",\"cluster\":\"8_142\",\"node\":\"n1\",\"restarts\":0}\n");
        Files.createFile(file("claimed-8_142"));
        Files.writeString(file("exit.json"), "{\"code\":0,\"start\":\"8_142\"}\n");

        jobs.endIfOver(1);

        Job ended = requireTask(jobs);
        assertThat(ended.cluster()).contains(RUNNING_TASK);
        assertThat(ended.state().launched().orElseThrow().pid()).hasValue(99);
        assertThat(ended.hasSucceeded()).isTrue();
    }

    private static final ExitStatus KILLED = new ExitStatus.Signaled(Signal.KILL);
    private static final ExitRecord FOR_MEMORY =
            new ExitRecord(KILLED, Instant.EPOCH, true, false, Optional.empty());

    @Test
    void onlyAJobThatWasEndedForItsOwnBoundOfMemorySaysSo() {
        Bounds bounds =
                new Bounds(OptionalLong.of(8L << 30), OptionalDouble.empty(), OptionalInt.empty());
        Job bounded = SomeJob.running(1, SomeJob.spec("make").with(bounds), Optional.empty());
        Job unbounded = SomeJob.running(1, SomeJob.spec("make"), Optional.empty());
        Job stopping = bounded.after(new JobEvent.StopRequested("killed by the user"));

        assertThat(Jobs.outOfMemory(bounded, FOR_MEMORY).stopReason())
                .contains("more memory than its bound of 8.0G");
        assertThat(Jobs.outOfMemory(bounded, new ExitRecord(KILLED, Instant.EPOCH)))
                .isSameAs(bounded);
        assertThat(Jobs.outOfMemory(unbounded, FOR_MEMORY)).isSameAs(unbounded);
        assertThat(Jobs.outOfMemory(stopping, FOR_MEMORY).stopReason())
                .contains("killed by the user");
    }
}
