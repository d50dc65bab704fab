package dev.nudge.engine;

import dev.nudge.exec.StartOutcome;
import dev.nudge.job.Job;
import dev.nudge.store.ExitRecord;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An engine whose machines may start commands later, or again, and cannot always be reached.
public interface Cluster extends Engine {
    /// Finds out, also by a small job, whether it can run jobs. Blocks for at most about a minute.
    List<EngineCheck> check(EngineChoice choice);

    /// Returns why it can start nothing at present, for a person; empty if it can. Does not block.
    Optional<String> unavailability(EngineChoice choice);

    /// Returns what has become of starts that an earlier daemon has begun and not recorded. The
    /// same start is never made twice. Asks the cluster once for all of them.
    ///
    /// @param place what runs them all, without the options of their groups
    /// @return by number: [StartOutcome.Submitted] if it was handed over; [StartOutcome.Taken] if a
    ///   host has its ticket; [StartOutcome.Postponed] if none has, and none will. Jobs of which
    ///   that is unknown are missing
    /// @throws IOException if nothing can be found out now; then nothing has changed
    Map<Long, StartOutcome> recover(EngineChoice place, Collection<Job> jobs) throws IOException;

    /// Takes a job back that waits in the cluster, so that it is never started; the cluster forgets
    /// it later. Does not block. Returns false if its command has been, or is being, started; then,
    /// and if that cannot be found out now (IOException), nothing has changed.
    boolean withdraw(Job job) throws IOException;

    /// Accepts as final an exit that a host has recorded: afterwards the cluster cannot start the
    /// command again. Returns false if only the cluster knows whether it is, if it has started the
    /// command again, or if this is not possible now; then nothing has changed.
    boolean accept(Job job, ExitRecord exit);

    /// Asks at once for news of all jobs of this engine that have not ended; [#look] then knows it.
    void refresh(Collection<Job> jobs) throws IOException;

    /// Something that was found out about a cluster, in one line without a full stop, and what to
    /// do about it, if it is wrong.
    record EngineCheck(Verdict verdict, String what, String advice) {
        public enum Verdict {
            GOOD,
            /// Nothing is known to be wrong.
            UNKNOWN,
            WRONG
        }
    }
}
