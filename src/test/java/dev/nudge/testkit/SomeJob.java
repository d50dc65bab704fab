package dev.nudge.testkit;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Reporting;
import dev.nudge.job.Telling;
import dev.nudge.job.VirtualTask;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Makes the jobs of tests: plain ones in `/tmp`, without a label, limits or a terminal, whose ends
/// are reported.
public final class SomeJob {
    /// The agent in pane %3, which does not exist.
    public static final NudgeTarget AGENT = agent(43);

    private static final String DIRECTORY = "/tmp";

    private SomeJob() {}

    /// Returns another agent in the same pane.
    public static NudgeTarget agent(long pid) {
        return new NudgeTarget("/tmp/none", 42, "%3", "gemini-cli", pid, 44, "/tmp");
    }

    /// Describes a job that runs this command.
    public static JobSpec spec(String command) {
        return spec(command, Telling.INJECT);
    }

    /// Describes a job of whose end this is reported.
    public static JobSpec spec(String command, Telling telling) {
        return spec(command, Optional.empty(), telling, JobLimits.NONE);
    }

    /// Describes a job with these limits.
    public static JobSpec spec(String command, JobLimits limits) {
        return spec(command, Optional.empty(), Telling.INJECT, limits);
    }

    /// Describes a job with a label.
    public static JobSpec labelled(String command, String label) {
        return spec(command, Optional.of(label), Telling.INJECT, JobLimits.NONE);
    }

    private static JobSpec spec(
            String command, Optional<String> label, Telling telling, JobLimits limits) {
        return new JobSpec(command, DIRECTORY, label, telling, limits, Optional.empty());
    }

    /// Describes a watch or a timer.
    public static JobSpec spec(String description, VirtualTask task) {
        return JobSpec.virtual(description, DIRECTORY, Optional.empty(), task);
    }

    /// Describes a timer that is not up for long.
    public static JobSpec timer() {
        return spec("timer", new VirtualTask.Timer(Instant.now().plusSeconds(3600), "tea"));
    }

    /// Returns a job in this state, for nobody.
    public static Job in(JobState state) {
        return new Job(
                7,
                spec("make"),
                Instant.EPOCH,
                state,
                new Reporting(Optional.empty(), new NudgeState.Off(), Optional.empty()),
                Optional.empty(),
                List.of());
    }

    /// Returns a job that runs, for this agent.
    public static Job running(long number, JobSpec spec, Optional<NudgeTarget> agent) {
        Instant now = Instant.now();
        return Job.starting(number, spec, now, agent)
                .after(new JobEvent.Started(Launch.of(99, now)));
    }

    /// Returns a job that has ended with exit code 0, for [#AGENT].
    public static Job ended(long number, String command) {
        return ended(number, command, new ExitStatus.Exited(0));
    }

    /// Returns a job that has ended in this way.
    public static Job ended(long number, String command, ExitStatus status) {
        return running(number, spec(command), Optional.of(AGENT))
                .after(new JobEvent.EndSeen(status, Instant.now()));
    }
}
