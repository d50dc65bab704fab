package dev.nudge.calls;

import dev.nudge.app.SetTimer;
import dev.nudge.app.WatchOutput;
import dev.nudge.calls.AgentWaits.Waited;
import dev.nudge.job.Job;
import dev.nudge.job.Telling;
import dev.nudge.job.VirtualTask.Timer;
import dev.nudge.job.VirtualTask.Watch;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.mcp.Progress;
import dev.nudge.mcp.ToolReply;
import dev.nudge.outbox.AnswerLease;
import dev.nudge.text.ClockTime;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Sets timers and begins watches for one agent.
final class WatchCalls {
    private final CallingAgent agent;
    private final SetTimer timers;
    private final WatchOutput watches;
    private final Jobs jobs;
    private final AgentWaits waits;
    private final WaitReplies waitReplies;
    private final AgentTasks tasks;

    WatchCalls(
            CallingAgent agent,
            SetTimer timers,
            WatchOutput watches,
            Jobs jobs,
            AgentWaits waits,
            JobReplies replies,
            AgentTasks tasks) {
        this.agent = agent;
        this.timers = timers;
        this.watches = watches;
        this.jobs = jobs;
        this.waits = waits;
        this.waitReplies = new WaitReplies(replies);
        this.tasks = tasks;
    }

    /// Returns whether the answer to a call that begins a watch is a task, which has one result.
    static boolean isTask(WatchOutput.Order order, Progress progress) {
        return progress.takesTask() && order.times() == 1;
    }

    /// Starts a watch, and waits for the last match if asked to.
    ToolReply watch(WatchOutput.Order order, NudgeTarget target, Progress progress) {
        try (AnswerLease lease = waits.lease()) {
            boolean isTask = isTask(order, progress);
            Consumer<JobEntry> expecting = lease.whenMade(order.patience());
            Job job =
                    watches.begin(
                            order,
                            agent.hello(),
                            target,
                            isTask
                                    ? expecting.andThen(
                                            entry -> tasks.expect(entry.job().number(), false))
                                    : expecting);
            ToolReply.Text begun =
                    new ToolReply.Text(
                            "Job %d watches %s. %s To end it: kill_job."
                                    .formatted(
                                            job.number(),
                                            what(job),
                                            promise(target)
                                                    .or(
                                                            "I will notify you with the line that matches.",
                                                            job)),
                            JobReplies.values(job));
            if (order.patience().isEmpty()) {
                return isTask ? tasks.begin(job, false).orElse(begun) : begun;
            }
            JobEntry entry = jobs.require(job.number());
            Waited waited =
                    waits.awaitFirst(lease, entry, order.patience().get(), target, progress);
            return tasks.orPlain(waited, isTask, job, false, () -> waitReplies.of(waited, begun));
        } catch (IOException e) {
            return new ToolReply.Failure("Error: nothing is watched: " + Reasons.of(e));
        }
    }

    private Promise promise(NudgeTarget target) {
        return agent.promise(Telling.INJECT, target);
    }

    private static String what(Job job) {
        return switch (job.spec().virtual().orElseThrow()) {
            case Watch(OptionalLong watched, _, _, _) when watched.isPresent() ->
                    "the output of job " + watched.getAsLong();
            case Watch(_, Path file, _, _) ->
                    file + (Files.exists(file) ? "" : " (which does not exist yet)");
            case Timer _ -> throw new IllegalArgumentException("a timer watches nothing");
        };
    }

    /// Sets a timer.
    ToolReply setTimer(Timer timer, NudgeTarget target, Progress progress) {
        try {
            Job job = timers.set(timer, agent.hello(), target);
            ToolReply begun =
                    new ToolReply.Text(
                            "This timer is job %d, up at %s. %s To cancel it: kill_job."
                                    .formatted(
                                            job.number(),
                                            ClockTime.of(timer.due(), agent.shownZone()),
                                            promise(target).or("I will notify you then.", job)),
                            JobReplies.values(job));
            return progress.takesTask() ? tasks.begin(job, false).orElse(begun) : begun;
        } catch (IOException e) {
            return new ToolReply.Failure("Error: no timer is set: " + Reasons.of(e));
        }
    }
}
