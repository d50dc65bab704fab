package dev.nudge.calls;

import dev.nudge.app.Given;
import dev.nudge.app.Kill;
import dev.nudge.app.Send;
import dev.nudge.calls.AgentWaits.Killed;
import dev.nudge.calls.AgentWaits.Waited;
import dev.nudge.exec.JobInput;
import dev.nudge.job.Job;
import dev.nudge.job.RunRequest;
import dev.nudge.job.Telling;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.Questions;
import dev.nudge.jobs.StartResult;
import dev.nudge.jobs.StartResult.Made;
import dev.nudge.jobs.StartResult.NotStarted;
import dev.nudge.jobs.Starter;
import dev.nudge.jobs.Terminals;
import dev.nudge.mcp.Progress;
import dev.nudge.mcp.ToolReply;
import dev.nudge.outbox.AnswerLease;
import dev.nudge.protocol.TerminalResponse.Shown;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Starts commands for one agent, types into them and ends them.
final class CommandCalls {
    private final CallingAgent agent;
    private final Starter starter;
    private final Jobs jobs;
    private final Kill kill;
    private final Terminals terminals;
    private final Questions questions;
    private final AgentWaits waits;
    private final JobReplies replies;
    private final WaitReplies waitReplies;
    private final AgentTasks tasks;

    CommandCalls(
            CallingAgent agent,
            JobControl control,
            AgentWaits waits,
            JobReplies replies,
            AgentTasks tasks) {
        this.agent = agent;
        this.starter = control.starter();
        this.jobs = control.jobs();
        this.kill = new Kill(control, "killed by the agent");
        this.terminals = control.terminals();
        this.questions = control.questions();
        this.waits = waits;
        this.replies = replies;
        this.waitReplies = new WaitReplies(replies);
        this.tasks = tasks;
    }

    /// Returns whether the answer to a call that starts a command is a task.
    static boolean isTask(RunRequest request, Progress progress) {
        return progress.takesTask()
                && (request.telling() == Telling.INJECT || request.telling() == Telling.NOTIFY);
    }

    /// Starts a command, and waits for its end if asked to.
    ToolReply run(RunRequest request, NudgeTarget target, Progress progress) {
        Promise promise = agent.promise(request.telling(), target);
        try (AnswerLease lease = waits.lease()) {
            return switch (start(request, target, lease, isTask(request, progress))) {
                case NotStarted(String reason) -> StartReplies.failed(request, reason);
                case Made made ->
                        answer(
                                lease,
                                request,
                                made.job(),
                                target,
                                progress,
                                StartReplies.made(made, promise, agent.shownZone()));
            };
        }
    }

    /// Waits for the end of a job, if asked to.
    private ToolReply answer(
            AnswerLease lease,
            RunRequest request,
            Job job,
            NudgeTarget target,
            Progress progress,
            String begun) {
        boolean isTask = isTask(request, progress);
        boolean isAsked = request.report().isPersonAsked();
        if (request.patience().isEmpty()) {
            return isTask
                    ? tasks.begin(job, isAsked).orElseGet(() -> text(job, begun))
                    : text(job, begun);
        }
        JobEntry entry = jobs.require(job.number());
        Waited waited = waits.awaitFirst(lease, entry, request.patience().get(), target, progress);
        Supplier<ToolReply> plain =
                () -> waitReplies.of(waited, text(job, begun + replies.goesOn(job)));
        return tasks.orPlain(waited, isTask, job, isAsked, plain);
    }

    private StartResult start(
            RunRequest request, NudgeTarget target, AnswerLease lease, boolean isTask) {
        Consumer<JobEntry> expecting = lease.whenMade(request.patience());
        return starter.start(
                agent.hello(),
                new Starter.Order(request, Optional.of(target), new JobInput.None()),
                agent.environment(target),
                isTask
                        ? expecting.andThen(entry ->
                                tasks.expect(
                                        entry.job().number(), request.report().isPersonAsked()))
                        : expecting);
    }

    private static ToolReply.Text text(Job job, String text) {
        return new ToolReply.Text(text, JobReplies.values(job));
    }

    /// Types into a job.
    ToolReply send(Given given) {
        long number = new NamedJob(jobs.all()).of(given.require(Send.JOB));
        Send.Order order = Send.Order.of(given).checked();
        Job job = jobs.require(number).job();
        try {
            Shown shown = terminals.type(job, order.text(), order.keys());
            questions.look(job.number());
            return typed(job, shown);
        } catch (IOException e) {
            return new ToolReply.Failure(
                    "Error: it is not known whether this was typed into job %d: %s. Before you repeat it, look at the job's screen: read_output with job %1$d and screen: true"
                            .formatted(job.number(), Reasons.of(e)));
        }
    }

    private static ToolReply typed(Job job, Shown shown) {
        return new ToolReply.Text(
                "Typed into job %d. Its screen, cursor in row %d, column %d:%n%s"
                        .formatted(
                                job.number(),
                                shown.cursorRow() + 1,
                                shown.cursorColumn() + 1,
                                String.join("\n", shown.screen()).stripTrailing()));
    }

    /// Ends a job. If it is a job of this agent, the agent learns of the end from the answer, so it
    /// is not reported again.
    ToolReply kill(Given given) {
        JobEntry entry = jobs.require(new NamedJob(jobs.all()).toEnd(given.require(Kill.JOB)));
        Kill.Order order = Kill.Order.of(given);
        if (!agent.isRecipientOf(entry.job())) {
            agent.inherit();
        }
        long job = entry.job().number();
        Killed killed =
                agent.isRecipientOf(entry.job())
                        ? waits.endOf(entry, () -> kill.attempt(job, order))
                        : new Killed(kill.attempt(job, order), List.of());
        String complaint = killed.outcome().complaint();
        return complaint.isEmpty()
                ? new ToolReply.Text(Kill.forModel(killed.outcome()))
                        .withReceipts(killed.receipts())
                : new ToolReply.Failure(complaint);
    }
}
