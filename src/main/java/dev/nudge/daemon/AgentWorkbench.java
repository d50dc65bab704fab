package dev.nudge.daemon;

import dev.nudge.daemon.Agents.Found;
import dev.nudge.daemon.StartAnswer.NotStarted;
import dev.nudge.daemon.StartAnswer.Running;
import dev.nudge.exec.CommandFile;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.NudgeTarget;
import dev.nudge.mcp.RunRequest;
import dev.nudge.mcp.ToolReply;
import dev.nudge.mcp.Workbench;
import dev.nudge.protocol.Hello;
import dev.nudge.text.Printable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// What the tools do for one agent.
final class AgentWorkbench implements Workbench {
    private static final int SHOWN_COMMAND = 500;

    private final Hello hello;
    private final Agents agents;
    private final Jobs jobs;
    private final String launcher;

    /// @param launcher what to type to run nudge, for the hint how to read the output
    AgentWorkbench(Hello hello, Agents agents, Jobs jobs, String launcher) {
        this.hello = hello;
        this.agents = agents;
        this.jobs = jobs;
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
        (The session's name is set by NUDGE_SESSION in the agent's environment.)\
        """
                .formatted(session, reason);
    }

    private ToolReply run(RunRequest request, NudgeTarget target) {
        int bytes = request.command().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > CommandFile.MAX_COMMAND_BYTES) {
            return failed(
                    request,
                    "the command is %d bytes long, the limit is %d; put it into a script file and run that"
                            .formatted(bytes, CommandFile.MAX_COMMAND_BYTES));
        }
        Path cwd;
        try {
            cwd = Path.of(hello.cwd()).resolve(request.cwd().orElse("")).normalize();
        } catch (InvalidPathException e) {
            return failed(
                    request, "the directory \"" + e.getInput() + "\" is no path: " + e.getReason());
        }
        Optional<String> obstacle = obstacle(cwd);
        return obstacle.isPresent()
                ? failed(request, obstacle.get())
                : start(request, new JobSpec(request.command(), cwd, request.label()), target);
    }

    private static Optional<String> obstacle(Path cwd) {
        if (Files.notExists(cwd)) {
            return Optional.of("the directory " + cwd + " does not exist");
        }
        if (!Files.isDirectory(cwd)) {
            return Optional.of(cwd + " is not a directory");
        }
        return Files.isExecutable(cwd)
                ? Optional.empty()
                : Optional.of("the directory " + cwd + " cannot be entered: permission denied");
    }

    private ToolReply start(RunRequest request, JobSpec spec, NudgeTarget target) {
        Jobs.Circumstances circumstances =
                new Jobs.Circumstances(
                        Optional.of(target),
                        hello.umask(),
                        job ->
                                JobEnvironment.of(
                                        job, hello.environment(), agents.environment(hello)));
        return switch (jobs.start(spec, circumstances)) {
            case NotStarted(String reason) -> failed(request, reason);
            case Running(Job job) -> new ToolReply.Text(started(job));
        };
    }

    private String started(Job job) {
        long pid = job.state().launched().orElseThrow().pid();
        return """
        Command "%s" started in the background (PID: %d, CWD: %s). I will notify you when it finishes.
        This is job %d. To read more of its output, now or later, run: %s logs %d\
        """
                .formatted(
                        Printable.cut(job.spec().command(), SHOWN_COMMAND),
                        pid,
                        job.spec().cwd(),
                        job.number(),
                        launcher,
                        job.number());
    }

    private static ToolReply failed(RunRequest request, String reason) {
        return new ToolReply.Failure(
                "Background command failed: \"%s\" (Error: %s)"
                        .formatted(Printable.cut(request.command(), SHOWN_COMMAND), reason));
    }
}
