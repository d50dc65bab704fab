package dev.nudge.jobs;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.store.ExitRecord;
import dev.nudge.store.JobStore;
import dev.nudge.store.MalformedRecordException;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Optional;

/// Reads what the hosts of jobs have recorded of their ends.
final class RecordedEnds {
    private static final Logger LOG = System.getLogger(RecordedEnds.class.getName());

    private final JobStore store;
    private final Leftovers leftovers;

    RecordedEnds(JobStore store, Leftovers leftovers) {
        this.store = store;
        this.leftovers = leftovers;
    }

    /// What was found.
    ///
    /// @param isKnown false if the record cannot be read now, so that there may be one
    /// @param exit the end; empty until the host has recorded one
    record Reading(boolean isKnown, Optional<ExitRecord> exit) {
        private static final Reading UNKNOWN = new Reading(false, Optional.empty());
    }

    /// Reads the end of a job. A damaged record is an end too: nothing else will be known of it.
    Reading read(Job job) {
        try {
            return new Reading(true, exit(job));
        } catch (MalformedRecordException e) {
            LOG.log(Level.WARNING, "job {0}: {1}", job.number(), Reasons.of(e));
            ExitStatus lost = new ExitStatus.Lost(Reasons.of(e));
            return new Reading(true, Optional.of(new ExitRecord(lost, Instant.now())));
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0}: its end cannot be read now: {1}",
                    job.number(),
                    Reasons.of(e));
            return Reading.UNKNOWN;
        }
    }

    private Optional<ExitRecord> exit(Job job) throws IOException {
        Optional<ExitRecord> exit = store.readExit(job.number());
        if (exit.isEmpty() && !job.attempts().isEmpty()) {
            // The bell of the attempt before, which may have been rung late, rings no more.
            leftovers.removeBell(job.number());
            exit = store.readExit(job.number());
        }
        return exit;
    }
}
