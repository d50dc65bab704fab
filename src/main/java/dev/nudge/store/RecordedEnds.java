package dev.nudge.store;

import dev.nudge.job.ExitStatus;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Optional;

/// Reads what the hosts of jobs have recorded of their ends.
public final class RecordedEnds {
    private static final Logger LOG = System.getLogger(RecordedEnds.class.getName());

    private final JobStore store;

    public RecordedEnds(JobStore store) {
        this.store = store;
    }

    /// What was found.
    ///
    /// @param isKnown false if the record cannot be read now, so that there may be one
    /// @param exit the end; empty until the host has recorded one
    public record Reading(boolean isKnown, Optional<ExitRecord> exit) {
        private static final Reading UNKNOWN = new Reading(false, Optional.empty());
    }

    /// Reads the end of a job. A damaged record is an end too: nothing else will be known of it.
    public Reading read(long job) {
        try {
            return new Reading(true, store.readExit(job));
        } catch (MalformedRecordException e) {
            String reason = String.valueOf(e.getMessage());
            LOG.log(Level.WARNING, "job {0}: {1}", job, reason);
            ExitStatus lost = new ExitStatus.Lost(reason);
            return new Reading(true, Optional.of(new ExitRecord(lost, Instant.now())));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job {0}: its end cannot be read now: {1}", job, e.toString());
            return Reading.UNKNOWN;
        }
    }
}
