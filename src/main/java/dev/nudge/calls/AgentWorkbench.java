package dev.nudge.calls;

import dev.nudge.agent.Agents.Found;
import dev.nudge.agent.Presence.AgentClient.TaskUse;
import dev.nudge.app.Arguments;
import dev.nudge.app.Given;
import dev.nudge.app.Kill;
import dev.nudge.app.ListJobs;
import dev.nudge.app.ReadOutput;
import dev.nudge.app.Run;
import dev.nudge.app.Send;
import dev.nudge.app.SetTimer;
import dev.nudge.app.Wait;
import dev.nudge.app.WatchOutput;
import dev.nudge.calls.OutputCalls.NamedJob;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.job.RunRequest;
import dev.nudge.job.Telling;
import dev.nudge.job.VirtualTask.Timer;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.mcp.OfferedTool;
import dev.nudge.mcp.Progress;
import dev.nudge.mcp.ToolReply;
import dev.nudge.mcp.Workbench;
import dev.nudge.outbox.AnswerLease;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.watch.WatchRunner;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The tools' work for one agent.
final class AgentWorkbench implements Workbench {
    private static final Duration USUAL_WAIT = Duration.ofMinutes(10);

    private final CallingAgent agent;
    private final Jobs jobs;
    private final JobOutbox outbox;
    private final CommandCalls commands;
    private final OutputCalls outputs;
    private final AgentWaits waits;
    private final JobReplies replies;
    private final AgentTasks tasks;

    AgentWorkbench(
            CallingAgent agent,
            JobControl control,
            JobOutbox outbox,
            WaitingCalls waiting,
            WatchRunner watches,
            Map<Long, String> declined) {
        OutputReading reading = new OutputReading(control.store(), control.terminals());
        this.agent = agent;
        this.jobs = control.jobs();
        this.outbox = outbox;
        this.replies = new JobReplies(reading);
        TaskReplies ofTasks = new TaskReplies(agent, control.queue(), reading, replies);
        this.tasks = new AgentTasks(agent, control, outbox, ofTasks, declined);
        this.waits = new AgentWaits(waiting, jobs, outbox, reading);
        this.commands = new CommandCalls(agent, control, outbox, watches, waits, replies, tasks);
        this.outputs = new OutputCalls(agent, jobs, control.queue(), reading);
    }

    @Override
    public boolean introduced(boolean isModern, boolean declaresTasks) {
        TaskUse use = agent.use(isModern, declaresTasks);
        agent.client().uses(use);
        return use == TaskUse.ON;
    }

    @Override
    public List<OfferedTool> tools() {
        return List.of(
                new OfferedTool(
                        Run.TOOL, (given, progress) -> run(Run.ofJson(given, this::job), progress)),
                new OfferedTool(ListJobs.TOOL, (given, _) -> outputs.list(given)),
                new OfferedTool(ReadOutput.TOOL, outputs::read),
                new OfferedTool(Wait.TOOL, this::await),
                new OfferedTool(Send.TOOL, (given, _) -> commands.send(given)),
                new OfferedTool(Kill.TOOL, commands::kill),
                new OfferedTool(WatchOutput.TOOL, this::watch),
                new OfferedTool(SetTimer.TOOL, this::setTimer));
    }

    private ToolReply run(RunRequest request, Progress progress) {
        return begin(
                request.telling() == Telling.SILENT || CommandCalls.isTask(request, progress),
                "The result of a background command",
                StartReplies.WITHOUT_A_PANE,
                target -> commands.run(request, target, progress));
    }

    private ToolReply watch(Given given, Progress progress) {
        WatchOutput.Order order = WatchOutput.Order.of(given, this::job);
        return begin(
                CommandCalls.isTask(order, progress),
                "A line that a watch finds",
                " Or look for it yourself, with read_output and pattern.",
                target -> commands.watch(order, target, progress));
    }

    private ToolReply setTimer(Given given, Progress progress) {
        Timer timer = SetTimer.timer(given, agent::zone);
        return begin(
                progress.takesTask(),
                "The note of a timer",
                " Or wait here: run_long_command with the command sleep, notify: \"silent\" and wait_seconds.",
                target -> commands.setTimer(timer, target, progress));
    }

    /// Makes a call whose news come later: where the agent is, if something can wake it there.
    ///
    /// @param isWokenAnyway whether nothing needs to wake it, or its client asks for the news
    /// @param elsewhere advice for an agent that nothing wakes
    private ToolReply begin(
            boolean isWokenAnyway,
            String news,
            String elsewhere,
            Function<NudgeTarget, ToolReply> call) {
        return switch (agent.find()) {
            case Found.At(NudgeTarget target) -> call.apply(target);
            case Found.Nowhere(String session, String reason) ->
                    agent.outside()
                            .map(here ->
                                    isWokenAnyway || agent.isWoken(here)
                                            ? call.apply(here)
                                            : new ToolReply.Failure(
                                                    StartReplies.notInside(news, session, reason)
                                                            + elsewhere))
                            .orElseGet(() -> new ToolReply.Failure(StartReplies.ENDED));
        };
    }

    private ToolReply await(Given given, Progress progress) {
        Wait.Order order = Wait.Order.of(given);
        if (order.jobs().isEmpty()) {
            throw new IllegalArgumentException("job is missing; expected " + Arguments.JOB);
        }
        List<JobEntry> entries =
                order.jobs().stream().map(this::job).distinct().map(jobs::require).toList();
        boolean isAny = order.isAny();
        Duration limit = order.limit().orElse(USUAL_WAIT);
        agent.inherit();
        return limit.isZero() || !progress.takesTask() || isOver(entries, isAny)
                ? await(entries, isAny, limit, progress)
                : tasks.begin(isAny, limit, entries.stream().map(JobEntry::job).toList())
                        .orElseGet(() -> await(entries, isAny, limit, progress));
    }

    private static boolean isOver(List<JobEntry> entries, boolean isAny) {
        Stream<Job> jobs = entries.stream().map(JobEntry::job);
        return isAny ? jobs.anyMatch(Job::isEnded) : jobs.allMatch(Job::isEnded);
    }

    private ToolReply await(
            List<JobEntry> entries, boolean isAny, Duration limit, Progress progress) {
        Optional<NudgeTarget> waiting = agent.here();
        try (AnswerLease lease = outbox.lease()) {
            return replies.of(
                    waits.await(lease, entries, isAny, limit, waiting, progress),
                    entries.stream().map(JobEntry::job).toList(),
                    waiting.filter(agent::isWoken).isPresent());
        }
    }

    private long job(JobSelector which) {
        return new NamedJob(jobs.all()).of(which);
    }

    @Override
    public List<Long> jobs() {
        return outputs.last();
    }

    @Override
    public ToolReply read(Given given, Progress progress) {
        return outputs.read(given, progress);
    }

    @Override
    public Tasks tasks() {
        return tasks;
    }
}
