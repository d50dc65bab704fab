package dev.nudge.engine.slurm;

import dev.nudge.engine.EngineChoice;
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
import dev.nudge.job.queue.ArrayTask;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.store.QueueStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;

/// Submits jobs, each once, whatever becomes of the daemon and of Slurm meanwhile.
///
/// Each submission gets a name of its own, and the ticket of the job under that name. Only the host
/// that takes the ticket starts the command. So a submission of which nobody knows whether Slurm
/// has it is harmless once its ticket has been taken back: its host would end at once.
final class Submitter {
    /// More programs at once would only keep this machine busy.
    private static final int MOST_AT_ONCE = 4;

    /// How old a list of jobs may be of which one is to be found again.
    private static final Duration RECENT = Duration.ofSeconds(1);

    private final StateDirectory state;
    private final JobStore store;
    private final QueueStore tickets;
    private final Sites sites;
    private final Semaphore turns = new Semaphore(MOST_AT_ONCE, true);
    private Optional<Listed> listed = Optional.empty();

    private record Listed(SlurmSite site, List<SlurmJob> jobs, long at) {}

    Submitter(StateDirectory state, JobStore store, QueueStore tickets, Sites sites) {
        this.state = state;
        this.store = store;
        this.tickets = tickets;
        this.sites = sites;
    }

    /// Submits jobs that have tickets: one, or tasks of an array. Those that Slurm can take as one
    /// array are submitted together.
    ///
    /// @return the outcomes by number
    Map<Long, StartOutcome> submit(List<QueuedStart> starts) {
        Map<Bundle, List<QueuedStart>> bundles =
                starts.stream()
                        .collect(
                                Collectors.groupingBy(
                                        Submitter::bundle,
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        Map<Long, StartOutcome> outcomes = new HashMap<>();
        bundles.forEach((bundle, some) -> submit(bundle, some, outcomes));
        return outcomes;
    }

    /// What the tasks of one array in Slurm have in common.
    private record Bundle(List<String> options, Map<String, String> environment) {}

    private static Bundle bundle(QueuedStart start) {
        return new Bundle(SubmitOptions.of(start), environment(start));
    }

    private void submit(Bundle bundle, List<QueuedStart> starts, Map<Long, StartOutcome> outcomes) {
        String submission = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        List<QueuedStart> ready = new ArrayList<>();
        for (QueuedStart start : starts) {
            try {
                tickets.assignTicket(start.directory(), submission);
                writeCommand(start);
                ready.add(start);
            } catch (IOException e) {
                outcomes.put(start.job().number(), new Failed(Reasons.of(e)));
            }
        }
        if (ready.isEmpty()) {
            return;
        }
        Optional<String> id = Optional.empty();
        StartOutcome failure = new Taken();
        try {
            id = Optional.of(submit(bundle, ready, submission));
        } catch (SlurmUnavailableException e) {
            // Perhaps Slurm has it nevertheless.
            failure = new Postponed(Reasons.of(e));
        } catch (IOException e) {
            failure = new Failed(Reasons.of(e));
        }
        for (QueuedStart start : ready) {
            outcomes.put(
                    start.job().number(),
                    id.isPresent()
                            ? submitted(elementId(id.get(), start.job()))
                            : unlessClaimed(start.directory(), submission, failure));
        }
    }

    /// Returns the name by which Slurm knows a job of a submission: of a task, that of the element.
    private static String elementId(String id, Job job) {
        return job.spec().queueing().task().map(task -> id + "_" + task.index()).orElse(id);
    }

    private StartOutcome unlessClaimed(
            JobDirectory directory, String submission, StartOutcome failure) {
        try {
            return tickets.revokeTicket(directory, submission) ? failure : claimed(directory);
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

    /// Returns Slurm's number.
    private String submit(Bundle bundle, List<QueuedStart> starts, String submission)
            throws IOException {
        QueuedStart first = starts.getFirst();
        SlurmOrder order =
                new SlurmOrder(
                        name(first.job(), submission),
                        bundle.options(),
                        new BatchScript(state).of(starts, submission),
                        bundle.environment(),
                        SubmitOptions.array(starts));
        turns.acquireUninterruptibly();
        try {
            return sites.ask(Sites.site(first.choice()), slurm -> slurm.submit(order));
        } finally {
            turns.release();
        }
    }

    private StartOutcome claimed(JobDirectory directory) throws IOException {
        return tickets.claimant(directory).map(Submitter::submitted).orElseGet(Taken::new);
    }

    private static StartOutcome submitted(String id) {
        return new Submitted(ClusterJob.submitted(SlurmEngine.NAME, id));
    }

    /// Returns the name of a job for Slurm, by which it is found again: its number comes first,
    /// since `squeue` shows only some letters. All tasks of an array have the number of the first.
    private String name(Job job, String submission) {
        long number = job.spec().queueing().task().map(ArrayTask::first).orElse(job.number());
        return "nudge-%d-%s@%s".formatted(number, submission, state.root());
    }

    /// Returns the environment for the host, which adds what concerns one job alone.
    private static Map<String, String> environment(QueuedStart start) {
        Map<String, String> environment = new HashMap<>(start.order().environment());
        environment
                .keySet()
                .removeAll(Set.of(JobEnvironment.MARK, JobEnvironment.NUMBER, JobEnvironment.TASK));
        // Of a job of Slurm in which this one was started: the host would take them for its own.
        environment.keySet().removeIf(name -> name.startsWith("SLURM_ARRAY_"));
        environment.remove("SLURM_RESTART_COUNT");
        return environment;
    }

    /// Returns what has become of a submission that an earlier daemon has begun.
    ///
    /// @throws IOException if Slurm cannot be asked now
    StartOutcome recover(Job job, EngineChoice choice) throws IOException {
        JobDirectory directory = store.directory(job.number());
        Optional<String> submission = tickets.assignee(directory);
        if (submission.isEmpty()) {
            return tickets.revokeTicket(directory)
                    ? new Postponed("an earlier daemon was killed")
                    : claimed(directory);
        }
        String name = name(job, submission.get());
        String end = elementId("", job);
        Optional<String> known =
                recentList(Sites.site(choice)).stream()
                        .filter(found -> found.name().equals(name) && found.id().endsWith(end))
                        .map(SlurmJob::id)
                        .findFirst();
        if (known.isPresent()) {
            return submitted(known.get());
        }
        return tickets.revokeTicket(directory, submission.get())
                ? new Postponed("an earlier daemon was killed")
                : claimed(directory);
    }

    /// Lists the jobs, or returns a list that is not old: after its start, a daemon recovers many
    /// jobs one after the other. That a job is not in it proves nothing; its ticket does.
    private synchronized List<SlurmJob> recentList(SlurmSite site) throws IOException {
        boolean isRecent =
                listed.filter(list ->
                                list.site().equals(site)
                                        && System.nanoTime() - list.at() < RECENT.toNanos())
                        .isPresent();
        if (!isRecent) {
            List<SlurmJob> jobs = sites.ask(site, SlurmCommands::list);
            listed = Optional.of(new Listed(site, jobs, System.nanoTime()));
        }
        return listed.orElseThrow().jobs();
    }
}
