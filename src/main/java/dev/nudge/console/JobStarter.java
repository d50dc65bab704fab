package dev.nudge.console;

import dev.nudge.agent.Presence;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.exec.AgentVariables;
import dev.nudge.exec.JobInput;
import dev.nudge.job.Bounds.Ways;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Queueing;
import dev.nudge.job.RunRequest;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Starter;
import dev.nudge.jobs.Starter.BlockResult;
import dev.nudge.jobs.Starter.StartResult;
import dev.nudge.jobs.Starter.StartResult.Made;
import dev.nudge.jobs.Starter.StartResult.NotStarted;
import dev.nudge.jobs.queue.QueuePlan.WaitReason;
import dev.nudge.protocol.Hello;
import dev.nudge.text.CallerZone;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts the jobs of people. They nudge the pane that is named, or none. What cannot be started is
/// an [IllegalArgumentException] that says why.
public record JobStarter(JobControl control, Presence presence, JobReports reports) {
    public static final String NOT_STARTED = "The command was not started";

    /// Starts a command in the client's directory and environment. Blocks until it runs.
    ///
    /// @param pane the one whose agent is notified of the end, named as for [#agent]
    public FoundJob start(Hello client, RunRequest order, Optional<String> pane, JobInput input) {
        return started(client, order, pane.map(name -> agent(client, name)), input);
    }

    /// Starts commands in the same way: all of them, or none.
    ///
    /// @param refusals for each order, what to say before the reason if it cannot be started
    public StartedBlock start(Hello client, List<Starter.Order> orders, List<String> refusals) {
        return switch (control.starter().start(client, orders)) {
            case BlockResult.Made made -> started(made);
            case BlockResult.Refused(int order, String reason) ->
                    throw new IllegalArgumentException(refusals.get(order) + ": " + reason);
            case BlockResult.Failed(String reason) -> throw notStarted(reason);
        };
    }

    private StartedBlock started(BlockResult.Made made) {
        int jobs = made.jobs().size();
        List<String> reasons = made.failures();
        if (reasons.size() == jobs) {
            throw notStarted(reasons.getFirst());
        }
        String what =
                reasons.size() == 1 ? "1 of %d jobs was" : reasons.size() + " of %d jobs were";
        return new StartedBlock(
                reports.started(made.jobs()),
                reasons.stream()
                        .findFirst()
                        .map(reason -> what.formatted(jobs) + " not started: " + reason));
    }

    /// Finds the agent that is to be notified.
    ///
    /// @param pane a pane's id or a session's name
    public NudgeTarget agent(Hello client, String pane) {
        return presence.in(pane, client.environment().getOrDefault("TMUX", ""));
    }

    /// Starts a job like this one again, in the client's environment. The agent notified of the
    /// first job is notified of the second.
    public FoundJob restart(Hello client, long number) {
        Job like = requireAgain(number).job();
        return started(client, again(like), like.target(), inputOf(like));
    }

    /// Starts a job again under its own number, in the client's environment. Its last end becomes
    /// that of an attempt; if it cannot be started, it has not changed.
    public FoundJob restartInPlace(Hello client, long number) {
        JobEntry entry = requireAgain(number);
        Job job = entry.job();
        refuseIf(
                job.spec().terminal().isPresent(),
                number,
                "has a terminal, and cannot be restarted in place: what was typed would have to be typed again. Start a new job like it: nudge restart "
                        + number);
        refuseIf(
                !job.isSettled(),
                number,
                "has ended, but its agent has not received that for certain yet, so it cannot be restarted in place. Try again later, or start a new job like it: nudge restart "
                        + number);
        return found(control.starter().restart(client, entry, again(job), inputOf(job)));
    }

    private JobEntry requireAgain(long number) {
        JobEntry entry = control.jobs().require(number);
        Job like = entry.job();
        refuseIf(!like.isEnded(), number, "has not ended. End it first: nudge kill " + number);
        refuseIf(
                like.spec().virtual().isPresent(),
                number,
                "is a timer or a watch, which has no command that could be started again.");
        return entry;
    }

    private static void refuseIf(boolean isWrong, long job, String reason) {
        if (isWrong) {
            throw new IllegalArgumentException("Job %d %s".formatted(job, reason));
        }
    }

    private static RunRequest again(Job like) {
        JobSpec spec = like.spec();
        return new RunRequest(
                spec.command(),
                spec.label(),
                new RunRequest.Report(spec.telling(), Optional.of(spec.excerpt())),
                spec.limits().with(spec.limits().bounds().by(Ways.NONE)),
                new RunRequest.Surroundings(Optional.of(spec.cwd()), spec.terminal(), Map.of()),
                again(spec.queueing()),
                Optional.empty());
    }

    /// Returns what a job like one that has ended waits for: the limits of its group, and no job or
    /// time that is over.
    private static Queueing again(Queueing first) {
        return new Queueing(
                        first.group(),
                        first.priority(),
                        List.of(),
                        Optional.empty(),
                        first.exclusive(),
                        first.retry())
                .with(first.task());
    }

    /// Returns what was kept of its input; a pipe has already been read.
    private JobInput inputOf(Job like) {
        return control.store()
                .readInput(like.number())
                .<JobInput>map(JobInput.Held::new)
                .orElseGet(JobInput.None::new);
    }

    private FoundJob started(
            Hello client, RunRequest order, Optional<NudgeTarget> agent, JobInput input) {
        return found(
                control.starter()
                        .start(
                                client,
                                new Starter.Order(order, agent, input),
                                AgentVariables.NONE,
                                _ -> {}));
    }

    private FoundJob found(StartResult answer) {
        return switch (answer) {
            case Made made -> reports.started(made.job());
            case NotStarted(String reason) -> throw notStarted(reason);
        };
    }

    private static IllegalArgumentException notStarted(String reason) {
        return new IllegalArgumentException(NOT_STARTED + ": " + reason);
    }

    /// Jobs that have been started at once, or wait: an array, or those of a batch.
    ///
    /// @param jobs all of them, by number; the numbers are consecutive
    /// @param complaint why some could not be started; empty if all could be
    public record StartedBlock(List<JobSnapshot> jobs, Optional<String> complaint) {
        /// Returns the word that names the jobs: `18-117`, or `18`.
        public String range() {
            long first = jobs.getFirst().number();
            long last = jobs.getLast().number();
            return first == last ? Long.toString(first) : first + "-" + last;
        }

        /// Returns a sentence for a person in this time zone.
        public String words(CallerZone zone) {
            List<WaitReason> reasons =
                    jobs.stream().flatMap(job -> job.waiting().stream()).toList();
            return reasons.isEmpty()
                    ? "Jobs %s run. To see them: nudge ps".formatted(range())
                    : "%d of the jobs %s %s queued (%s). To see the queue: nudge ps"
                            .formatted(
                                    reasons.size(),
                                    range(),
                                    reasons.size() == 1 ? "is" : "are",
                                    reasons.getFirst().words(zone));
        }
    }
}
