package dev.nudge.app;

import dev.nudge.app.Option.Form;
import dev.nudge.app.ToolForm.ToolEffect;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSelector;
import dev.nudge.job.Signal;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.JobKiller.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Ends jobs, and sends them signals.
///
/// @param reason why jobs are killed, for their records; one line without a full stop
public record Kill(JobControl control, String reason) {
    public static final String NAME = "kill";

    public static final Option<JobSelector> JOB =
            Option.of("job", Type.JOB.offering("@running"), Form.ARGUMENTS)
                    .required(Arguments.JOB)
                    .help("The jobs: numbers (17), ranges (3-7), @last, labels.")
                    .toolHelp("The job: its number, its label or @last.");
    public static final Option<Duration> GRACE =
            Option.of("grace", Type.SPAN)
                    .help("How long they may take to end by themselves; default 5.")
                    .toolHelp("The grace period after SIGTERM. Default: 5.");
    public static final Option<Signal> SIGNAL =
            Option.of(
                            "signal",
                            Type.word(
                                    "SIGNAL",
                                    "INT TERM HUP QUIT KILL USR1 USR2 STOP CONT",
                                    Signal::named))
                    .letter("s")
                    .required("a name such as INT")
                    .help(
                            "Only send this signal to their processes, by name (INT) or number, and return"
                                    + " at once; also written -9 or -INT.");
    public static final Option<Boolean> REST =
            Option.flag("rest")
                    .help(
                            "Also end the processes that are left of jobs that have ended, such as a server"
                                    + " that a job has started.")
                    .toolHelp(
                            "Also end the processes that a job which has ended left behind, such as a server.");
    public static final Option<Boolean> ALL =
            Option.flag("all").help("All jobs that have not ended.");
    public static final Option<Boolean> JSON =
            Option.flag("json").help("A JSON object for each job, one a line.");

    public static final List<Option<?>> OPTIONS = Option.all(Kill.class);

    public static final ToolForm TOOL =
            new ToolForm(
                    "kill_job",
                    ToolEffect.ENDS,
                    "Ends a job with all of its processes: SIGTERM, then SIGKILL after the grace period. Also cancels a watch or a"
                            + " timer. Returns when it has ended, with its exit; no further message comes. A job that has already"
                            + " ended is not an error.",
                    "Nothing has been killed.",
                    OPTIONS);

    /// How a job is to be ended.
    ///
    /// @param grace how long it may take to end by itself
    /// @param isWithRest whether the processes that an ended job has left are to be ended
    public record Order(Duration grace, boolean isWithRest) {
        public static final Order USUAL = new Order(JobLimits.GRACE, false);

        /// @throws IllegalArgumentException if options are wrong or exclude each other; the message
        ///   says which, without a full stop
        public static Order of(Given given) {
            boolean isSignal = given.get(SIGNAL).isPresent();
            Optional<Duration> grace = given.get(GRACE);
            if (isSignal && grace.isPresent()) {
                throw new IllegalArgumentException("--grace cannot be combined with --signal");
            }
            if (given.has(REST) && (isSignal || given.has(ALL))) {
                throw new IllegalArgumentException(
                        "--rest cannot be combined with %s: name the jobs whose processes are left"
                                .formatted(given.has(ALL) ? "--all" : "--signal"));
            }
            return new Order(grace.orElse(USUAL.grace()), given.has(REST));
        }
    }

    /// Ends a job and all of its processes, as `JobKiller.kill` does.
    ///
    /// @throws IllegalArgumentException if there is no such job, or it is starting
    public Outcome attempt(long number, Order order) {
        JobEntry job = control.jobs().require(number);
        return order.isWithRest()
                ? control.killer().killWithRest(job, reason, order.grace())
                : control.killer().kill(job, reason, order.grace());
    }

    /// What became of a job, for a person: whether it had ended before, and the same in words.
    public record Ended(Job job, boolean wasEnded, String words) {}

    /// @throws IllegalArgumentException as [#attempt], and if the job cannot be ended
    public Ended end(long job, Order order) {
        Outcome outcome = attempt(job, order);
        if (!outcome.complaint().isEmpty()) {
            throw new IllegalArgumentException(outcome.complaint());
        }
        return new Ended(outcome.job(), outcome.wasEnded(), forPerson(outcome));
    }

    /// Sends one signal to the processes of a job, and does nothing more.
    ///
    /// @return the number of processes that received it
    /// @throws IllegalArgumentException if the job does not run; the message says why
    public int signal(long job, Signal signal) {
        return control.killer().signal(control.jobs().require(job), signal);
    }

    public static String sent(long job, Signal signal, int processes) {
        return "%s was sent to job %d (%d %s)."
                .formatted(signal.name(), job, processes, processes == 1 ? "process" : "processes");
    }

    public static String forModel(Outcome outcome) {
        Job job = outcome.job();
        if (isCancelled(outcome)) {
            return cancelled(job);
        }
        return outcome.wasEnded()
                ? words(
                        "Job %d had already ended: %s.".formatted(job.number(), job.outcome()),
                        outcome,
                        "kill_job with job %d and rest true.")
                : "Job %d has been killed: %s. To read its output: read_output with job %d."
                        .formatted(job.number(), job.outcome(), job.number());
    }

    private static String forPerson(Outcome outcome) {
        return isCancelled(outcome)
                ? cancelled(outcome.job())
                : words(ended(outcome), outcome, "nudge kill --rest %d");
    }

    private static boolean isCancelled(Outcome outcome) {
        return !outcome.wasEnded() && outcome.job().spec().virtual().isPresent();
    }

    private static String cancelled(Job job) {
        return "Job %d has been cancelled.".formatted(job.number());
    }

    private static String ended(Outcome outcome) {
        Job job = outcome.job();
        String what = outcome.wasEnded() ? "had already ended" : "has been killed";
        boolean hasRun =
                job.exitStatus()
                        .filter(status ->
                                status instanceof ExitStatus.NotStarted
                                        || status instanceof ExitStatus.Skipped)
                        .isEmpty();
        return "Job %d %s%s.".formatted(job.number(), hasRun ? what + ": " : "was ", job.outcome());
    }

    /// Adds what an ended job has left, and how that is ended.
    private static String words(String end, Outcome outcome, String remedy) {
        String advice =
                outcome instanceof Outcome.AlreadyEnded ended && !ended.left().isEmpty()
                        ? " To end what it left: " + remedy.formatted(outcome.job().number())
                        : "";
        return "%s %s%s".formatted(end, outcome.rest(), advice).strip();
    }
}
