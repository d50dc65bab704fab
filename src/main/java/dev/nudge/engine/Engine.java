package dev.nudge.engine;

import dev.nudge.exec.StartOutcome;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.process.ProcessId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Runs the commands of jobs. The job itself, its queue and its record are not its business: it
/// starts a host, which records in the job's directory how the command runs and ends, and says what
/// else is known. Its methods may be called by several threads at once. What can only be asked of
/// other machines is in [Cluster].
public interface Engine {
    /// Returns its name, as groups and records have it.
    String name();

    /// Returns what a group has to record in order to use it.
    ///
    /// @param options to pass on to the cluster
    /// @param environment of the person who asks for it, which shows where the cluster is
    /// @throws IllegalArgumentException if that is not possible; the message says why
    EngineChoice choice(List<String> options, Map<String, String> environment);

    /// Returns how a job would run here.
    ///
    /// @param isOnTerminal whether it is to have a terminal
    Fit fit(boolean isOnTerminal, Bounds bounds);

    /// How a job would run.
    ///
    /// @param bounds its bounds, with the way for each
    /// @param obstacle why it can never run here, and what to do; empty if it can
    record Fit(Bounds bounds, Optional<String> obstacle) {}

    /// Starts the hosts of jobs. Blocks until they run, or have been handed over: for some
    /// milliseconds, at most for some seconds. A cluster is only handed jobs that have waited, so
    /// that the same start is never made twice; it is handed as many at once as it can take.
    ///
    /// @param starts one, or several tasks of the same array with the same choice and jobs before
    /// @return the outcome of each, by the number of its job
    Map<Long, StartOutcome> start(List<JobStart> starts);

    /// Returns what is known of a job: from its files, which are read now, and from what its
    /// cluster has said last. The end that it returns is final.
    Look look(Job job);

    /// Returns what a person should know of a job that has not ended, beside its record. Does not
    /// block.
    Status status(Job job);

    /// What a person should know of a job.
    ///
    /// @param words what a list should say of it: that it waits in its cluster (`PENDING
    ///   (Resources)`), or that something is wrong; empty if its record says it all
    /// @param outage why what runs it could not be reached the last time; empty if it could be
    record Status(Optional<String> words, Optional<String> outage) {
        /// Returns whether what runs it could be reached the last time.
        public boolean isReachable() {
            return outage.isEmpty();
        }
    }

    /// Ends a job so that nothing of it is left: asks it to end, and ends it by force after a grace
    /// period. Blocks until then, or until what is left cannot be ended.
    ///
    /// @throws java.io.UncheckedIOException if it cannot be asked to end now; the message says why.
    ///   Of an [UnreachableException] if its cluster cannot be reached
    void end(Job job, Duration grace);

    /// Sends one signal to every process of a job, once; on this machine, parents before their
    /// children. SIGSTOP may come to a process twice, and blocks until all are stopped; SIGCONT
    /// comes to children first.
    ///
    /// @throws UnreachableException if it may be possible later
    /// @throws IOException if it cannot be sent
    Signalled signal(Job job, Signal signal) throws IOException;

    /// Whom a signal has reached.
    ///
    /// @param processes how many there were; 1 if that is not known
    /// @param moving those that SIGSTOP cannot stop
    record Signalled(int processes, Set<ProcessId> moving) {
        /// Describes a signal that has reached as many processes.
        public static Signalled to(int processes) {
            return new Signalled(processes, Set.of());
        }
    }
}
