package dev.nudge.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request from the command line to the daemon.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Request.ListJobs.class, name = "list_jobs"),
    @JsonSubTypes.Type(value = Request.Run.class, name = "run"),
    @JsonSubTypes.Type(value = Request.Kill.class, name = "kill"),
    @JsonSubTypes.Type(value = Request.Clean.class, name = "clean"),
    @JsonSubTypes.Type(value = Request.ShowJob.class, name = "show_job"),
    @JsonSubTypes.Type(value = Request.Locate.class, name = "locate"),
    @JsonSubTypes.Type(value = Request.HandOver.class, name = "hand_over"),
    @JsonSubTypes.Type(value = Request.ConfirmHandOver.class, name = "confirm_hand_over"),
    @JsonSubTypes.Type(value = Request.Stop.class, name = "stop"),
    @JsonSubTypes.Type(value = Request.Background.class, name = "background"),
    @JsonSubTypes.Type(value = Request.Select.class, name = "select"),
    @JsonSubTypes.Type(value = Request.AwaitEnds.class, name = "await_ends"),
    @JsonSubTypes.Type(value = Request.SendSignal.class, name = "send_signal"),
    @JsonSubTypes.Type(value = Request.Restart.class, name = "restart"),
    @JsonSubTypes.Type(value = Request.ListAgents.class, name = "list_agents")
})
public sealed interface Request {
    /// Asks for the jobs.
    ///
    /// @param all also those that have ended and been reported
    record ListJobs(boolean all) implements Request {}

    /// Asks to start a command in the caller's directory and environment.
    ///
    /// @param command for `bash -c`
    /// @param label a name for people; null for none
    /// @param pane whose agent is notified of the end: a pane's id or a session's name; null for
    ///   nobody
    /// @param telling what is reported, a word of [dev.nudge.job.Telling]; null for the default
    /// @param excerpt a word of [dev.nudge.job.ExcerptChoice]; null for the configured one
    /// @param lifeSpan a word of [dev.nudge.job.LifeSpan]; null for the default
    /// @param timeoutSeconds null for none
    /// @param silenceTimeoutSeconds null for none
    /// @param terminal the size of the terminal to run it on, `120x30`; null for none
    /// @param input what it reads from its standard input; null for nothing
    /// @param passesPipe whether it reads the pipe that is the caller's standard input
    /// @param cwd where to run it; null for the caller's directory
    /// @param env variables in addition to those of the caller; null for none
    @SuppressWarnings("ArrayRecordComponent") // a message, compared by nobody
    record Run(
            String command,
            @Nullable String label,
            @Nullable String pane,
            @Nullable String telling,
            @Nullable String excerpt,
            @Nullable String lifeSpan,
            @Nullable Integer timeoutSeconds,
            @Nullable Integer silenceTimeoutSeconds,
            @Nullable String terminal,
            byte @Nullable [] input,
            boolean passesPipe,
            @Nullable String cwd,
            @Nullable Map<String, String> env)
            implements Request {}

    /// Asks to end a job and all of its processes.
    ///
    /// @param graceSeconds how long it may take to end by itself, 0 or more; null for the default
    record Kill(long job, @Nullable Integer graceSeconds) implements Request {}

    /// Asks to remove jobs that have ended.
    ///
    /// @param jobs these, reported or not; null or empty for all whose ends need no longer be
    ///   reported
    /// @param olderThanSeconds among all, only those that ended at least so long ago; null for any
    /// @param state among all, only those that `succeeded` or `failed`; null for both
    record Clean(@Nullable List<Long> jobs, @Nullable Long olderThanSeconds, @Nullable String state)
            implements Request {}

    /// Asks for one job and its log.
    record ShowJob(long job) implements Request {}

    /// Asks in which tmux pane the caller is, as `run_long_command` would see it.
    record Locate() implements Request {}

    /// Asks for the connected agents, and whether a result could be typed into their panes now.
    record ListAgents() implements Request {}

    /// Asks for what is to be reported to the agent above the caller, to pass it on without a key
    /// being typed. Until the confirmation, or the end of the connection, nobody else reports it.
    record HandOver() implements Request {}

    /// Confirms that the content of [HandOver] has been passed on, perhaps to another daemon than
    /// the one that gave it, if that has died since.
    record ConfirmHandOver() implements Request {}

    /// Asks the daemon to end. Its jobs continue; the next client starts another daemon, which
    /// adopts them.
    record Stop() implements Request {}

    /// Asks to end the waits of an agent's calls.
    ///
    /// @param pane its pane's id or its session's name
    record Background(String pane) implements Request {}

    /// Asks for the jobs that these words select, in the order of the words, each once.
    ///
    /// @param words as [dev.nudge.job.JobSelector] reads them
    record Select(List<String> words) implements Request {}

    /// Asks to be notified of the ends of these jobs: each is reported by a [Response.Ended], in
    /// the order in which they end. Further requests may come meanwhile.
    record AwaitEnds(List<Long> jobs) implements Request {}

    /// Asks to send one signal to the processes of a job, and no more.
    ///
    /// @param signal the name of a [dev.nudge.job.Signal]
    record SendSignal(long job, String signal) implements Request {}

    /// Asks for a new job like this one, in the caller's environment.
    record Restart(long job) implements Request {}
}
