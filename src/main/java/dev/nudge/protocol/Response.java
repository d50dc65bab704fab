package dev.nudge.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.nudge.job.record.JobRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The daemon's answer to one [Request].
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Response.Jobs.class, name = "jobs"),
    @JsonSubTypes.Type(value = Response.JobFound.class, name = "job_found"),
    @JsonSubTypes.Type(value = Response.Killed.class, name = "killed"),
    @JsonSubTypes.Type(value = Response.Cleaned.class, name = "cleaned"),
    @JsonSubTypes.Type(value = Response.Located.class, name = "located"),
    @JsonSubTypes.Type(value = Response.Handed.class, name = "handed"),
    @JsonSubTypes.Type(value = Response.Stopping.class, name = "stopping"),
    @JsonSubTypes.Type(value = Response.Failure.class, name = "failure"),
    @JsonSubTypes.Type(value = Response.Backgrounded.class, name = "backgrounded"),
    @JsonSubTypes.Type(value = Response.Ended.class, name = "ended"),
    @JsonSubTypes.Type(value = Response.Warning.class, name = "warning"),
    @JsonSubTypes.Type(value = Response.Signalled.class, name = "signalled"),
    @JsonSubTypes.Type(value = Response.Agents.class, name = "agents")
})
public sealed interface Response {
    /// The jobs, by number.
    ///
    /// @param warning what keeps all jobs from continuing, one paragraph for a person; null if
    ///   nothing does
    record Jobs(List<JobRecord> jobs, @Nullable String warning) implements Response {}

    /// One job.
    ///
    /// @param output absolute path of its output log
    /// @param holeFrom offset of the first byte that was given back to the file system; equal to
    ///   holeTo if none was
    /// @param holeTo offset behind the last such byte
    /// @param terminal absolute path of the socket of its terminal, which exists while the job
    ///   runs; null if it has no terminal
    record JobFound(
            JobRecord job, String output, long holeFrom, long holeTo, @Nullable String terminal)
            implements Response {}

    /// A job that has ended.
    ///
    /// @param wasEnded whether it had ended before
    record Killed(JobRecord job, boolean wasEnded) implements Response {}

    /// The jobs that have been removed.
    ///
    /// @param kept those that remain, since their agents are still to be notified
    /// @param complaints a sentence for each job that could not be removed
    record Cleaned(List<Long> jobs, @Nullable List<Long> kept, @Nullable List<String> complaints)
            implements Response {}

    /// The caller's location.
    ///
    /// @param isInside whether it is in the expected tmux session
    /// @param detail the pane if inside, the reason if not
    record Located(boolean isInside, String detail) implements Response {}

    /// The connected agents, by pane.
    record Agents(List<Agent> agents) implements Response {}

    /// A connected agent.
    ///
    /// @param pane the id of its pane, `%3`
    /// @param session the name of its tmux session
    /// @param state what the pane is doing: `empty_prompt`, `draft`
    /// @param obstacle why no result could be typed now, a clause; null if it could
    record Agent(String pane, String session, long pid, String state, @Nullable String obstacle) {}

    /// The notes that are to be reported to the agent.
    ///
    /// @param messages a line a message; empty if nothing waits, and in the answer to a
    ///   confirmation
    record Handed(List<String> messages) implements Response {}

    /// The daemon ends now.
    record Stopping(long pid) implements Response {}

    /// The request could not be carried out.
    ///
    /// @param message what happened, why, what to do
    record Failure(String message) implements Response {}

    /// The calls whose waits have ended.
    ///
    /// @param calls what they waited for: `job 17`
    record Backgrounded(List<String> calls) implements Response {}

    /// A warning for anyone who waits for jobs, in addition to the answers.
    ///
    /// @param text one paragraph for a person
    record Warning(String text) implements Response {}

    /// A job that was waited for has ended.
    record Ended(JobRecord job) implements Response {}

    /// A signal has been sent.
    ///
    /// @param processes the number of processes that received it
    record Signalled(long job, int processes) implements Response {}
}
