package dev.nudge.engine.slurm;

import dev.nudge.engine.Engine.JobStart;
import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.slurm.SlurmCommands.SlurmFullException;
import dev.nudge.engine.slurm.SlurmCommands.SlurmOrder;
import dev.nudge.exec.HostOrder;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.exec.StartOutcome;
import dev.nudge.exec.StartOutcome.Failed;
import dev.nudge.exec.StartOutcome.Postponed;
import dev.nudge.exec.StartOutcome.Submitted;
import dev.nudge.exec.StartOutcome.Taken;
import dev.nudge.exec.StartOutcome.Undecided;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.Job;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.store.AtomicFile;
import dev.nudge.store.ExitRecord;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.store.QueueStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Bytes;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Submits jobs, each once, whatever becomes of the daemon and of Slurm meanwhile.
///
/// Each submission gets a name of its own, and the ticket of the job under that name. Only the host
/// that takes the ticket starts the command. So a submission of which nobody knows whether Slurm
/// has it is harmless once its ticket has been taken back: its host would end at once.
record Submitter(StateDirectory state, JobStore store, QueueStore tickets, Sites sites) {
    private static final Logger LOG = System.getLogger(Submitter.class.getName());

    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /// Submits a job that has a ticket, or tasks of an array: as one array if Slurm can take them.
    Map<Long, StartOutcome> submit(List<JobStart> starts) {
        Map<Bundle, List<JobStart>> bundles =
                starts.stream()
                        .collect(
                                Collectors.groupingBy(
                                        this::bundle, LinkedHashMap::new, Collectors.toList()));
        Map<Long, StartOutcome> outcomes = new HashMap<>();
        bundles.forEach((bundle, some) -> submit(bundle, some, outcomes));
        return outcomes;
    }

    /// What the tasks of one array in Slurm have in common.
    private record Bundle(List<String> options, Map<String, String> environment) {}

    private Bundle bundle(JobStart start) {
        return new Bundle(SubmitOptions.of(start, state.named()), environment(start));
    }

    private void submit(Bundle bundle, List<JobStart> starts, Map<Long, StartOutcome> outcomes) {
        String submission = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        List<JobStart> ready = new ArrayList<>();
        for (JobStart start : starts) {
            try {
                tickets.assignTicket(start.directory(), submission);
                // What Slurm has said of the run before is not the reason of the next end.
                Files.deleteIfExists(SubmitOptions.output(start.directory()));
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
        } catch (SlurmFullException | UnreachableException e) {
            // If it could not be reached, perhaps Slurm has it nevertheless.
            failure = new Postponed(Reasons.of(e));
        } catch (IOException e) {
            failure = new Failed(Reasons.of(e));
        }
        for (JobStart start : ready) {
            outcomes.put(
                    start.job().number(),
                    id.isPresent()
                            ? submitted(elementId(id.get(), start.job()))
                            : unlessClaimed(start.directory(), failure));
        }
    }

    /// Returns the name by which Slurm knows a job of a submission: of a task, that of the element.
    private static String elementId(String id, Job job) {
        return job.spec().queueing().task().map(task -> id + "_" + task.index()).orElse(id);
    }

    private StartOutcome unlessClaimed(JobDirectory directory, StartOutcome failure) {
        try {
            return tickets.revokeAnyTicket(directory) ? failure : claimed(directory);
        } catch (IOException e) {
            Reasons.warn(
                    LOG, "job " + directory.number() + ": its ticket cannot be taken back now", e);
            return new Undecided(Reasons.of(e));
        }
    }

    private void writeCommand(JobStart start) throws IOException {
        HostOrder order =
                new HostOrder(start.job().spec(), start.order().inherited(), start.input(), "");
        OptionalInt nice = start.job().spec().limits().bounds().nice();
        nice.ifPresent(number -> order.with(Map.of("nice", Integer.toString(number))));
        AtomicFile.replaceUnsynced(start.directory().command(), order.bytes());
    }

    private String submit(Bundle bundle, List<JobStart> starts, String submission)
            throws IOException {
        JobStart first = starts.getFirst();
        SlurmOrder order =
                new SlurmOrder(
                        name(first.job(), submission),
                        bundle.options(),
                        BatchScript.of(state.named(), starts, submission),
                        bundle.environment(),
                        SubmitOptions.array(starts));
        return sites.submit(first.choice(), order, first.directory().submittedEnvironment());
    }

    private StartOutcome claimed(JobDirectory directory) throws IOException {
        return tickets.claimant(directory)
                .map(start -> submitted(ClusterJob.at(SlurmEngine.NAME, start).id()))
                .orElseGet(Taken::new);
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
    private static Map<String, String> environment(JobStart start) {
        Map<String, String> environment = new HashMap<>(start.order().environment());
        environment
                .keySet()
                .removeAll(Set.of(JobEnvironment.MARK, JobEnvironment.NUMBER, JobEnvironment.TASK));
        // Of a job of Slurm in which this one was started: the host would take them for its own.
        environment.keySet().removeIf(name -> name.startsWith("SLURM_ARRAY_"));
        environment.remove("SLURM_RESTART_COUNT");
        return withPlainNames(environment);
    }

    /// The shell of a batch script drops variables whose names are not words of letters, digits and
    /// `_`. They travel in one variable, which the host unpacks (`node.c`).
    private static Map<String, String> withPlainNames(Map<String, String> environment) {
        Map<String, String> plain = new HashMap<>(environment);
        StringBuilder packed = new StringBuilder();
        for (String name : new TreeSet<>(environment.keySet())) {
            if (!PLAIN_NAME.matcher(name).matches()) {
                String variable = name + "=" + plain.remove(name);
                packed.append(HexFormat.of().formatHex(Bytes.of(variable))).append(' ');
            }
        }
        if (!packed.isEmpty()) {
            plain.put("NUDGE_ODD_VARIABLES", packed.toString());
        }
        return plain;
    }

    /// Returns what has become of earlier submissions, as [dev.nudge.engine.Cluster#recover].
    Map<Long, StartOutcome> recover(EngineChoice place, Collection<Job> jobs) throws IOException {
        for (Job job : jobs) {
            Files.deleteIfExists(store.directory(job.number()).submittedEnvironment());
        }
        Map<Known, String> known =
                sites.ask(place, SlurmCommands::list).stream()
                        .collect(Collectors.toMap(Known::of, SlurmJob::id, (a, _) -> a));
        Map<Long, StartOutcome> outcomes = new HashMap<>();
        for (Job job : jobs) {
            try {
                outcomes.put(job.number(), recover(job, known));
            } catch (IOException e) {
                LOG.log(Level.WARNING, "job {0}: {1}", Long.toString(job.number()), Reasons.of(e));
            }
        }
        return outcomes;
    }

    /// By what a job of Slurm is found again: `element` is the end of its id in an array, `_7`.
    private record Known(String name, String element) {
        static Known of(SlurmJob job) {
            int at = job.id().indexOf('_');
            return new Known(job.name(), at < 0 ? "" : job.id().substring(at));
        }
    }

    private StartOutcome recover(Job job, Map<Known, String> known) throws IOException {
        JobDirectory directory = store.directory(job.number());
        Optional<String> id =
                tickets.assignee(directory)
                        .map(submission ->
                                known.get(new Known(name(job, submission), elementId("", job))));
        if (id.isPresent()) {
            return submitted(id.get());
        }
        return tickets.revokeAnyTicket(directory)
                ? new Postponed("an earlier daemon was killed")
                : claimed(directory);
    }

    /// Takes the ticket back, so that no host starts the job. Returns false if one has taken it.
    boolean revoke(Job job) throws IOException {
        return tickets.revokeAnyTicket(store.directory(job.number()));
    }

    /// Returns whether a host may still start a job, or has taken its ticket.
    boolean hasTicket(Job job) throws IOException {
        return tickets.hasTicket(store.directory(job.number()));
    }

    /// Uses up the ticket of a start whose end is final, so that Slurm cannot start the command
    /// again. An end without the name of its start is that of the last start that is known. Returns
    /// false if the command has been started again.
    boolean settle(Job job, ExitRecord end) throws IOException {
        JobDirectory directory = store.directory(job.number());
        if (end.start().isPresent()) {
            return tickets.settle(directory, end.start().get());
        }
        Optional<ClusterJob> last =
                tickets.claimant(directory)
                        .map(start -> ClusterJob.at(SlurmEngine.NAME, start))
                        .filter(start ->
                                job.cluster().filter(in -> !in.id().equals(start.id())).isEmpty());
        return last.isEmpty()
                || (!isLater(last.get(), job) && tickets.settle(directory, last.get().startName()));
    }

    /// Returns whether a job that runs has been started again since. For one that is to be stopped,
    /// this does not matter: it is not to be started any more.
    private static boolean isLater(ClusterJob start, Job job) {
        return job.isRunning() && start.restarts() > job.cluster().orElseThrow().restarts();
    }
}
