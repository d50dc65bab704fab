package dev.nudge.engine;

import dev.nudge.exec.StartOutcome;
import dev.nudge.job.Bounds;
import dev.nudge.job.Job;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Signal;
import dev.nudge.process.ProcessId;
import dev.nudge.store.ExitRecord;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.LaunchOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Runs the commands of jobs: starts hosts, which record how commands run and end in the
/// directories of the jobs, and says what else is known. Several threads may call it at once. What
/// only concerns other machines is in [Cluster].
public interface Engine {
    String name();

    /// Returns what a group has to record in order to use it.
    ///
    /// @param environment of the person who asks for it, which shows where the cluster is
    /// @throws IllegalArgumentException if that is not possible; the message says why
    EngineChoice choice(List<String> options, Map<String, String> environment);

    Fit fit(boolean isOnTerminal, Bounds bounds);

    /// How each bound of a job is kept, and why it can never run here, if so, and what to do.
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

    /// Returns whether a host may still record the end of a job that has ended, as it does after it
    /// has reported that the command cannot be started; also if that cannot be found out now. May
    /// read the whole process table.
    default boolean isBeingRecorded(Job job) {
        return false;
    }

    /// Returns what a person should know of a job beside its record. Does not block.
    Status status(Job job);

    /// What a person should know of a job.
    ///
    /// @param words what a list should say of it: that it waits in its cluster (`PENDING
    ///   (Resources)`), or that something is wrong; empty if its record says it all
    /// @param outage why what runs it could not be reached the last time; empty if it could be
    record Status(Optional<String> words, Optional<String> outage) {}

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

    /// How many processes got a signal (1 if unknown), and those that SIGSTOP cannot stop.
    record Signalled(int processes, Set<ProcessId> moving) {
        public static Signalled to(int processes) {
            return new Signalled(processes, Set.of());
        }
    }

    /// A cluster cannot be reached now. What was asked for may have been done all the same.
    class UnreachableException extends IOException {
        private static final long serialVersionUID = 1L;

        public UnreachableException(String message) {
            super(message);
        }
    }

    /// What an engine knows of a job at one moment.
    ///
    /// @param isRequeued whether its cluster has put it back, to start it again
    /// @param end its end, if nothing else records that
    record Look(Optional<Launch> launch, boolean isRequeued, Optional<End> end) {
        public static final Look NOTHING = started(Optional.empty());

        public static final Look REQUEUED = new Look(Optional.empty(), true, Optional.empty());

        /// An end, and why it was stopped, if its cluster says so; one line without a full stop.
        public record End(ExitRecord exit, Optional<String> reason) {}

        public static Look started(Optional<Launch> launch) {
            return new Look(launch, false, Optional.empty());
        }

        public Look over(ExitRecord exit, Optional<String> reason) {
            return new Look(launch, false, Optional.of(new End(exit, reason)));
        }
    }

    /// The start of a job's command, with what its group says.
    ///
    /// @param input the file that is its standard input; empty for `/dev/null`
    /// @param hasTicket whether the job has waited in the queue: its directory holds a ticket then,
    ///   which the host takes before it starts the command
    /// @param before the jobs of the same cluster that must have ended, and have not
    record JobStart(
            Job job,
            JobDirectory directory,
            LaunchOrder order,
            Optional<Path> input,
            boolean hasTicket,
            EngineChoice choice,
            List<Before> before) {
        public JobStart {
            if (!hasTicket && !choice.isLocal()) {
                throw new IllegalArgumentException("a cluster is only handed jobs with tickets");
            }
            before = List.copyOf(before);
        }

        /// Returns the start of a job that has waited, with the order that was kept for it.
        public static JobStart queued(
                Job job,
                JobDirectory directory,
                LaunchOrder order,
                EngineChoice choice,
                List<Before> before) {
            Optional<Path> input =
                    order.hasInput() ? Optional.of(directory.input()) : Optional.empty();
            return new JobStart(job, directory, order, input, true, choice, before);
        }

        /// A job that must have ended first, by the cluster's own name for it.
        public record Before(String id, boolean mustSucceed) {}
    }
}
