package dev.nudge.engine.slurm;

import dev.nudge.engine.QueuedStart;
import dev.nudge.exec.CommandFile;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.exec.StartOutcome;
import dev.nudge.exec.StartOutcome.Failed;
import dev.nudge.exec.StartOutcome.Postponed;
import dev.nudge.exec.StartOutcome.Submitted;
import dev.nudge.exec.StartOutcome.Taken;
import dev.nudge.exec.TerminalOrder;
import dev.nudge.job.Job;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.job.cluster.ClusterJob;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.store.QueueStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Submits jobs, each once, whatever becomes of the daemon and of Slurm meanwhile.
///
/// Each submission gets a name of its own, and the ticket of the job under that name. Only the host
/// that takes the ticket starts the command. So a submission of which nobody knows whether Slurm
/// has it is harmless once its ticket has been taken back: its host would end at once.
final class Submitter {
    private static final Logger LOG = System.getLogger(Submitter.class.getName());

    private final StateDirectory state;
    private final JobStore store;
    private final QueueStore tickets;
    private final Sites sites;

    Submitter(StateDirectory state, JobStore store, QueueStore tickets, Sites sites) {
        this.state = state;
        this.store = store;
        this.tickets = tickets;
        this.sites = sites;
    }

    /// Submits a job that has a ticket.
    StartOutcome submit(QueuedStart start) {
        String submission = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        try {
            tickets.assignTicket(start.directory(), submission);
            writeCommand(start);
            return submit(start, submission);
        } catch (IOException e) {
            return new Failed(Reasons.of(e));
        }
    }

    private void writeCommand(QueuedStart start) throws IOException {
        Map<String, String> orders = new HashMap<>();
        Bounds bounds = start.job().spec().limits().bounds();
        bounds.nice().ifPresent(nice -> orders.put("nudge_nice", Integer.toString(nice)));
        store.writeCommand(
                start.directory(),
                CommandFile.render(
                        start.job().spec(),
                        start.order().umask(),
                        new TerminalOrder.None(),
                        QueueStore.input(start.directory(), start.order()),
                        orders));
    }

    private StartOutcome submit(QueuedStart start, String submission) throws IOException {
        SlurmOrder order =
                new SlurmOrder(
                        name(start.job().number(), submission),
                        SubmitOptions.of(start),
                        script(start.directory(), submission),
                        environment(start),
                        Optional.empty());
        try {
            String id = sites.ask(Sites.site(start.choice()), slurm -> slurm.submit(order));
            return submitted(id);
        } catch (SlurmUnavailableException e) {
            // Perhaps Slurm has it nevertheless.
            return tickets.revokeAnyTicket(start.directory())
                    ? new Postponed(Reasons.of(e))
                    : claimed(start.directory());
        } catch (IOException e) {
            if (tickets.revokeAnyTicket(start.directory())) {
                throw e;
            }
            return claimed(start.directory());
        }
    }

    private StartOutcome claimed(JobDirectory directory) throws IOException {
        return tickets.claimant(directory).map(Submitter::submitted).orElseGet(Taken::new);
    }

    private static StartOutcome submitted(String id) {
        return new Submitted(ClusterJob.submitted(SlurmEngine.NAME, id));
    }

    /// Returns the name of a job for Slurm, by which it is found again: its number comes first,
    /// since `squeue` shows only some letters.
    private String name(long job, String submission) {
        return "nudge-%d-%s@%s".formatted(job, submission, state.root());
    }

    private static Map<String, String> environment(QueuedStart start) {
        Map<String, String> environment = new HashMap<>(start.order().environment());
        // The host marks the command, and is not marked itself.
        environment.remove(JobEnvironment.MARK);
        return environment;
    }

    private String script(JobDirectory directory, String submission) {
        return "#!/bin/sh\nexec /bin/sh %s node %s %s %s\n"
                .formatted(
                        CommandFile.quoted(state.root().resolve("host.sh").toString()),
                        CommandFile.quoted(directory.path().toString()),
                        CommandFile.quoted(
                                state.exits()
                                        .resolve(Long.toString(directory.number()))
                                        .toString()),
                        CommandFile.quoted(QueueStore.assigned(directory, submission).toString()));
    }

    /// Returns what has become of submissions that an earlier daemon has begun, by the number of
    /// the job, as [dev.nudge.engine.Engine#recover]. Slurm is asked once.
    ///
    /// @throws IOException if Slurm cannot be asked now
    Map<Long, StartOutcome> recover(SlurmSite site, Collection<Job> jobs) throws IOException {
        Map<String, String> known =
                sites.ask(site, SlurmCommands::list).stream()
                        .collect(Collectors.toMap(SlurmJob::name, SlurmJob::id, (a, _) -> a));
        Map<Long, StartOutcome> outcomes = new HashMap<>();
        for (Job job : jobs) {
            try {
                outcomes.put(job.number(), recover(job.number(), known));
            } catch (IOException e) {
                LOG.log(Level.WARNING, "job {0}: {1}", Long.toString(job.number()), Reasons.of(e));
            }
        }
        return outcomes;
    }

    /// @param known the ids of Slurm's jobs by name
    private StartOutcome recover(long job, Map<String, String> known) throws IOException {
        JobDirectory directory = store.directory(job);
        Optional<String> id =
                tickets.assignee(directory).map(submission -> known.get(name(job, submission)));
        if (id.isPresent()) {
            return submitted(id.get());
        }
        return tickets.revokeAnyTicket(directory)
                ? new Postponed("an earlier daemon was killed")
                : claimed(directory);
    }

    /// Takes the ticket of a job back, so that no host starts it.
    ///
    /// @return false if one has taken it
    boolean revoke(Job job) throws IOException {
        return tickets.revokeAnyTicket(store.directory(job.number()));
    }

    /// Removes the tickets of a job that has ended.
    void removeTickets(Job job) {
        try {
            tickets.removeTickets(store.directory(job.number()));
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0}: its ticket stays: {1}",
                    Long.toString(job.number()),
                    Reasons.of(e));
        }
    }
}
