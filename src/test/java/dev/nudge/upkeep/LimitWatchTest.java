package dev.nudge.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.agent.Agents;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobLimits.LifeSpan;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState.Launch;
import dev.nudge.jobs.JobControl;
import dev.nudge.process.ProcessTable;
import dev.nudge.protocol.Endpoint;
import dev.nudge.settings.Settings;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LimitWatchTest extends DiskFixture {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private final ProcessTable processes = new ProcessTable();
    private final Map<Long, Process> commands = new HashMap<>();
    private JobControl control;

    @BeforeEach
    void create() throws IOException {
        control =
                JobControl.create(
                        new Endpoint(disk.state().root(), folder.resolve("run")),
                        disk.state(),
                        Settings.of(Map.of()),
                        List.of("nudge"),
                        Set::of);
    }

    @AfterEach
    void end() {
        commands.values().forEach(Process::destroyForcibly);
    }

    /// Starts a process that is a job, and plays its host.
    ///
    /// @return its number
    private long start(Optional<Duration> timeout, Optional<Duration> silence, Instant at)
            throws IOException {
        JobSpec spec = SomeJob.spec("sleep 300", new JobLimits(LifeSpan.OUTLIVE, timeout, silence));
        JobEvent started = new JobEvent.Started(Launch.of(99, at));
        Job job = disk.save(n -> Job.starting(n, spec, at, Optional.empty()).after(started));
        commands.put(job.number(), disk.startCommand(job.number()));
        return job.number();
    }

    private LimitWatch watch() throws IOException {
        control.jobs().adopt();
        return new LimitWatch(
                control.jobs(),
                control.store(),
                new Agents(processes, Settings.of(Map.of())),
                control.killer(),
                control.processes());
    }

    /// Waits until a job was stopped, and records its end as its host would.
    private void awaitStop(long job, LimitWatch watch) throws IOException {
        Process command = Objects.requireNonNull(commands.get(job));
        await().until(() -> {
            watch.check();
            return !command.isAlive();
        });
        Path end = disk.store().directory(job).path().resolve("exit.json");
        Files.writeString(end, "{\"signal\":15}\n");
        await().until(() -> control.jobs().require(job).job().isEnded());
    }

    @Test
    void limitOfCenturiesIsNeverPassed() throws IOException {
        Optional<Duration> endless = Optional.of(Duration.ofSeconds(Long.MAX_VALUE));
        long patient = start(endless, endless, Instant.now());
        long timed = start(Optional.of(SECOND), Optional.empty(), Instant.now());
        long quiet = start(Optional.empty(), Optional.of(SECOND), Instant.now());
        LimitWatch watch = watch();

        awaitStop(timed, watch);
        awaitStop(quiet, watch);

        assertThat(control.jobs().require(patient).job().stopReason()).isEmpty();
    }

    @Test
    void jobThatCannotBeCheckedKeepsNoOtherFromBeingChecked() throws IOException {
        start(Optional.of(SECOND), Optional.empty(), Instant.parse("0001-01-01T00:00:00Z"));
        long timed = start(Optional.of(SECOND), Optional.empty(), Instant.now());
        LimitWatch watch = watch();
        // Its age, by the record of its start, is more than a number of nanoseconds can hold.
        Files.delete(disk.store().directory(1).path().resolve("host.json"));

        awaitStop(timed, watch);
    }
}
