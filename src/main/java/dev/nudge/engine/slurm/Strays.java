package dev.nudge.engine.slurm;

import dev.nudge.engine.Polling;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/// Has Slurm forget jobs that wait there and are not wanted any more. None of them can start a
/// command, so nothing depends on when that is done, or on whether it is done at all.
final class Strays {
    private static final Logger LOG = System.getLogger(Strays.class.getName());

    private static final Duration LIMIT = Duration.ofDays(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final Sites sites;

    Strays(Sites sites) {
        this.sites = sites;
    }

    /// Cancels a job as soon as Slurm can be reached. Does not block.
    void cancel(SlurmSite site, String id) {
        Thread.ofVirtual()
                .name("cancel-" + id)
                .start(() -> Polling.await(LIMIT, LONGEST_PAUSE, () -> isCancelled(site, id)));
    }

    private boolean isCancelled(SlurmSite site, String id) {
        try {
            return sites.ask(
                    site,
                    slurm -> {
                        slurm.cancel(List.of(id));
                        return true;
                    });
        } catch (SlurmUnavailableException e) {
            return false;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Slurm''s job {0} is not cancelled: {1}", id, Reasons.of(e));
            return true;
        }
    }
}
