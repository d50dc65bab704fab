package dev.nudge.mcp;

import dev.nudge.job.JobSelector;
import dev.nudge.request.ListRequest;
import dev.nudge.request.ReadRequest;
import dev.nudge.request.RunRequest;
import dev.nudge.request.TimerRequest;
import dev.nudge.request.WatchRequest;
import dev.nudge.text.CallerZone;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The work of the tools, as seen from one agent's connection. Called on virtual threads.
public interface Workbench {
    /// Called when the agent's client has shown what it can do.
    ///
    /// @param isModern whether it speaks a version of MCP with tasks
    /// @param declaresTasks whether it declares them
    /// @return whether it is to get tasks: not if agents of its kind fail with them
    boolean introduced(boolean isModern, boolean declaresTasks);

    /// Returns the tools of the verbs that have a table.
    List<OfferedTool> tools();

    /// Checks where the agent is, starts the command, and returns at once, or, if asked to, when it
    /// has ended.
    ToolReply run(RunRequest request, Progress progress);

    /// Returns the number of the selected job; of several with a label, the newest.
    ///
    /// @throws IllegalArgumentException if there is no such job; the message lists some that exist
    long job(JobSelector which);

    /// Returns the numbers of the last jobs, some dozens at most.
    List<Long> jobs();

    /// Lists jobs.
    ToolReply list(ListRequest request);

    /// Reads the output of a job. A search may take long.
    ToolReply read(ReadRequest request, Progress progress);

    /// Watches the output of a job, or a file, and returns at once, or, if asked to, when enough
    /// has been found.
    ToolReply watch(WatchRequest request, Progress progress);

    /// Returns the time zone of the agent, in which it gives times.
    ///
    /// @throws IllegalArgumentException if its TZ is not the name of a zone
    CallerZone zone();

    /// Sets a timer.
    ToolReply setTimer(TimerRequest request, Progress progress);

    /// Returns whether there is this task.
    boolean hasTask(String id);

    /// Returns a task as it is now; empty if there is none with this id. Its client gets its result
    /// with that, so nothing else reports it to the agent.
    ///
    /// @param hasForms whether its client can ask a person by a form
    Optional<TaskView> task(String id, boolean hasForms);

    /// Answers questions of a task. What is not asked any more is left out.
    ///
    /// @param answers by the keys of the questions; empty if a person does not want to answer
    /// @return whether there is this task
    boolean answerTask(String id, Map<String, Optional<String>> answers);

    /// Ends what a task has begun, as the tool `kill_job` does.
    ///
    /// @return whether there is this task
    boolean cancelTask(String id);
}
