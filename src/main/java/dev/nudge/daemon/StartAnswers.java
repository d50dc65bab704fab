package dev.nudge.daemon;

import dev.nudge.job.Job;
import dev.nudge.job.Telling;
import dev.nudge.mcp.RunRequest;
import dev.nudge.mcp.ToolReply;
import dev.nudge.text.Printable;
import java.util.Optional;

/// Writes what the agent is answered about the start of a command.
final class StartAnswers {
    private static final int SHOWN_COMMAND = 500;

    private final String launcher;

    /// @param launcher what to type to run nudge, for the hint how to read the output
    StartAnswers(String launcher) {
        this.launcher = launcher;
    }

    /// That nobody could be told.
    static String notInside(String session, String reason) {
        return """
        Error: Not running inside tmux session '%1$s'. %2$s \
        The result of a background command is typed into the agent's tmux pane, so without that session \
        nobody could be told; nothing has been started. \
        To get there: leave the agent, run "tmux new-session -A -s %1$s", and start the agent in it again. \
        (The session's name is set by NUDGE_SESSION in the agent's environment, or by session in nudge's config.toml.)\
        """
                .formatted(session, reason);
    }

    /// That it runs.
    String started(Job job) {
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

    /// What else is to be known of it.
    static String advice(Job job, Optional<String> noTerminal) {
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

    /// Whether a message will come.
    static String promise(Telling telling) {
        return switch (telling) {
            case INJECT -> "I will notify you when it finishes.";
            case NOTIFY -> "I will notify you when it finishes, without its output.";
            case ON_FAILURE -> "I will notify you only if it fails.";
            case SILENT -> "I will not notify you when it finishes.";
        };
    }

    /// That it could not be started.
    static ToolReply failed(RunRequest request, String reason) {
        return new ToolReply.Failure(
                "Background command failed: \"%s\" (Error: %s)"
                        .formatted(Printable.cut(request.command(), SHOWN_COMMAND), reason));
    }
}
