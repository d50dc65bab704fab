package dev.nudge.mcp;

import dev.nudge.app.Given;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;

/// What one agent's connection offers: the tools, with their work, and what jobs and tasks are
/// asked for beside them. Called on virtual threads.
public interface Workbench {
    /// Called when the agent's client has shown whether it speaks a version of MCP with tasks, and
    /// whether it declares them.
    ///
    /// @return whether it is to get tasks: not if agents of its kind fail with them
    boolean introduced(boolean isModern, boolean declaresTasks);

    /// Returns all tools, in the order in which agents list them.
    List<OfferedTool> tools();

    /// Returns the numbers of the last jobs, some dozens at most.
    List<Long> jobs();

    /// Reads the output of a job, as the tool `read_output`. A search may take long.
    ///
    /// @throws IllegalArgumentException if a value is wrong, or there is no such job
    ToolReply read(Given given, Progress progress);

    /// Returns the tasks of this agent, on whatever connection they were begun.
    Tasks tasks();

    /// The tasks that stand for answers.
    interface Tasks {
        boolean has(String id);

        /// Returns a task as it is now; empty if there is none with this id. Its client gets its
        /// result with that, so nothing else reports it to the agent.
        ///
        /// @param hasForms whether its client can ask a person by a form
        Optional<TaskView> get(String id, boolean hasForms);

        /// Returns a future that is completed once one of these tasks is not as this client last
        /// got it on this connection: at once if it has not got it yet, or there is no such task.
        /// The client thereby asks for the tasks, as with [#get]. The caller cancels the future
        /// when it no longer waits.
        Future<?> news(List<String> ids, boolean hasForms);

        /// Types the answers of a person to questions of a task, each only if its question is still
        /// open. What nobody wants to answer is reported to the agent.
        ///
        /// @param answers by the keys of the questions; empty if a person does not want to answer
        /// @return whether there is this task
        boolean answer(String id, Map<String, Optional<String>> answers);

        /// Ends the job that a task has begun, as the tool `kill_job` does, and reports nothing of
        /// it: the client knows. A task that only waits ends no job. Returns at once.
        ///
        /// @return whether there is this task
        boolean cancel(String id);
    }
}
