package dev.nudge.calls;

import dev.nudge.calls.CallingAgent.Promise;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.Job;
import dev.nudge.job.RunRequest;
import dev.nudge.job.Telling;
import dev.nudge.jobs.Starter.StartResult.Made;
import dev.nudge.jobs.queue.QueuePlan.Waiting;
import dev.nudge.mcp.ToolReply;
import dev.nudge.text.CallerZone;
import dev.nudge.text.Printable;
import dev.nudge.tmux.PaneLocator;
import java.util.Optional;

/// Writes the replies to the start of a command.
final class StartReplies {
    /// Advice for running a command where nothing can be typed.
    static final String WITHOUT_A_PANE =
            " Or run it with notify: \"silent\": then nothing is typed, and no tmux session is needed; its result comes with wait_seconds, wait_for_job or read_output.";

    static final String ENDED = "Error: The agent that asked has ended; nothing has been started.";

    private static final int SHOWN_COMMAND = 500;

    private StartReplies() {}

    /// Reports that nothing was started, since such news could not be reported: `The result of a
    /// background command`.
    static String notInside(String news, String session, String reason) {
        if (session.equals(PaneLocator.ANY_SESSION)) {
            return """
            Error: No tmux pane of this agent was found. %s \
            %s is typed into the agent's tmux pane, so without one \
            it could not be reported; nothing has been started. \
            To get there: leave the agent, run "tmux", and start the agent in it again.\
            """
                    .formatted(reason, news);
        }
        return """
        Error: Not running inside tmux session '%1$s'. %2$s \
        %3$s is typed into the agent's tmux pane, so without that session \
        it could not be reported; nothing has been started. \
        To get there: leave the agent, run "tmux new-session -A -s %1$s", and start the agent in it again. \
        (The session's name is set by NUDGE_SESSION in the agent's environment, or by session in nudge's config.toml.)\
        """
                .formatted(session, reason, news);
    }

    /// Reports that a command runs or waits, with the promise of its end.
    static String made(Made made, Promise promise, CallerZone zone) {
        Job job = made.job();
        if (made.waiting().isPresent()) {
            return queued(made.waiting().get(), promise, zone);
        }
        return job.state()
                .submitted()
                .map(cluster -> submitted(job, promise, cluster))
                .orElseGet(() -> started(job, promise, made.noTerminal()));
    }

    private static String started(Job job, Promise promise, Optional<String> noTerminal) {
        long pid = job.state().launched().orElseThrow().pid().orElseThrow();
        return """
        Command "%1$s" started in the background (PID: %2$d, CWD: %3$s). %4$s
        This is job %5$d. To read its output, now or later: read_output with job %5$d.%6$s\
        """
                .formatted(
                        Printable.cut(job.spec().command(), SHOWN_COMMAND),
                        pid,
                        job.spec().cwd(),
                        promise.ofTheEnd(job),
                        job.number(),
                        terminal(job, promise, noTerminal));
    }

    private static String queued(Waiting waiting, Promise promise, CallerZone zone) {
        Job job = waiting.job();
        return """
        Command "%1$s" waits in the queue: %2$s (group %3$s, place %4$d). It will be started automatically. %5$s
        This is job %6$d. To see what waits: list_jobs. To cancel it: kill_job with job %6$d.\
        """
                .formatted(
                        Printable.cut(job.spec().command(), SHOWN_COMMAND),
                        waiting.reason().words(zone),
                        job.spec().queueing().group(),
                        waiting.place(),
                        promise.ofTheEnd(job),
                        job.number());
    }

    private static String submitted(Job job, Promise promise, ClusterJob cluster) {
        return """
        Command "%1$s" was handed to %2$s as its job %3$s (group %4$s), which starts it when it can. %5$s
        This is job %6$d. To see what waits, and why: list_jobs. To cancel it: kill_job with job %6$d.\
        """
                .formatted(
                        Printable.cut(job.spec().command(), SHOWN_COMMAND),
                        cluster.engine(),
                        cluster.id(),
                        job.spec().queueing().group(),
                        promise.ofTheEnd(job),
                        job.number());
    }

    private static String terminal(Job job, Promise promise, Optional<String> noTerminal) {
        if (noTerminal.isPresent()) {
            return "%nWarning: it runs without a terminal (%s); its standard input is empty."
                    .formatted(noTerminal.get());
        }
        if (job.spec().terminal().isEmpty()) {
            return "";
        }
        String input =
                "%nIt runs on a terminal. To type into it: send_input with job %d."
                        .formatted(job.number());
        return job.spec().telling() == Telling.SILENT || !promise.isKept()
                ? input
                : input + " I will notify you when it waits for input.";
    }

    static ToolReply failed(RunRequest request, String reason) {
        return new ToolReply.Failure(
                "Background command failed: \"%s\" (Error: %s)"
                        .formatted(Printable.cut(request.command(), SHOWN_COMMAND), reason));
    }
}
