package dev.nudge.job;

/// How a job is, in the one vocabulary for people: in lists and sheets, sentences, menus, status
/// lines, on the page, and as `condition` in JSON. A [JobState] is what the machine distinguishes.
public enum Condition {
    QUEUED(Kind.QUEUED, "waits in the queue"),
    HELD(Kind.QUEUED, "waits in the queue"),
    /// Its cluster has it, and has not started it yet.
    SUBMITTED(Kind.QUEUED, "waits in its cluster, which decides when to start it"),
    STARTING(Kind.RUNNING, "is still starting; try again in some seconds"),
    RUNNING(Kind.RUNNING, "runs"),
    ASKS(Kind.ASKS, "runs"),
    PAUSED(Kind.PAUSED, "is paused"),
    STOPPING(Kind.RUNNING, "is being ended"),
    /// It ended with exit code 0, whatever else happened to it.
    SUCCEEDED(Kind.SUCCEEDED, "has ended"),
    /// It ended by itself with another exit code.
    FAILED(Kind.FAILED, "has ended"),
    /// A signal ended it, or it ended otherwise than with 0 after it had been asked to.
    KILLED(Kind.FAILED, "has ended", "was "),
    /// The same, because it had run, or had written nothing, for too long.
    TIMED_OUT(Kind.FAILED, "has ended"),
    /// It is a timer or a watch that was killed.
    CANCELLED(Kind.FAILED, "has ended", "was "),
    SKIPPED(Kind.FAILED, "has ended", "was "),
    LOST(Kind.FAILED, "has ended", "is "),
    /// It could not be started, or was killed before.
    NOT_STARTED(Kind.FAILED, "has ended", "was ");

    private final Kind kind;
    private final String clause;
    private final String verb;

    Condition(Kind kind, String clause) {
        this(kind, clause, "");
    }

    /// @param verb what comes before its words where they need a verb to end a sentence
    Condition(Kind kind, String clause, String verb) {
        this.kind = kind;
        this.clause = clause;
        this.verb = verb;
    }

    /// What a status line counts, and a list can be reduced to.
    public enum Kind {
        /// It waits to be started, here or in a cluster.
        QUEUED("…"),
        RUNNING("▶"),
        ASKS("?"),
        PAUSED("‖"),
        SUCCEEDED("✓"),
        FAILED("✗");

        private final String sign;

        Kind(String sign) {
            this.sign = sign;
        }

        /// Returns the character for it where there is room for one only.
        public String sign() {
            return sign;
        }
    }

    /// Returns the word or the two words for it: `asks`, `timed out`.
    public String words() {
        return Words.of(this).replace('_', ' ');
    }

    public Kind kind() {
        return kind;
    }

    /// Returns the words as what became of a job that has ended: `was killed`, `timed out`.
    String ending() {
        return verb + words();
    }

    /// Returns what to say after "it" where something is not possible with such a job: `has ended`.
    public String clause() {
        return clause;
    }

    static Condition of(Job job) {
        return switch (job.state()) {
            case JobState.Running _ when job.isAsking() -> ASKS;
            case JobState.Ended end -> ended(job, end.status());
            case JobState before -> Words.named(Condition.class, "state", before.word());
        };
    }

    private static Condition ended(Job job, ExitStatus status) {
        return switch (status) {
            case ExitStatus.NotStarted _ -> NOT_STARTED;
            case ExitStatus.Skipped _ -> SKIPPED;
            case ExitStatus.Lost _ -> LOST;
            case ExitStatus.Exited(int code) when code == 0 -> SUCCEEDED;
            case ExitStatus.Exited _ when job.stopReason().isEmpty() -> FAILED;
            case ExitStatus.Signaled _ when job.spec().virtual().isPresent() -> CANCELLED;
            case ExitStatus.Exited _, ExitStatus.Signaled _ ->
                    job.hasRunTooLong() ? TIMED_OUT : KILLED;
        };
    }
}
