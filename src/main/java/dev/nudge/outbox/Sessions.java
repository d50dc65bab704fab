package dev.nudge.outbox;

import dev.nudge.agent.Recipients;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.text.Reasons;
import java.io.IOException;
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
/// which agents run nudge's hooks, since only those leave receipts, and where an agent keeps its
/// record of the conversation.
final class Sessions {
    private static final Logger LOG = System.getLogger(Sessions.class.getName());

    /// After this time a hook that has not finished never will.
    static final Duration HOOK_TIME = Duration.ofMinutes(1);

    private final Path directory;
    private final Recipients recipients;
    private final Map<ProcessId, Path> seen = new ConcurrentHashMap<>();

    /// Removes the records of agents that have ended.
    ///
    /// @param directory the directory in which hooks leave the records
    Sessions(Path directory, ProcessTable processes, Recipients recipients) {
        this.directory = directory;
        this.recipients = recipients;
        try (Stream<Path> records = Files.list(directory)) {
            for (Path record : records.toList()) {
                if (processes(record).stream().noneMatch(processes::isAlive) && isWhole(record)) {
                    Files.deleteIfExists(record);
                }
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "old sessions cannot be removed: {0}", Reasons.of(e));
        }
    }

    /// Returns whether no hook is about to write the record.
    private static boolean isWhole(Path record) throws IOException {
        Instant written = Files.getLastModifiedTime(record).toInstant();
        return Files.size(record) > 0 || written.isBefore(Instant.now().minus(HOOK_TIME));
    }

    /// Returns whether this agent leaves a receipt when a turn begins with a typed message. Of one
    /// that has ended its record may be gone; if it had taken the message without a receipt, no
    /// turn had begun. Blocks on the file system only.
    boolean leavesReceipts(NudgeTarget agent) {
        return (hasHooks(agent) && recipients.hasHooks(agent)) || !recipients.isAlive(agent);
    }

    /// Returns whether this agent has run the hook of its session. Blocks on the file system only.
    boolean hasHooks(NudgeTarget agent) {
        return session(agent).isPresent();
    }

    /// Returns the agent's record of the conversation, if it keeps one and has run the hook of its
    /// session; also of an agent that has ended, as long as no other has begun a session in its
    /// pane. Blocks on the file system only.
    Optional<Path> transcript(NudgeTarget agent) {
        return session(agent)
                .map(Session::transcript)
                .filter(path -> !path.isEmpty())
                .map(Path::of);
    }

    /// Returns the same, also of an agent that has ended and after which another has begun a
    /// session in its pane, if this daemon has seen its session.
    Optional<Path> lastTranscript(NudgeTarget agent) {
        return transcript(agent).or(() -> Optional.ofNullable(seen.get(process(agent))));
    }

    private Optional<Session> session(NudgeTarget agent) {
        if (!agent.hasPane()) {
            return Optional.empty();
        }
        Optional<Session> found =
                sessions(directory.resolve(PendingMarks.name(agent))).stream()
                        .filter(session -> session.process().equals(process(agent)))
                        .findFirst();
        found.map(Session::transcript)
                .filter(path -> !path.isEmpty())
                .ifPresent(path -> seen.put(process(agent), Path.of(path)));
        return found;
    }

    private static ProcessId process(NudgeTarget agent) {
        return new ProcessId(agent.agentPid(), agent.agentStartTime());
    }

    private static List<ProcessId> processes(Path record) {
        return sessions(record).stream().map(Session::process).toList();
    }

    /// A process that has begun a session.
    ///
    /// @param transcript the path of the agent's record of the conversation; empty if it keeps none
    private record Session(ProcessId process, String transcript) {
        private static final int WORDS = 3;

        /// Reads a line of a record; none if it is damaged.
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
