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
import dev.nudge.job.JobSpec;
import dev.nudge.job.Queueing;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the cluster of the other tests cannot say, which has no accounting and few jobs: here
/// scripts take the place of Slurm's programs.
class SlurmLimitsTest {
    private static final String POLICY =
            "sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)";
    private static final String LIMIT = "sbatch: error: AssocMaxSubmitJobLimit";
    private static final SlurmOrder ORDER =
            new SlurmOrder("job", List.of(), "true", Map.of(), Optional.empty());

    @TempDir private Path programs;

    private void program(String name, String script) {
        NudgeUser.writeProgram(programs.resolve(name), script);
    }

    private void submissionFails(String... words) {
        String said = String.join("\n", words).replace("'", "'\\''");
        program("sbatch", "echo '%s' >&2; exit 1".formatted(said));
    }

    private final Sites sites = new Sites(_ -> choice());

    private void submit() throws IOException {
        sites.submit(choice(), ORDER, programs.resolve("environment"));
    }

    private EngineChoice choice() {
        return choice(Optional.empty());
    }

    private EngineChoice choice(Optional<String> configuration) {
        return new EngineChoice(
                SlurmEngine.NAME, List.of(), Optional.of(programs.toString()), configuration);
    }

    private Sights looked(Job... jobs) throws IOException {
        return looked(sites, jobs);
    }

    private static Sights looked(Sites sites, Job... jobs) throws IOException {
        Sights sights = new Sights(sites);
        sights.refresh(List.of(jobs));
        return sights;
    }

    private static Job submitted(long number) {
        return submitted(number, Queueing.NONE);
    }

    private static Job submitted(long number, Queueing queueing) {
        ClusterJob place = ClusterJob.submitted(SlurmEngine.NAME, Long.toString(4710 + number));
        JobSpec spec = SomeJob.spec("true").with(queueing);
        return Job.queued(number, spec, Instant.now(), Optional.empty())
                .after(new JobEvent.Submitted(place));
    }

    @Test
    void jobsBeyondTheNumberThatAUserMayHaveWait() throws IOException {
        submissionFails(LIMIT, POLICY);
        program("squeue", "echo '16|COMPLETED|None|p||a'; echo '17|RUNNING|None|p|n1|b'");

        assertThatThrownBy(this::submit)
                .isInstanceOf(SlurmFullException.class)
                .hasMessageStartingWith("AssocMaxSubmitJobLimit");
        assertThat(sites.unavailability(choice()).orElseThrow()).contains("AssocMaxSubmitJobLimit");
        assertThat(sites.trouble(choice())).as("it can be reached").isEmpty();
    }

    @Test
    void clusterIsTheSameHoweverItsDirectoriesAreWritten() {
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

    /// An array of more tasks than a user may have, with no job to wait for, and a job that is too
    /// large.
    @ParameterizedTest
    @ValueSource(strings = {LIMIT, POLICY})
    void jobThatCanNeverBeSubmittedIsRefused(String said) {
        submissionFails(said);
        String other = said.equals(POLICY) ? "RUNNING" : "COMPLETED";
        program("squeue", "echo '16|%s|None|p||a'".formatted(other));

        assertThatThrownBy(this::submit)
                .isInstanceOf(SlurmRefusedException.class)
                .hasMessage(said.substring("sbatch: error: ".length()));
    }

    @Test
    void clusterWithoutTheProgramForItHasNoAccountingElseWhyNothingIsKnownIsSaid()
            throws IOException {
        program("squeue", "exit 0");
        Job job = submitted(1);
        assertThat(looked(job).of(job).orElseThrow().found()).isEmpty();

        program("sacct", "echo 'sacct: error: slurmdbd: Connection refused' >&2; exit 1");
        Sights sights = looked(job);
        assertThat(sights.of(job)).isEmpty();
        assertThat(sights.words(job).orElseThrow())
                .isEqualTo("its accounting cannot be asked: slurmdbd: Connection refused");
    }

    @Test
    void accountingIsAskedOnceForAllJobsThatSlurmHasForgotten() throws IOException {
        program("squeue", "exit 0");
        program("sacct", "echo \"$*\" >>%s/calls".formatted(programs));
        Sights sights = looked(submitted(1), submitted(2));

        assertThat(sights.of(submitted(2)).orElseThrow().found()).isEmpty();
        assertThat(programs.resolve("calls"))
                .content()
                .containsOnlyOnce("-j")
                .contains("4711,4712");
    }

    /// Neither of the two answers before the other has been asked.
    @Test
    void clusterThatDoesNotAnswerDelaysNoOther() throws IOException {
        program(
                "squeue",
                "cd %s; : >$SLURM_CONF; until [ -e one ] && [ -e two ]; do sleep 0.01; done"
                        .formatted(programs));
        Sites two = new Sites(group -> choice(Optional.of(group)));
        Job one = submitted(1, in("one"));
        Job other = submitted(2, in("two"));
        Sights sights = looked(two, one, other);

        assertThat(sights.of(one)).isPresent();
        assertThat(sights.of(other)).isPresent();
    }

    private static Queueing in(String group) {
        Optional<Instant> soon = Optional.empty();
        return new Queueing(group, 0, List.of(), soon, Optional.empty(), Optional.empty());
    }

    private SlurmCommands listing(int rows) {
        String row = "1|RUNNING|None|main|n1|" + "x".repeat(200);
        program("squeue", "yes '%s' | head -n %d".formatted(row, rows));
        return new SlurmCommands(choice());
    }

    @Test
    void listOfManyJobsIsWholeOrNone() throws IOException {
        assertThat(listing(30_000).list()).hasSize(30_000);

        assertThatThrownBy(listing(400_000)::list)
                .isInstanceOf(UnreachableException.class)
                .hasMessageContaining("64 MiB");
    }
}
