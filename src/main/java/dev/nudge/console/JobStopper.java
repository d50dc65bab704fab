package dev.nudge.console;

import dev.nudge.job.Job;
import dev.nudge.job.JobLimits;
import dev.nudge.job.Signal;
import dev.nudge.jobs.JobKiller;
import dev.nudge.jobs.JobKiller.Outcome;
import dev.nudge.jobs.Jobs;
import java.time.Duration;
import java.util.Optional;

/// Ends jobs for people, and sends them signals.
public final class JobStopper {
    private static final String REASON = "killed by the user";

    private final Jobs jobs;
    private final JobKiller killer;
    private final JobReports reports;

    JobStopper(Jobs jobs, JobKiller killer, JobReports reports) {
        this.jobs = jobs;
        this.killer = killer;
        this.reports = reports;
    }

    /// A job that has ended.
    ///
    /// @param wasEnded whether it had ended before
    /// @param left whether processes that it has left are alive
    /// @param rest a sentence about the processes that it has left, if it had ended before; empty
    ///   if there are none
    public record Killed(JobSnapshot snapshot, boolean wasEnded, boolean left, String rest) {}

    /// Ends a job and all of its processes.
    ///
    /// @param grace how long it may take to end by itself; empty for the default
    /// @throws IllegalArgumentException if there is no such job, or it cannot be ended; the message
    ///   says why
    public Killed kill(long number, Optional<Duration> grace) {
        Duration limit = grace.orElse(JobLimits.GRACE);
        return killed(killer.kill(jobs.require(number), REASON, limit));
    }

    /// Ends a job in the same way, and of one that has ended the processes that it has left.
    public Killed killWithRest(long number, Optional<Duration> grace) {
        Duration limit = grace.orElse(JobLimits.GRACE);
        return killed(killer.killWithRest(jobs.require(number), REASON, limit));
    }

    private Killed killed(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Killed(Job job) -> new Killed(reports.ended(job), false, false, "");
            case Outcome.AlreadyEnded ended ->
                    new Killed(
                            reports.ended(ended.job()),
                            true,
                            !ended.left().isEmpty(),
                            ended.rest());
            case Outcome.RestEnded ended ->
                    new Killed(reports.ended(ended.job()), true, false, ended.rest());
            case Outcome.Unrecorded unrecorded ->
                    throw new IllegalArgumentException(unrecorded.complaint());
            case Outcome.Pending pending -> throw new IllegalArgumentException(pending.complaint());
            case Outcome.Survived survived ->
                    throw new IllegalArgumentException(survived.complaint());
        };
    }

    /// Sends one signal to the processes of a job, and does nothing more.
    ///
    /// @return the number of processes that received it
    /// @throws IllegalArgumentException if the job does not run; the message says why
    public int signal(long number, Signal signal) {
        return killer.signal(jobs.require(number), signal);
    }
}
