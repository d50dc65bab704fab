package dev.nudge.outbox;

import dev.nudge.agent.Recipients;
import dev.nudge.job.NudgeTarget;
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
import java.util.stream.Stream;

/// The sessions that agents have begun, as their hook (SessionStart) has recorded them. They show
/// which agents run nudge's hooks: only those leave receipts.
final class Sessions {
    private static final Logger LOG = System.getLogger(Sessions.class.getName());

    /// After this time a hook that has not finished never will.
    static final Duration HOOK_TIME = Duration.ofMinutes(1);

    private final Path directory;
    private final Recipients recipients;

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
        if (!agent.hasPane()) {
            return false;
        }
        ProcessId process = new ProcessId(agent.agentPid(), agent.agentStartTime());
        Path record = directory.resolve(PendingMarks.name(agent));
        return processes(record).contains(process);
    }

    private static List<ProcessId> processes(Path record) {
        try (Stream<String> lines = Files.lines(record)) {
            return lines.map(line -> line.split(" ", -1))
                    .filter(words -> words.length == 2)
                    .map(words -> new ProcessId(Long.parseLong(words[0]), Long.parseLong(words[1])))
                    .toList();
        } catch (IOException | RuntimeException none) {
            // No record, or a damaged one: the agent counts as one without hooks.
            return List.of();
        }
    }
}
