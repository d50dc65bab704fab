package dev.nudge.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.slurm.SlurmCommands.SlurmFullException;
import dev.nudge.engine.slurm.SlurmCommands.SlurmOrder;
import dev.nudge.engine.slurm.SlurmCommands.SlurmRefusedException;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the cluster of the other tests cannot say, which has no accounting and few jobs: here
/// scripts take the place of Slurm's programs.
class SlurmLimitsTest {
    private static final String POLICY =
            "sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)";
    private static final SlurmOrder ORDER =
            new SlurmOrder("job", List.of(), "true", Map.of(), Optional.empty());

    @TempDir private Path programs;

    private void program(String name, String script) throws IOException {
        Path file = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private EngineChoice choice() {
        return new EngineChoice(
                SlurmEngine.NAME, List.of(), Optional.of(programs.toString()), Optional.empty());
    }

    private Sights looked(Job job) throws IOException {
        Sights sights = new Sights(new Sites(_ -> choice()));
        sights.refresh(List.of(job));
        return sights;
    }

    private static Job submitted() {
        return Job.queued(1, SomeJob.spec("true"), Instant.now(), Optional.empty())
                .after(new JobEvent.Submitted(ClusterJob.submitted(SlurmEngine.NAME, "4711")));
    }

    @Test
    void jobsBeyondTheNumberThatAUserMayHaveWait() throws IOException {
        program(
                "sbatch",
                "echo 'sbatch: error: AssocMaxSubmitJobLimit' >&2; echo '%s' >&2; exit 1"
                        .formatted(POLICY.replace("'", "'\\''")));
        program("squeue", "echo '16|COMPLETED|None|p||a'; echo '17|RUNNING|None|p|n1|b'");
        Sites sites = new Sites(_ -> choice());

        assertThatThrownBy(() -> sites.submit(choice(), ORDER, programs.resolve("environment")))
                .isInstanceOf(SlurmFullException.class)
                .hasMessageStartingWith("AssocMaxSubmitJobLimit");
        assertThat(sites.unavailability(choice()).orElseThrow()).contains("AssocMaxSubmitJobLimit");
        assertThat(sites.trouble(choice())).as("it can be reached").isEmpty();
    }

    @Test
    void clusterIsTheSameHoweverItsDirectoriesAreWritten() throws IOException {
        program("sbatch", "true");
        Map<String, String> environment =
                Map.of("PATH", "/nowhere:" + programs + "//", "SLURM_CONF", "/etc//slurm.conf");

        assertThat(SlurmCommands.found(List.of(), environment))
                .isEqualTo(
                        new EngineChoice(
                                SlurmEngine.NAME,
                                List.of(),
                                Optional.of(programs.toString()),
                                Optional.of("/etc/slurm.conf")));
    }

    /// Such as an array of more tasks than a user may have.
    @Test
    void jobThatIsBeyondThatNumberAloneIsRefused() throws IOException {
        program("sbatch", "echo 'sbatch: error: AssocMaxSubmitJobLimit' >&2; exit 1");
        program("squeue", "echo '16|COMPLETED|None|p||a'");

        assertThatThrownBy(() ->
                        new Sites(_ -> choice())
                                .submit(choice(), ORDER, programs.resolve("environment")))
                .isInstanceOf(SlurmRefusedException.class)
                .hasMessage("AssocMaxSubmitJobLimit");
    }

    @Test
    void jobThatIsTooLargeIsRefused() throws IOException {
        program("sbatch", "echo '%s' >&2; exit 1".formatted(POLICY.replace("'", "'\\''")));

        assertThatThrownBy(() ->
                        new SlurmCommands(choice()).submit(ORDER, programs.resolve("environment")))
                .isInstanceOf(SlurmRefusedException.class);
    }

    @Test
    void clusterWithoutTheProgramForItHasNoAccounting() throws IOException {
        program("squeue", "exit 0");
        Job job = submitted();

        assertThat(looked(job).of(job).orElseThrow().found()).isEmpty();
    }

    @Test
    void whyNothingIsKnownOfAForgottenJobIsSaid() throws IOException {
        program("squeue", "exit 0");
        program("sacct", "echo 'sacct: error: slurmdbd: Connection refused' >&2; exit 1");
        Job job = submitted();
        Sights sights = looked(job);

        assertThat(sights.of(job)).isEmpty();
        assertThat(sights.words(job).orElseThrow())
                .isEqualTo("its accounting cannot be asked: slurmdbd: Connection refused");
    }

    private SlurmCommands listing(int rows) throws IOException {
        String row = "1|RUNNING|None|main|n1|" + "x".repeat(200);
        program("squeue", "yes '%s' | head -n %d".formatted(row, rows));
        return new SlurmCommands(choice());
    }

    @Test
    void listOfManyJobsIsWhole() throws IOException {
        assertThat(listing(30_000).list()).hasSize(30_000);
    }

    @Test
    void listThatIsCutIsNone() throws IOException {
        SlurmCommands slurm = listing(400_000);

        assertThatThrownBy(slurm::list)
                .isInstanceOf(UnreachableException.class)
                .hasMessageContaining("64 MiB");
    }
}
