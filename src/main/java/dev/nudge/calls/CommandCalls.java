package dev.nudge.calls;

import dev.nudge.app.Given;
import dev.nudge.app.Kill;
import dev.nudge.app.Send;
import dev.nudge.app.SetTimer;
import dev.nudge.app.WatchOutput;
import dev.nudge.calls.AgentWaits.Waited;
import dev.nudge.calls.CallingAgent.Promise;
import dev.nudge.calls.OutputCalls.NamedJob;
import dev.nudge.exec.JobInput;
import dev.nudge.job.Job;
import dev.nudge.job.RunRequest;
import dev.nudge.job.Telling;
import dev.nudge.job.VirtualTask.Timer;
import dev.nudge.job.VirtualTask.Watch;
import dev.nudge.job.nudge.NudgeState.Receipt;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.JobKiller.Outcome;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.Starter;
import dev.nudge.jobs.Starter.StartResult;
import dev.nudge.jobs.Starter.StartResult.Made;
import dev.nudge.jobs.Starter.StartResult.NotStarted;
import dev.nudge.mcp.Progress;
import dev.nudge.mcp.ToolReply;
import dev.nudge.outbox.AnswerLease;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.protocol.TerminalResponse.Shown;
import dev.nudge.text.Reasons;
import dev.nudge.watch.WatchRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Starts commands, watches and timers for one agent, types into commands and ends them.
final class CommandCalls {
    private final CallingAgent agent;
    private final JobControl control;
    private final JobOutbox outbox;
    private final Jobs jobs;
    private final Kill kill;
    private final SetTimer timers;
    private final WatchOutput watches;
    private final AgentWaits waits;
    private final JobReplies replies;
    private final AgentTasks tasks;

    CommandCalls(
            CallingAgent agent,
            JobControl control,
            JobOutbox outbox,
            WatchRunner watches,
            AgentWaits waits,
            JobReplies replies,
            AgentTasks tasks) {
        this.agent = agent;
        this.control = control;
        this.outbox = outbox;
        this.jobs = control.jobs();
        this.kill = new Kill(control, "killed by the agent");
        this.timers = new SetTimer(watches);
        this.watches = new WatchOutput(jobs, control.store(), watches);
        this.waits = waits;
        this.replies = replies;
        this.tasks = tasks;
    }

    /// How the end of a job that a call begins is reported.
    ///
    /// @param patience how long the call waits for it
    /// @param isTask whether the answer is a task
    /// @param isAsked whether a person is asked what the job asks
    private record Reporting(
            NudgeTarget target,
            Progress progress,
            Optional<Duration> patience,
            boolean isTask,
            boolean isAsked) {}

    static boolean isTask(RunRequest request, Progress progress) {
        return progress.takesTask()
                && (request.telling() == Telling.INJECT || request.telling() == Telling.NOTIFY);
    }

    /// Returns whether the answer to a call that begins a watch is a task, which has one result.
    static boolean isTask(WatchOutput.Order order, Progress progress) {
        return progress.takesTask() && order.times() == 1;
    }

    ToolReply run(RunRequest request, NudgeTarget target, Progress progress) {
        Promise promise = agent.promise(request.telling(), target);
        Reporting reporting =
                new Reporting(
                        target,
                        progress,
                        request.patience(),
                        isTask(request, progress),
                        request.report().isPersonAsked());
        try (AnswerLease lease = outbox.lease()) {
            StartResult result =
                    control.starter()
                            .start(
                                    agent.hello(),
                                    new Starter.Order(
                                            request, Optional.of(target), new JobInput.None()),
                                    agent.environment(target),
                                    expecting(lease, reporting));
            return switch (result) {
                case NotStarted(String reason) -> StartReplies.failed(request, reason);
                case Made made -> {
                    String begun = StartReplies.made(made, promise, agent.shownZone());
                    Supplier<String> unfinished = () -> begun + replies.goesOn(made.job());
                    yield answer(lease, reporting, made.job(), begun, unfinished);
                }
            };
        }
    }

    ToolReply watch(WatchOutput.Order order, NudgeTarget target, Progress progress) {
        Reporting reporting =
                new Reporting(target, progress, order.patience(), isTask(order, progress), false);
        try (AnswerLease lease = outbox.lease()) {
            Job job = watches.begin(order, agent.hello(), target, expecting(lease, reporting));
            String begun =
                    "Job %d watches %s. %s To end it: kill_job."
                            .formatted(
                                    job.number(),
                                    what(job),
                                    promise(target)
                                            .or(
                                                    "I will notify you with the line that matches.",
                                                    job));
            return answer(lease, reporting, job, begun, () -> begun);
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

    ToolReply setTimer(Timer timer, NudgeTarget target, Progress progress) {
        try {
            Job job = timers.set(timer, agent.hello(), target);
            String begun =
                    "This timer is job %d, up at %s. %s To cancel it: kill_job."
                            .formatted(
                                    job.number(),
                                    agent.shownZone().time(timer.due()),
                                    promise(target).or("I will notify you then.", job));
            return begun(job, begun, progress.takesTask(), false);
        } catch (IOException e) {
            return new ToolReply.Failure("Error: no timer is set: " + Reasons.of(e));
        }
    }

    /// Keeps the end of a job for the answer, as it may end before that.
    private Consumer<JobEntry> expecting(AnswerLease lease, Reporting reporting) {
        Consumer<JobEntry> answer = lease.whenMade(reporting.patience());
        return reporting.isTask()
                ? answer.andThen(
                        entry -> outbox.expectTask(entry.job().number(), reporting.isAsked()))
                : answer;
    }

    /// Waits for the end of a job, if the call asks for that.
    ///
    /// @param unfinished the answer if the job continues
    private ToolReply answer(
            AnswerLease lease,
            Reporting reporting,
            Job job,
            String begun,
            Supplier<String> unfinished) {
        if (reporting.patience().isEmpty()) {
            return begun(job, begun, reporting.isTask(), reporting.isAsked());
        }
        Waited waited =
                waits.await(
                        lease,
                        List.of(jobs.require(job.number())),
                        false,
                        reporting.patience().get(),
                        Optional.of(reporting.target()),
                        reporting.progress());
        Supplier<ToolReply> plain = () -> replies.of(waited, text(job, unfinished.get()));
        if (reporting.isTask()) {
            if (waited.ended().isEmpty() && waited.outcome() != WaitingCalls.Outcome.DROPPED) {
                return tasks.begin(job, reporting.isAsked()).orElseGet(plain);
            }
            outbox.dropTask(job);
        }
        return plain.get();
    }

    private ToolReply begun(Job job, String begun, boolean isTask, boolean isAsked) {
        ToolReply plain = text(job, begun);
        return isTask ? tasks.begin(job, isAsked).orElse(plain) : plain;
    }

    private static ToolReply.Text text(Job job, String text) {
        return new ToolReply.Text(text, JobReplies.values(job));
    }

    ToolReply send(Given given) {
        long number = new NamedJob(jobs.all()).of(given.require(Send.JOB));
        Send.Order order = Send.Order.of(given).checked();
        Job job = jobs.require(number).job();
        try {
            Shown shown = control.terminals().type(job, order.text(), order.keys());
            control.questions().look(number);
            return new ToolReply.Text(
                    "Typed into job %d. Its screen, cursor in row %d, column %d:%n%s"
                            .formatted(
                                    number,
                                    shown.cursorRow() + 1,
                                    shown.cursorColumn() + 1,
                                    String.join("\n", shown.screen()).stripTrailing()));
        } catch (IOException e) {
            return new ToolReply.Failure(
                    "Error: it is not known whether this was typed into job %d: %s. Before you repeat it, look at the job's screen: read_output with job %1$d and screen: true"
                            .formatted(number, Reasons.of(e)));
        }
    }

    /// Ends a job. If it is a job of this agent, the agent learns of the end from the answer, so it
    /// is not reported again.
    ToolReply kill(Given given, Progress progress) {
        JobEntry entry = jobs.require(new NamedJob(jobs.all()).toEnd(given.require(Kill.JOB)));
        Kill.Order order = Kill.Order.of(given);
        if (!agent.isRecipientOf(entry.job())) {
            agent.inherit();
        }
        try (AnswerLease lease = outbox.lease()) {
            if (agent.isRecipientOf(entry.job())) {
                lease.add(entry);
            }
            Outcome outcome = kill.attempt(entry.job().number(), order);
            boolean isTold = outcome instanceof Outcome.Killed && !progress.isCancelled();
            List<Receipt> receipts = lease.settle(isTold ? List.of(outcome.job()) : List.of());
            return outcome.complaint().isEmpty()
                    ? new ToolReply.Text(Kill.forModel(outcome), Map.of(), receipts)
                    : new ToolReply.Failure(outcome.complaint());
        }
    }
}
