package dev.nudge.daemon;

import dev.nudge.daemon.Agents.Found;
import dev.nudge.daemon.JobKiller.Outcome;
import dev.nudge.daemon.StartAnswer.NotStarted;
import dev.nudge.daemon.StartAnswer.Running;
import dev.nudge.job.Job;
import dev.nudge.job.JobState;
import dev.nudge.job.NudgeTarget;
import dev.nudge.job.Telling;
import dev.nudge.mcp.KillRequest;
import dev.nudge.mcp.RunRequest;
import dev.nudge.mcp.SendRequest;
import dev.nudge.mcp.ToolReply;
import dev.nudge.mcp.Workbench;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.TerminalResponse.Shown;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What the tools do for one agent.
final class AgentWorkbench implements Workbench {
    private static final int SHOWN_COMMAND = 500;

    private final Hello hello;
    private final Agents agents;
    private final Starter starter;
    private final Jobs jobs;
    private final JobKiller killer;
    private final Terminals terminals;
    private final Questions questions;
    private final Inheritance inheritance;
    private final JobOutbox outbox;
    private final Consumer<NudgeTarget> wake;
    private final String launcher;

    /// @param launcher what to type to run nudge, for the hint how to read the output
    AgentWorkbench(
            Hello hello,
            Agents agents,
            Starter starter,
            Jobs jobs,
            JobKiller killer,
            Terminals terminals,
            Questions questions,
            Inheritance inheritance,
            JobOutbox outbox,
            Consumer<NudgeTarget> wake,
            String launcher) {
        this.hello = hello;
        this.agents = agents;
        this.starter = starter;
        this.jobs = jobs;
        this.killer = killer;
        this.terminals = terminals;
        this.questions = questions;
        this.inheritance = inheritance;
        this.outbox = outbox;
        this.wake = wake;
        this.launcher = launcher;
    }

    @Override
    public ToolReply run(RunRequest request) {
        return switch (agents.find(hello)) {
            case Found.Nowhere(String session, String reason) ->
                    new ToolReply.Failure(notInside(session, reason));
            case Found.At(NudgeTarget target) -> run(request, target);
        };
    }

    private static String notInside(String session, String reason) {
        return """
        Error: Not running inside tmux session '%1$s'. %2$s \
        The result of a background command is typed into the agent's tmux pane, so without that session \
        nobody could be told; nothing has been started. \
        To get there: leave the agent, run "tmux new-session -A -s %1$s", and start the agent in it again. \
        (The session's name is set by NUDGE_SESSION in the agent's environment, or by session in nudge's config.toml.)\
        """
                .formatted(session, reason);
    }

    private ToolReply run(RunRequest request, NudgeTarget target) {
        Map<String, String> agent = agents.environment(target);
        return switch (starter.start(hello, request, Optional.of(target), agent)) {
            case NotStarted(String reason) -> failed(request, reason);
            case Running(Job job, Optional<String> noTerminal) ->
                    new ToolReply.Text(started(job) + advice(job, noTerminal));
        };
    }

    private String started(Job job) {
        long pid = job.state().launched().orElseThrow().pid();
        return """
        Command "%s" started in the background (PID: %d, CWD: %s). %s
        This is job %d. To read more of its output, now or later, run: %s logs %d\
        """
                .formatted(
                        Printable.cut(job.spec().command(), SHOWN_COMMAND),
                        pid,
                        job.spec().cwd(),
                        promise(job.spec().telling()),
                        job.number(),
                        launcher,
                        job.number());
    }

    private static String advice(Job job, Optional<String> noTerminal) {
        if (noTerminal.isPresent()) {
            return " Warning: it runs without a terminal (%s); its standard input is empty."
                    .formatted(noTerminal.get());
        }
        if (job.spec().terminal().isEmpty()) {
            return "";
        }
        return job.spec().telling() == Telling.SILENT
                ? " It runs on a terminal: to type into it, call send_input."
                : " It runs on a terminal: to type into it, call send_input. I will notify you when it waits for input.";
    }

    private static String promise(Telling telling) {
        return switch (telling) {
            case INJECT -> "I will notify you when it finishes.";
            case NOTIFY -> "I will notify you when it finishes, without its output.";
            case ON_FAILURE -> "I will notify you only if it fails.";
            case SILENT -> "I will not notify you when it finishes.";
        };
    }

    @Override
    public ToolReply send(SendRequest request) {
        Job job = jobs.require(request.job()).job();
        try {
            Shown shown = terminals.type(job, request.text(), request.keys());
            questions.look(job.number());
            return typed(job, shown);
        } catch (IOException e) {
            return new ToolReply.Failure(
                    "Error: it is not known whether this was typed into job %d: %s. Do not repeat it before you have seen the job's output: nudge logs %1$d"
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

    @Override
    public ToolReply kill(KillRequest request) {
        JobEntry entry = jobs.require(request.job());
        if (!isOurs(entry)) {
            // A new agent may kill before it has been made the heir of the one before it.
            inherit();
        }
        return isOurs(entry) ? killOurs(entry, request) : killed(kill(entry, request));
    }

    private boolean isOurs(JobEntry entry) {
        return entry.job().target().filter(t -> agents.isOf(hello, t)).isPresent();
    }

    private void inherit() {
        if (agents.find(hello) instanceof Found.At(NudgeTarget heir)) {
            inheritance.pass(heir);
        }
    }

    /// The agent learns the end from the answer, so it is not told again (rule A48).
    private ToolReply killOurs(JobEntry entry, KillRequest request) {
        boolean isTold = false;
        outbox.expectAnswer(entry.job().number());
        try {
            Outcome outcome = kill(entry, request);
            isTold = outcome instanceof Outcome.Killed;
            return killed(outcome);
        } finally {
            outbox.answered(entry, isTold);
            entry.job().target().ifPresent(wake);
        }
    }

    private Outcome kill(JobEntry entry, KillRequest request) {
        return killer.kill(entry, "killed by the agent", request.grace().orElse(JobKiller.GRACE));
    }

    private ToolReply killed(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Killed(Job job) ->
                    new ToolReply.Text(
                            "Job %d has been killed: %s. To read its output: %s logs %d"
                                    .formatted(job.number(), end(job), launcher, job.number()));
            case Outcome.AlreadyEnded(Job job) ->
                    new ToolReply.Text(
                            "Job %d had already ended: %s.".formatted(job.number(), end(job)));
            case Outcome.Survived survived -> new ToolReply.Failure(survived.complaint());
        };
    }

    private static String end(Job job) {
        return job.state() instanceof JobState.Ended end
                ? end.status().words()
                : "its end is not recorded yet";
    }

    private static ToolReply failed(RunRequest request, String reason) {
        return new ToolReply.Failure(
                "Background command failed: \"%s\" (Error: %s)"
                        .formatted(Printable.cut(request.command(), SHOWN_COMMAND), reason));
    }
}
