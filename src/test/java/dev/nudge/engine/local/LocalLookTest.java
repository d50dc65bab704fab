package dev.nudge.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.exec.JobEnvironment;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobState;
import dev.nudge.jobs.Jobs;
import dev.nudge.process.ProcessId;
import dev.nudge.store.JobDirectory;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is made of a job whose daemon has ended, by what its host has left.
class LocalLookTest extends DiskFixture {
    private static final Instant LONG_AGO = Instant.parse("2026-03-01T10:00:00Z");

    @BeforeEach
    void openDisk() throws IOException {}

    private JobDirectory directory() {
        return disk.store().directory(1);
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(directory().path().resolve(file), text);
    }

    private Job swept() throws IOException {
        Jobs jobs = disk.adopted();
        jobs.sweep();
        return jobs.require(1).job();
    }

    /// A disk or a systemd manager may keep it for minutes from recording that it has started.
    @Test
    void startIsNotInterruptedWhileThereIsAHost() throws Exception {
        disk.save(number -> Job.starting(number, SomeJob.spec("true"), LONG_AGO, Optional.empty()));
        Files.setLastModifiedTime(directory().path().resolve("job.json"), FileTime.from(LONG_AGO));
        ProcessBuilder host = new ProcessBuilder("sleep", "300");
        host.environment().put(JobEnvironment.HOST_MARK, directory().path().toString());
        Process atWork = host.start();
        try {
            assertThat(swept().state()).isInstanceOf(JobState.Starting.class);
        } finally {
            atWork.destroyForcibly().waitFor();
        }

        assertThat(swept().exitStatus()).contains(new ExitStatus.Lost("its start was interrupted"));
    }

    /// The host, and the command, were killed, or could start no more processes.
    @ParameterizedTest
    @ValueSource(strings = {"{\"code\":3}", ""})
    void endThatAHostCouldNotRecordInFullIsKnownButRoomForARecordIsNoEnd(String end)
            throws IOException {
        disk.save(number -> SomeJob.running(number, SomeJob.spec("true"), Optional.empty()));
        disk.recordHost(1, new ProcessId(99_999_998, 1), new ProcessId(99_999_999, 1));
        write("exit.json.tmp", end + " ".repeat(100) + "\n");

        assertThat(swept().exitStatus())
                .contains(
                        end.isEmpty()
                                ? new ExitStatus.Lost("the process that watched it was killed")
                                : new ExitStatus.Exited(3));
    }

    /// The job's own record holds the end.
    @Test
    void endThatALossOfPowerHasTornIsNotStillBeingRecorded() throws IOException {
        Job job = disk.save(number -> SomeJob.ended(number, "true"));
        write("exit.json", "");
        assertThat(disk.engines().isBeingRecorded(job)).isFalse();

        write("exit.json", " ".repeat(100) + "\n");
        assertThat(disk.engines().isBeingRecorded(job)).isFalse();
    }
}
