package dev.nudge.job.nudge;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;

/// The agent that a job's result is for: a process in a tmux pane; a thread, one of several
/// conversations that a server runs, wherever a person looks at it; or a process outside, for which
/// nothing can be typed. Without a pane, socket, pane and session are empty.
///
/// @param socket path of the tmux server's socket
/// @param serverPid process id of the tmux server
/// @param paneId the pane, `%3`
/// @param session name of the tmux session in which the agent was found
/// @param agentPid process id of the agent
/// @param agentStartTime its start, in clock ticks after boot
/// @param cwd the agent's working directory; empty if it is a thread
/// @param thread the id of the thread of a server; empty for an agent that is a process of its own
public record NudgeTarget(
        String socket,
        long serverPid,
        String paneId,
        String session,
        long agentPid,
        long agentStartTime,
        String cwd,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String thread) {
    /// Takes a record from before there were threads.
    @SuppressWarnings({"NullAway", "ConstantValue"})
    public NudgeTarget {
        thread = Objects.requireNonNullElse(thread, "");
    }

    public NudgeTarget(
            String socket,
            long serverPid,
            String paneId,
            String session,
            long agentPid,
            long agentStartTime,
            String cwd) {
        this(socket, serverPid, paneId, session, agentPid, agentStartTime, cwd, "");
    }

    public static NudgeTarget outside(long agentPid, long agentStartTime, String cwd) {
        return new NudgeTarget("", 0, "", "", agentPid, agentStartTime, cwd);
    }

    /// Returns an agent that is a thread of this server, wherever it works.
    public static NudgeTarget thread(String id, long serverPid, long startTime) {
        return new NudgeTarget("", 0, "", "", serverPid, startTime, "", id);
    }

    /// Returns whether the other target is the same process, and the same thread of it.
    public boolean isSameAgent(NudgeTarget other) {
        return agentPid == other.agentPid
                && agentStartTime == other.agentStartTime
                && thread.equals(other.thread);
    }

    public boolean hasThread() {
        return !thread.isEmpty();
    }

    /// Returns whether it is known where people look at the agent: in its pane, or in its thread.
    public boolean hasPlace() {
        return hasPane() || hasThread();
    }

    /// Returns whether the agent is in a pane, so that something can be typed for it.
    public boolean hasPane() {
        return !paneId.isEmpty();
    }

    /// Returns it in words for a person: `the agent 99 in pane %3, session gemini-cli`.
    public String words() {
        if (hasThread()) {
            return "the thread %s of the agent %d".formatted(thread, agentPid);
        }
        return hasPane()
                ? "the agent %d in pane %s, session %s".formatted(agentPid, paneId, session)
                : "the agent %d, which is in no tmux session that nudge types into"
                        .formatted(agentPid);
    }

    public boolean isSamePane(NudgeTarget other) {
        return socket.equals(other.socket)
                && serverPid == other.serverPid
                && paneId.equals(other.paneId);
    }

    /// Returns whether the other target works in the same place: in a session of the same name on
    /// the same socket, and in the same directory. Results whose pane is gone are reported there.
    public boolean isSamePlace(NudgeTarget other) {
        return socket.equals(other.socket)
                && session.equals(other.session)
                && cwd.equals(other.cwd)
                && !cwd.isEmpty();
    }
}
