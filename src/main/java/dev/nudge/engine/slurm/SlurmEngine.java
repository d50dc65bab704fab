package dev.nudge.engine.slurm;

import dev.nudge.engine.Engine;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Look;
import dev.nudge.engine.Polling;
import dev.nudge.engine.QueuedStart;
import dev.nudge.exec.StartOutcome;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState;
import dev.nudge.job.Signal;
import dev.nudge.job.bounds.BoundWay;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.job.bounds.Bounds.Ways;
import dev.nudge.job.cluster.ClusterJob;
import dev.nudge.process.ProcessId;
import dev.nudge.store.ExitRecord;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobStore;
import dev.nudge.store.QueueStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Hands commands to a Slurm cluster. The host script runs on the node, as the batch script, and
/// records the same as on this machine, in the same directory, which the node must see.
public final class SlurmEngine implements Engine {
    /// The engine's name.
    public static final String NAME = "slurm";

    /// How long a record may take from the node to here: network file systems keep what they have
    /// read for up to a minute.
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /// The same if the file system is on this machine, and so is the node.
    private static final Duration LOCAL_PATIENCE = Duration.ofSeconds(2);

    private static final Set<String> LOCAL_FILE_SYSTEMS =
            Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs", "overlay", "zfs");

    /// Until a job that was killed counts as one that cannot be.
    private static final Duration KILLING = Duration.ofMinutes(1);

    private final JobStore store;
    private final Function<String, EngineChoice> groups;
    private final Sites sites = new Sites();
    private final Submitter submitter;
    private final Duration patience;

    /// What Slurm has said last, by the number of the job.
    private final ConcurrentMap<Long, Sight> sights = new ConcurrentHashMap<>();

    /// The jobs of which nothing is left, not even a host that could record how they ended.
    private final Set<Long> extinguished = ConcurrentHashMap.newKeySet();

    /// @param groups gives what runs the jobs of the group of a name
    public SlurmEngine(
            StateDirectory state,
            JobStore store,
            QueueStore tickets,
            Function<String, EngineChoice> groups) {
        this.store = store;
        this.groups = groups;
        this.submitter = new Submitter(state, store, tickets, sites);
        this.patience = isLocal(state.root()) ? LOCAL_PATIENCE : PATIENCE;
    }

    private static boolean isLocal(Path directory) {
        try {
            return LOCAL_FILE_SYSTEMS.contains(Files.getFileStore(directory).type());
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public EngineChoice choice(List<String> options, Map<String, String> environment) {
        GroupOptions.check(options);
        SlurmSite site;
        try {
            site = SlurmSite.found(environment);
        } catch (SlurmUnavailableException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
        }
        return new EngineChoice(
                NAME,
                options,
                Optional.of(site.programs().toString()),
                site.conf().map(Path::toString));
    }

    private SlurmSite site(Job job) {
        return Sites.site(groups.apply(job.spec().queueing().group()));
    }

    @Override
    public Optional<String> obstacle(boolean isOnTerminal, Bounds bounds) {
        return isOnTerminal
                ? Optional.of(
                        "the jobs of its group run in Slurm, where they have no terminal; leave the terminal out, or run it with: srun --pty")
                : Optional.empty();
    }

    @Override
    public Optional<String> unavailability(EngineChoice choice) {
        return sites.recentTrouble(Sites.site(choice));
    }

    @Override
    public Bounds bounds(JobSpec spec) {
        Bounds asked = spec.limits().bounds();
        Optional<BoundWay> slurm = Optional.of(BoundWay.SLURM);
        return asked.by(
                new Ways(
                        asked.memory().isPresent() ? slurm : Optional.empty(),
                        asked.cpus().isPresent() ? slurm : Optional.empty(),
                        asked.nice().isPresent()
                                ? Optional.of(BoundWay.RENICE)
                                : Optional.empty()));
    }

    @Override
    public StartOutcome start(QueuedStart start) {
        return Objects.requireNonNull(start(List.of(start)).get(start.job().number()));
    }

    @Override
    public Map<Long, StartOutcome> start(List<QueuedStart> starts) {
        starts.forEach(start -> forget(start.job().number()));
        return submitter.submit(starts);
    }

    private void forget(long job) {
        sights.remove(job);
        extinguished.remove(job);
    }

    @Override
    public StartOutcome recover(Job job, EngineChoice choice) throws IOException {
        return submitter.recover(job, choice);
    }

    @Override
    public void refresh(Collection<Job> jobs) throws IOException {
        Map<SlurmSite, List<Job>> bySite = jobs.stream().collect(Collectors.groupingBy(this::site));
        for (Map.Entry<SlurmSite, List<Job>> some : bySite.entrySet()) {
            refresh(some.getKey(), some.getValue());
        }
    }

    private void refresh(SlurmSite site, List<Job> jobs) throws IOException {
        Map<String, SlurmJob> known =
                sites.ask(site, SlurmCommands::list).stream()
                        .collect(Collectors.toMap(SlurmJob::id, Function.identity(), (a, _) -> a));
        Instant now = Instant.now();
        for (Job job : jobs) {
            String id = cluster(job).id();
            Optional<SlurmJob> found = Optional.ofNullable(known.get(id));
            if (found.isEmpty()) {
                try {
                    found = new SlurmCommands(site).past(id);
                } catch (IOException accountingIsDown) {
                    // Nothing is known of this one now, and the others are not to wait for it.
                    continue;
                }
            }
            Sight sight = new Sight(job, found, now);
            sights.compute(job.number(), (_, before) -> sight.after(Optional.ofNullable(before)));
        }
    }

    private static ClusterJob cluster(Job job) {
        return job.cluster()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "job " + job.number() + " has not been submitted"));
    }

    private Optional<Sight> sight(Job job) {
        return Optional.ofNullable(sights.get(job.number()))
                .filter(sight ->
                        sight.asked()
                                .cluster()
                                .map(ClusterJob::id)
                                .equals(job.cluster().map(ClusterJob::id)));
    }

    @Override
    public Look look(Job job) {
        if (job.cluster().isEmpty()) {
            return Look.NOTHING;
        }
        Optional<ExitRecord> exit;
        try {
            exit = store.readExit(job.number());
        } catch (IOException e) {
            // If it is damaged, the register of the jobs sees to that.
            return Look.NOTHING;
        }
        Duration left = extinguished.contains(job.number()) ? Duration.ZERO : patience;
        return new Reckoning(job, sight(job), host(job), exit, left).look(Instant.now());
    }

    /// Returns the record of the host that holds the job now. One of before it was put back counts
    /// no more.
    private Optional<HostRecord> host(Job job) {
        return store.readHost(job.number())
                .filter(host ->
                        host.cluster()
                                .filter(its -> its.restarts() >= cluster(job).restarts())
                                .isPresent());
    }

    @Override
    public Optional<String> condition(Job job) {
        return job.cluster()
                .filter(_ -> !job.isEnded())
                .map(_ -> condition(job, sight(job)))
                .filter(words -> !words.isEmpty());
    }

    private String condition(Job job, Optional<Sight> sight) {
        Optional<String> trouble = sites.trouble(site(job));
        return trouble.isPresent()
                ? trouble.get()
                : sight.flatMap(Sight::found).map(SlurmEngine::words).orElse("");
    }

    private static String words(SlurmJob job) {
        String where = job.nodes().isEmpty() ? "" : " on " + job.nodes();
        boolean isWaiting = job.state().phase() == SlurmState.Phase.WAITING;
        String why =
                isWaiting && !job.reason().isEmpty() && !job.reason().equals("None")
                        ? " (" + job.reason() + ")"
                        : "";
        return "%s%s%s in %s".formatted(job.stateName(), why, where, job.partition());
    }

    @Override
    public boolean isActive(Job job) {
        return job.cluster().isPresent() && !job.isEnded();
    }

    @Override
    public void end(Job job, Duration grace) {
        try {
            if (job.state() instanceof JobState.Submitted) {
                var _ = sites.ask(site(job), slurm -> cancel(slurm, cluster(job).id()));
            } else {
                askToEnd(job, grace);
            }
            var _ = Polling.await(KILLING, Duration.ofSeconds(1), () -> isOver(job));
        } catch (IOException e) {
            throw new UncheckedIOException(Reasons.of(e), e);
        }
    }

    private static boolean cancel(SlurmCommands slurm, String id) throws IOException {
        slurm.cancel(List.of(id));
        return true;
    }

    private void askToEnd(Job job, Duration grace) throws IOException {
        var _ = signal(job, Signal.TERM);
        var _ = signal(job, Signal.CONT);
        if (!Polling.await(grace, () -> isRecorded(job))) {
            var _ = signal(job, Signal.KILL);
            var _ = sites.ask(site(job), slurm -> cancel(slurm, cluster(job).id()));
            extinguished.add(job.number());
        }
    }

    private boolean isRecorded(Job job) {
        try {
            return store.readExit(job.number()).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isOver(Job job) {
        try {
            refresh(List.of(job));
            return sight(job).filter(Sight::isOver).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Set<ProcessId> living(Job job) {
        return Set.of();
    }

    @Override
    public boolean isReachable(Job job) {
        return job.startedAt().isPresent();
    }

    @Override
    public int signal(Job job, Signal signal) throws IOException {
        return sites.ask(site(job), slurm -> slurm.signal(cluster(job).id(), signal)) ? 1 : 0;
    }

    @Override
    public Set<ProcessId> pause(Job job) throws IOException {
        var _ = signal(job, Signal.STOP);
        return Set.of();
    }

    @Override
    public void proceed(Job job) throws IOException {
        var _ = signal(job, Signal.CONT);
    }

    @Override
    public Duration age(Job job) {
        return job.startedAt()
                .map(start -> Duration.between(start, Instant.now()))
                .orElse(Duration.ZERO);
    }
}
