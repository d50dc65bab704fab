package dev.nudge.app;

import dev.nudge.app.Option.Form;
import dev.nudge.app.ToolForm.ToolEffect;
import dev.nudge.job.JobSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Waits until jobs have ended.
public final class Wait {
    public static final String NAME = "wait";

    public static final Option<JobSelector> JOB =
            Option.of("job", Type.JOB.offering("@running"), Form.ARGUMENTS)
                    .help("The jobs: numbers (17), ranges (3-7), @last, labels; default @last.")
                    .toolHelp("The job: its number, its label or @last.");
    public static final Option<JobSelector> JOBS =
            Option.of("jobs", Type.JOBS).toolHelp("Several jobs, instead of job.");
    public static final Option<Mode> MODE =
            Option.of("mode", Type.choice(Mode.class))
                    .toolHelp("all (default): until all have ended; any: until one has.");
    public static final Option<Boolean> ANY =
            Option.flag("any").help("Only until one of them has ended; its exit code.");
    public static final Option<Duration> TIMEOUT =
            Option.of("timeout", Type.SPAN)
                    .help("Wait no longer than that; the jobs continue. 0: look, and do not wait.")
                    .toolHelp("The longest time to wait. Default: 600.");
    public static final Option<Boolean> JSON =
            Option.flag("json").help("A JSON object for each end, one a line.");

    public static final List<Option<?>> OPTIONS = Option.all(Wait.class);

    public static final ToolForm TOOL =
            new ToolForm(
                    "wait_for_job",
                    ToolEffect.READS,
                    "Waits until jobs have ended, and returns their results; no further message comes for these. Use it only if you can"
                            + " do nothing else: otherwise end your turn, and you will be woken up when they end.",
                    "Nothing has been waited for.",
                    OPTIONS);

    private Wait() {}

    public enum Mode {
        ALL,
        ANY
    }

    /// What is waited for.
    ///
    /// @param jobs may be empty
    /// @param isAny whether the first end is enough
    /// @param limit how long to wait at most; zero to look once; empty if it is not given
    public record Order(List<JobSelector> jobs, boolean isAny, Optional<Duration> limit) {
        /// @throws IllegalArgumentException if a value is wrong; the message says what was expected
        public static Order of(Given given) {
            List<JobSelector> jobs = new ArrayList<>(given.all(JOBS));
            jobs.addAll(given.all(JOB));
            boolean isAny = given.has(ANY) || given.get(MODE).filter(Mode.ANY::equals).isPresent();
            return new Order(jobs, isAny, given.get(TIMEOUT));
        }
    }
}
