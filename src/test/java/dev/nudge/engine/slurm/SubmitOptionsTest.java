package dev.nudge.engine.slurm;

import static java.util.Optional.empty;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.engine.Engine.JobStart;
import dev.nudge.engine.Engine.JobStart.Before;
import dev.nudge.engine.EngineChoice;
import dev.nudge.job.Bounds;
import dev.nudge.job.Job;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobLimits.LifeSpan;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Queueing;
import dev.nudge.process.Inherited;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.LaunchOrder;
import dev.nudge.store.StateDirectory;
import dev.nudge.testkit.SomeJob;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubmitOptionsTest {
    private static final JobDirectory DIRECTORY = new JobDirectory(Path.of("/state/jobs/17"), 17);

    private static List<String> options(
            List<String> ofGroup, Bounds bounds, int priority, Before... before) {
        Optional<Duration> timeout = Optional.of(Duration.ofSeconds(61));
        JobLimits limits = new JobLimits(LifeSpan.OUTLIVE, timeout, empty(), bounds);
        Queueing queueing = new Queueing("gpu", priority, List.of(), empty(), empty(), empty());
        JobSpec spec = SomeJob.spec("train", limits).with(queueing);
        return SubmitOptions.of(
                JobStart.queued(
                        Job.queued(17, spec, Instant.EPOCH, empty()),
                        DIRECTORY,
                        new LaunchOrder(Inherited.of("0022"), Map.of(), false),
                        EngineChoice.LOCAL.withOptions(ofGroup),
                        List.of(before)),
                new StateDirectory(Path.of("/state")));
    }

    @Test
    void thoseOfTheJobComeAfterThoseOfItsGroup() {
        Bounds bounds =
                new Bounds(OptionalLong.of(3L << 30), OptionalDouble.of(1.5), OptionalInt.empty());

        List<String> ofGroup = List.of("partition=gpu", "mem=1G");
        Before[] before = {new Before("4711", true), new Before("4712_3", false)};
        assertThat(String.join(" ", options(ofGroup, bounds, -5, before)))
                .isEqualTo(
                        "--no-requeue --partition=gpu --mem=1G --chdir=/ --output=/state/jobs/17/slurm.log"
                                + " --open-mode=append --kill-on-invalid-dep=yes --mem=3145728K --cpus-per-task=2"
                                + " --time=2 --nice=5 --dependency=afterok:4711,afterany:4712_3");
    }

    @Test
    void groupMayAllowRequeuesAndHasItsOwnTimeLimit() {
        assertThat(options(List.of("requeue", "time=2:00:00"), Bounds.NONE, 0))
                .contains("--requeue", "--time=2:00:00")
                .doesNotContain("--no-requeue", "--time=2", "--nice=0");
    }

    /// Those on which nudge depends, and short forms of those that it looks for by their names.
    @ParameterizedTest
    @CsvSource({
        "job-name=x, nudge itself decides about --job-name",
        "array=1-3, nudge itself decides about --array",
        "export=ALL, nudge itself decides about --export",
        "wrap=true, nudge itself decides about --wrap",
        "wra=true, nudge itself decides about --wrap",
        "w, nudge itself decides about --wait",
        "job=x, nudge itself decides about --job-name",
        "export-f=/f, nudge itself decides about --export-file",
        "out=/f, nudge itself decides about --output",
        "--partition=gpu, expected the name of a long option",
        "tim=5, '\"tim=5\", which is short for --time; write the whole name'",
        "requ, short for --requeue"
    })
    void optionIsRefused(String option, String reason) {
        assertThatThrownBy(() -> SubmitOptions.check(List.of(option))).hasMessageContaining(reason);
    }

    @Test
    void otherOptionsArePassedOn() {
        SubmitOptions.check(List.of("partition=gpu", "exclusive", "comment=a b"));
        SubmitOptions.check(List.of("time-min=5", "time=5", "requeue", "reservation=r"));
    }
}
