package dev.nudge.engine;

import dev.nudge.exec.StartOutcome;
import dev.nudge.job.Job;
import dev.nudge.store.ExitRecord;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An engine that hands commands to other machines, which may start them later, or again, and
/// cannot always be reached.
public interface Cluster extends Engine {
    /// Finds out whether it can run the jobs of a group, and hands a small job over for that.
    /// Blocks for at most about a minute.
    List<EngineCheck> check(EngineChoice choice);

    /// Returns why it can start nothing at present, in words for a person; empty if it can. Does
    /// not block.
    Optional<String> unavailability(EngineChoice choice);

    /// Returns what has become of starts that an earlier daemon has begun and not recorded. The
    /// same start is never made twice. Asks the cluster once for all of them.
    ///
    /// @param place what runs them all, without the options of their groups
    /// @return by the number of the job: [StartOutcome.Submitted] if it was handed over;
    ///   [StartOutcome.Taken] if a host has started the command, or is about to;
    ///   [StartOutcome.Postponed] if none has and none will. Jobs of which that cannot be found out
    ///   now are missing
    /// @throws IOException if nothing can be found out now; then nothing has changed
    Map<Long, StartOutcome> recover(EngineChoice place, Collection<Job> jobs) throws IOException;

    /// Takes a job back that was handed over and waits there, so that its command is never started,
    /// and has the cluster forget it, which may take until later. Does not block.
    ///
    /// @return false if its command has been started, or is about to be; then nothing has changed
    /// @throws IOException if that cannot be found out now; then nothing has changed
    boolean withdraw(Job job) throws IOException;

    /// Accepts an exit that a host has recorded as final. Afterwards the cluster cannot start the
    /// command again.
    ///
    /// @param job before that end
    /// @return false if only the cluster knows whether it is, if it has started the command again,
    ///   or if this is not possible now; then nothing has changed
    boolean accept(Job job, ExitRecord exit);

    /// Asks for news of these jobs, all at once, which [#look] then knows.
    ///
    /// @param jobs all that this engine runs and that have not ended
    /// @throws IOException if it cannot be asked now
    void refresh(Collection<Job> jobs) throws IOException;
}
