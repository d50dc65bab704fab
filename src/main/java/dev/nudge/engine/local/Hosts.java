package dev.nudge.engine.local;

import dev.nudge.exec.JobEnvironment;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.process.ProcessTable;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobStore;
import dev.nudge.store.MalformedRecordException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Judges whether the hosts of jobs still do their work.
final class Hosts {
    private static final Duration BEGINNING = Duration.ofSeconds(15);

    private final JobStore store;
    private final ProcessTable processes;

    Hosts(JobStore store, ProcessTable processes) {
        this.store = store;
        this.processes = processes;
    }

    /// Returns whether the host may still be starting, which takes time, above all if it waits for
    /// a terminal, a disk or a systemd manager.
    boolean mayStillStart(Job job) {
        return job.state().isStarting()
                && (Duration.between(store.savedAt(job), Instant.now()).abs().compareTo(BEGINNING)
                                < 0
                        || isAtWork(job));
    }

    /// Returns whether a host may still record the end of a job that has ended. May read the whole
    /// process table.
    boolean mayStillRecord(Job job) {
        try {
            return store.readExit(job.number()).isEmpty() && isAtWork(job);
        } catch (MalformedRecordException e) {
            return false; // as after a loss of power, when the job's own record holds the end
        } catch (IOException e) {
            return true;
        }
    }

    /// Returns whether there is a host of the job, or may be one. Reads the whole process table.
    private boolean isAtWork(Job job) {
        String directory = store.directory(job.number()).path().toString();
        try {
            return processes.values(JobEnvironment.HOST_MARK).contains(directory);
        } catch (IOException e) {
            return true;
        }
    }

    /// Returns what a command that runs lacks: its host, so that nobody will know how it ends.
    Optional<String> trouble(Optional<HostRecord> host) {
        return host.filter(h -> !processes.isOtherBoot(h.bootId()))
                .filter(h -> processes.isGone(h.host()) && processes.isAlive(h.command()))
                .map(_ -> "host is gone, so its exit code will not be known");
    }

    /// Returns why nobody will record the end of a job that has not been recorded by now; empty if
    /// somebody may.
    Optional<String> loss(Optional<HostRecord> host) {
        if (host.isEmpty()) {
            return Optional.of("its start was interrupted");
        }
        if (processes.isOtherBoot(host.get().bootId())) {
            return Optional.of(ExitStatus.Lost.BY_REBOOT.reason());
        }
        boolean isGone =
                processes.isGone(host.get().host()) && processes.isGone(host.get().command());
        return isGone ? Optional.of("the process that watched it was killed") : Optional.empty();
    }
}
