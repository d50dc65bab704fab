package dev.nudge.engine;

import dev.nudge.exec.StartOutcome;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Signal;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.process.ProcessId;
import dev.nudge.store.ExitRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Runs the commands of jobs. The job itself, its queue and its record are not its business: it
/// starts a host, which records in the job's directory how the command runs and ends, and says what
/// else is known. Its methods may be called by several threads at once.
public interface Engine {
    /// Returns its name, as groups and records have it.
    String name();

    /// Returns what a group has to record in order to use it.
    ///
    /// @param options to pass on to the cluster
    /// @param environment of the person who asks for it, which shows where the cluster is
    /// @throws IllegalArgumentException if that is not possible; the message says why
    EngineChoice choice(List<String> options, Map<String, String> environment);

    /// Returns why it cannot run a job, and what to do; empty if it can.
    ///
    /// @param isOnTerminal whether it is to have a terminal
    Optional<String> obstacle(boolean isOnTerminal, Bounds bounds);

    /// Returns why it can start nothing at present, in words for a person; empty if it can. Does
    /// not block.
    Optional<String> unavailability(EngineChoice choice);

    /// Finds out whether it can run the jobs of a group, and hands a small job over for that.
    /// Blocks for at most about a minute.
    default List<EngineCheck> check(EngineChoice choice) {
        return List.of();
    }

    /// Returns why what runs a job could not be reached the last time, in words for a person; empty
    /// if it could be. Does not block.
    default Optional<String> trouble(Job job) {
        return Optional.empty();
    }

    /// Returns the bounds of a job that is about to be started, with the way for each.
    Bounds bounds(JobSpec spec);

    /// Starts the host of a job. Blocks until it runs, or has been handed over: for some
    /// milliseconds, at most for some seconds. A cluster is only handed jobs that have waited, so
    /// that the same start is never made twice.
    StartOutcome start(JobStart start);

    /// Starts the hosts of tasks of an array in the same way. A cluster is handed as many of them
    /// at once as it can take.
    ///
    /// @param starts one or more, all of the same array and with the same choice and jobs before
    /// @return the outcome of each, by the number of its job
    default Map<Long, StartOutcome> start(List<JobStart> starts) {
        return starts.stream()
                .collect(Collectors.toMap(start -> start.job().number(), this::start));
    }

    /// Returns what has become of starts that an earlier daemon has begun and not recorded. The
    /// same start is never made twice. Asks a cluster once for all of them.
    ///
    /// @param place what runs them all, without the options of their groups
    /// @return by the number of the job: [StartOutcome.Submitted] if it was handed over;
    ///   [StartOutcome.Taken] if a host has started the command, or is about to;
    ///   [StartOutcome.Postponed] if none has and none will. Jobs of which that cannot be found out
    ///   now are missing
    /// @throws IOException if nothing can be found out now; then nothing has changed
    Map<Long, StartOutcome> recover(EngineChoice place, Collection<Job> jobs) throws IOException;

    /// Takes a job back that was handed over and waits there, so that its command is never started,
    /// and has its cluster forget it, which may take until later. Does not block.
    ///
    /// @return false if its command has been started, or is about to be; then nothing has changed
    /// @throws IOException if that cannot be found out now; then nothing has changed
    boolean withdraw(Job job) throws IOException;

    /// Has the end of a start count, before it is recorded: from then on, its cluster does not
    /// start the command again by itself.
    ///
    /// @param job before that end
    /// @return false if the command has been started again, or if this is not possible now; then
    ///   the end does not count
    default boolean settle(Job job, ExitRecord end) {
        return true;
    }

    /// Returns whether a host may still record the end of a job that has ended, as it does after it
    /// has reported that the command cannot be started. May read the whole process table.
    ///
    /// @throws IOException if that cannot be found out now
    default boolean isBeingRecorded(Job job) throws IOException {
        return false;
    }

    /// Forgets a job that has ended. Nothing that was handed over starts its command any more.
    void release(Job job);

    /// Asks for news of these jobs, all at once, which [#look] then knows.
    ///
    /// @param jobs that this engine runs and that have not ended
    /// @throws IOException if it cannot be asked now
    void refresh(Collection<Job> jobs) throws IOException;

    /// Returns what is known of a job: from its files, which are read now, and from the last
    /// [#refresh].
    Look look(Job job);

    /// Returns what a list should say of a job that waits there: `PENDING (Resources)`; or of one
    /// that runs here without its host. Empty if the job's record says it all. Does not block.
    Optional<String> condition(Job job);

    /// Returns whether there is, or may be, anything of a job that could be ended.
    boolean isActive(Job job);

    /// Ends a job so that nothing of it is left: asks it to end, and ends it by force after a grace
    /// period. Blocks until then, or until what is left cannot be ended.
    ///
    /// @throws java.io.UncheckedIOException if it cannot be asked to end now; the message says why.
    ///   Of an [UnreachableException] if its cluster cannot be reached
    void end(Job job, Duration grace);

    /// Returns the processes of a job on this machine that are alive.
    ///
    /// @throws java.io.UncheckedIOException if that cannot be found out now; the message says why
    Set<ProcessId> living(Job job);

    /// Returns whether signals can be sent to a job, which runs.
    boolean isReachable(Job job);

    /// Sends one signal to every process of the job, once.
    ///
    /// @return how many processes got it; 1 if that is not known
    /// @throws UnreachableException if it may be possible later
    /// @throws IOException if it cannot be sent
    int signal(Job job, Signal signal) throws IOException;

    /// Stops every process of a job. Blocks until all are stopped.
    ///
    /// @return those that cannot be stopped
    /// @throws UnreachableException if it may be possible later
    /// @throws IOException if no signal can be sent
    Set<ProcessId> pause(Job job) throws IOException;

    /// Lets every process of a job continue.
    ///
    /// @throws UnreachableException if it may be possible later
    /// @throws IOException if no signal can be sent
    void proceed(Job job) throws IOException;

    /// Returns how long ago the command of a job was started; zero if that is not known.
    Duration age(Job job);
}
