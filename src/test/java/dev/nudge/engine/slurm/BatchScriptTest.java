package dev.nudge.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.engine.Engine.JobStart;
import dev.nudge.engine.EngineChoice;
import dev.nudge.exec.JobHost;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Queueing;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.process.Inherited;
import dev.nudge.store.LaunchOrder;
import dev.nudge.store.StateDirectory;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What batch scripts run, in a real shell.
class BatchScriptTest {
    @TempDir private Path folder;
    private StateDirectory state;

    @BeforeEach
    void prepare() throws IOException {
        state = StateDirectory.create(folder.resolve("my $HOME's state"));
        NudgeUser.writeProgram(
                JobHost.link(state.root()), "[ $1 = here ] || printf '%s\\n' \"$@\"");
    }

    private JobStart start(long number, Optional<ArrayTask> task, String... options) {
        JobSpec spec = SomeJob.spec("true").with(Queueing.NONE.with(task));
        return JobStart.queued(
                Job.queued(number, spec, Instant.EPOCH, Optional.empty()),
                state.job(number),
                new LaunchOrder(Inherited.of("0022"), Map.of(), false),
                EngineChoice.LOCAL.withOptions(List.of(options)),
                List.of());
    }

    private JobStart task(long number, int index, String... options) {
        return start(number, Optional.of(new ArrayTask(index, 18, 117, Optional.of(2))), options);
    }

    private List<String> run(List<JobStart> starts, String index) throws IOException {
        String script = BatchScript.of(state, starts, "abc");
        return new ShortCommand(Patience.LONG, Map.of("SLURM_ARRAY_TASK_ID", index))
                .run(List.of("/bin/sh", "-c", script))
                .lines()
                .toList();
    }

    private List<String> host(long number) {
        String job = state.job(number).path().toString();
        return List.of(
                "node",
                job,
                state.exits().resolve(Long.toString(number)).toString(),
                job + "/ticket-abc");
    }

    @Test
    void jobIsHostedInItsDirectoryWhichATaskFindsByItsIndexAndMayBePutBackIfItsGroupSaysSo()
            throws IOException {
        List<JobStart> array = List.of(task(18, 7), task(19, 8), task(25, 70));

        assertThat(run(List.of(start(17, Optional.empty())), "")).isEqualTo(host(17));
        assertThat(run(array, "7")).isEqualTo(host(18));
        assertThat(run(array, "70")).isEqualTo(host(25));
        assertThat(run(array.subList(1, 2), "8")).isEqualTo(host(19));

        assertThat(run(List.of(start(17, Optional.empty(), "requeue")), "")).endsWith("requeue");
        assertThat(run(List.of(task(18, 7, "requeue")), "7")).endsWith("requeue");
    }

    @Test
    void indicesOfTheTasksAreThoseOfTheArrayWhoseOutputGoesNowhere() throws IOException {
        assertThat(SubmitOptions.array(List.of(start(17, Optional.empty())))).isEmpty();
        assertThat(SubmitOptions.array(List.of(task(18, 7), task(19, 8), task(25, 70))))
                .contains("7-8,70%2");
        assertThat(SubmitOptions.of(task(18, 7), state)).contains("--output=/dev/null");
    }

    @Test
    void nodeOfAnotherArchitectureIsRefused() throws IOException {
        byte[] foreign = Arrays.copyOf(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}, 64);
        foreign[16] = 2;
        foreign[18] = (byte) 0xf3; // RISC-V
        Files.write(JobHost.link(state.root()), foreign);
        Path job = Files.createDirectories(state.job(17).path());
        Path ticket = Files.createFile(job.resolve("ticket-abc"));
        Files.createDirectories(state.exits());

        String script = BatchScript.of(state, List.of(start(17, Optional.empty())), "abc");
        new ShortCommand(Patience.LONG, Map.of("SLURM_JOB_ID", "4711", "SLURMD_NODENAME", "n1"))
                .run(List.of("/bin/sh", "-c", "(" + script + "); true"));

        assertThat(job.resolve("exit.json"))
                .content()
                .matches(
                        "\\{\"not_started\":\"node n1 \\(\\S+\\) cannot run the host of nudge, .*\",\"start\":\"4711\"}");
        assertThat(ticket).doesNotExist();
        assertThat(job.resolve("claimed-4711")).exists();
        assertThat(state.exits().resolve("17")).exists();
    }
}
