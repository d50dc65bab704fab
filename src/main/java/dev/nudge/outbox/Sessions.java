package dev.nudge.outbox;

import dev.nudge.agent.Recipients;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The sessions that agents have begun, as their hook (SessionStart) has recorded them. They show
/// which agents are ready, which run nudge's hooks, and where each keeps its conversation.
final class Sessions {
    private static final Logger LOG = System.getLogger(Sessions.class.getName());

    private static final Duration HOOK_TIME = Duration.ofMinutes(1);

    /// After this time an agent that has not run the hook does not run hooks. On a busy machine one
    /// may take half a minute to begin its session.
    private static final Duration STARTING = Duration.ofMinutes(2);

    private final Path directory;
    private final ProcessTable processes;
    private final Recipients recipients;
    private final Map<ProcessId, Path> seen = new ConcurrentHashMap<>();

    /// Removes the records of agents that have ended.
    Sessions(Path directory, ProcessTable processes, Recipients recipients) {
        this.directory = directory;
        this.processes = processes;
        this.recipients = recipients;
        try (Stream<Path> records = Files.list(directory)) {
            for (Path record : records.toList()) {
                if (sessions(record).stream().noneMatch(s -> processes.isAlive(s.process()))
                        && (Files.size(record) > 0 || isAbandoned(record))) {
                    Files.deleteIfExists(record);
                }
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "old sessions cannot be removed: {0}", Reasons.of(e));
        }
    }

    /// Returns whether the hook that was writing this file will never finish it.
    static boolean isAbandoned(Path file) throws IOException {
        Instant written = Files.getLastModifiedTime(file).toInstant();
        return written.isBefore(Instant.now().minus(HOOK_TIME));
    }

    /// Returns whether this agent leaves a receipt when a turn begins with a typed message. Of one
    /// that has ended its record may be gone; if it had taken the message without a receipt, no
    /// turn had begun. Blocks on the file system only, as the others.
    boolean leavesReceipts(NudgeTarget agent) {
        return (hasHooks(agent) && recipients.hasHooks(agent)) || !recipients.isAlive(agent);
    }

    boolean hasHooks(NudgeTarget agent) {
        return session(agent).filter(Session::runsHooks).isPresent();
    }

    /// Returns the same of an agent wherever it is: one in no pane in which nudge types may be in
    /// any other. Blocks for a listing of the records.
    boolean runsHooks(NudgeTarget agent) {
        if (agent.hasPane()) {
            return hasHooks(agent);
        }
        try (Stream<Path> records = Files.list(directory)) {
            return records.flatMap(record -> sessions(record).stream())
                    .filter(Session::runsHooks)
                    .anyMatch(s -> s.process().equals(AgentBinding.of(agent).agent()));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /// Returns whether this agent has not run the hook, and is so young that it may still do so.
    boolean mayBeStarting(AgentBinding agent) {
        return agent.hasPane()
                && processes.age(agent.agent()).compareTo(STARTING) < 0
                && find(PendingMarks.name(agent.pane()), agent.agent()).isEmpty();
    }

    /// Returns the agent's record of the conversation, if it keeps one and has run the hook; also
    /// of one that has ended, until another begins a session in its pane.
    Optional<Path> transcript(NudgeTarget agent) {
        return session(agent).flatMap(Session::path);
    }

    /// Returns the same, also after another agent has begun a session in the pane, if this daemon
    /// has seen the agent's own session.
    Optional<Path> lastTranscript(NudgeTarget agent) {
        return transcript(agent)
                .or(() -> Optional.ofNullable(seen.get(AgentBinding.of(agent).agent())));
    }

    private Optional<Session> session(NudgeTarget agent) {
        if (!agent.hasPane()) {
            return Optional.empty();
        }
        Optional<Session> found = find(PendingMarks.name(agent), AgentBinding.of(agent).agent());
        found.flatMap(Session::path)
                .ifPresent(path -> seen.put(AgentBinding.of(agent).agent(), path));
        return found;
    }

    private Optional<Session> find(String pane, ProcessId agent) {
        return sessions(directory.resolve(pane)).stream()
                .filter(session -> session.process().equals(agent))
                .findFirst();
    }

    /// A process that has begun a session.
    ///
    /// @param transcript the path of the agent's record of the conversation; empty if it keeps
    ///   none; [#OFF] if the other hooks of nudge are off in its environment
    private record Session(ProcessId process, String transcript) {
        private static final String OFF = "off";
        private static final int WORDS = 3;

        boolean runsHooks() {
            return !transcript.equals(OFF);
        }

        Optional<Path> path() {
            return runsHooks() && !transcript.isEmpty()
                    ? Optional.of(Path.of(transcript))
                    : Optional.empty();
        }

        static Stream<Session> of(String line) {
            String[] words = line.split(" ", WORDS);
            if (words.length < WORDS) {
                return Stream.empty();
            }
            ProcessId process = new ProcessId(Long.parseLong(words[0]), Long.parseLong(words[1]));
            return Stream.of(new Session(process, words[2]));
        }
    }

    private static List<Session> sessions(Path record) {
        try (Stream<String> lines = Files.lines(record)) {
            return lines.flatMap(Session::of).toList();
        } catch (IOException | RuntimeException none) {
            // No record, or a damaged one: the agent counts as one without hooks.
            return List.of();
        }
    }
}
