package dev.nudge.engine.slurm;

import dev.nudge.engine.Cluster;
import dev.nudge.engine.Cluster.EngineCheck;
import dev.nudge.engine.Engine.JobStart;
import dev.nudge.engine.Engine.Look;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.slurm.Sights.Sight;
import dev.nudge.engine.slurm.SlurmJob.SlurmState;
import dev.nudge.exec.StartOutcome;
import dev.nudge.job.Bounds;
import dev.nudge.job.Bounds.BoundWay;
import dev.nudge.job.Bounds.Ways;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.store.ExitRecord;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobStore;
import dev.nudge.store.QueueStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Hands commands to a Slurm cluster. The host script runs on the node, as the batch script, and
/// records the same as on this machine, in the same directory, which the node must see.
public final class SlurmEngine implements Cluster {
    private static final Logger LOG = System.getLogger(SlurmEngine.class.getName());

    public static final String NAME = "slurm";

    /// How long a record may take from the node to here: network file systems keep what they have
    /// read for up to a minute.
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /// The same if the file system is on this machine, and so is the node.
    private static final Duration LOCAL_PATIENCE = Duration.ofSeconds(2);

    /// What a shell adds to the number of the signal that has killed what it ran.
    private static final int BY_SIGNAL = 128;

    /// How long a host may take from its ticket to its first record.
    private static final Duration BEGINNING = Duration.ofSeconds(15);

    private static final Set<String> LOCAL_FILE_SYSTEMS =
            Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs", "overlay", "zfs");

    private static final int MOST_READ = 8192;

    /// What Slurm's daemon on the node writes into the file of the batch script. There are clusters
    /// where nothing else says that a job was killed for its memory (`OverMemoryKill`).
    private static final Pattern OUT_OF_MEMORY =
            Pattern.compile(
                    "slurmstepd[^\\n]*(?i:exceeded (job |step )?memory limit|oom[-_]kill event)");

    private final JobStore store;
    private final Sites sites;
    private final Submitter submitter;
    private final Sights sights;
    private final Ending ending;
    private final SiteCheck check;
    private final Duration patience;

    public SlurmEngine(
            StateDirectory state,
            JobStore store,
            QueueStore tickets,
            Function<String, EngineChoice> groups) {
        this.store = store;
        this.sites = new Sites(groups);
        this.submitter = new Submitter(state, store, tickets, sites);
        this.sights = new Sights(sites);
        this.ending = new Ending(store, submitter, sites, sights);
        this.check = new SiteCheck(state, sites);
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
        SubmitOptions.check(options);
        EngineChoice choice = SlurmCommands.found(options, environment);
        try {
            List<SlurmJob> _ = sites.ask(choice, SlurmCommands::list);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "Slurm cannot be used from here: %s. Try again where \"scontrol ping\" finds its controller"
                            .formatted(Reasons.of(e)),
                    e);
        }
        return choice;
    }

    @Override
    public Fit fit(boolean isOnTerminal, Bounds asked) {
        Ways ways =
                new Ways(
                        Optional.of(BoundWay.CLUSTER).filter(_ -> asked.memory().isPresent()),
                        Optional.of(BoundWay.CLUSTER).filter(_ -> asked.cpus().isPresent()),
                        Optional.of(BoundWay.RENICE).filter(_ -> asked.nice().isPresent()));
        String noTerminal =
                "the jobs of its group run in Slurm, where they have no terminal; leave the terminal out, or run it with: srun --pty";
        return new Fit(asked.by(ways), Optional.of(noTerminal).filter(_ -> isOnTerminal));
    }

    @Override
    public Optional<String> unavailability(EngineChoice choice) {
        return sites.unavailability(choice);
    }

    @Override
    public List<EngineCheck> check(EngineChoice choice) {
        return check.of(choice);
    }

    @Override
    public Map<Long, StartOutcome> start(List<JobStart> starts) {
        for (JobStart start : starts) {
            sights.forget(start.job().number());
        }
        return submitter.submit(starts);
    }

    @Override
    public Map<Long, StartOutcome> recover(EngineChoice place, Collection<Job> jobs)
            throws IOException {
        return submitter.recover(place, jobs);
    }

    @Override
    public boolean withdraw(Job job) throws IOException {
        boolean isWithdrawn = submitter.revoke(job);
        if (isWithdrawn) {
            job.cluster().ifPresent(in -> sites.cancelEventually(sites.place(job), in.id()));
        }
        return isWithdrawn;
    }

    @Override
    public boolean accept(Job job, ExitRecord exit) {
        return isFinal(job, exit) && settle(job, exit);
    }

    /// Returns whether an exit is all that there is to know. Slurm may start the command again; or
    /// a failure may be due to a signal of Slurm that had not yet reached the host. A Slurm that
    /// cannot be asked has hardly sent one.
    private boolean isFinal(Job job, ExitRecord exit) {
        if (exit.isProvisional() || job.cluster().isEmpty()) {
            return !exit.isProvisional();
        }
        return switch (exit.status()) {
            case ExitStatus.Signaled _ -> false;
            case ExitStatus.Exited(int code) ->
                    code == 0 || (code <= BY_SIGNAL && outage(job).isPresent());
            default -> true;
        };
    }

    private boolean settle(Job job, ExitRecord exit) {
        try {
            return submitter.settle(job, exit);
        } catch (IOException e) {
            Reasons.warn(LOG, "job " + job.number() + ": its end does not count yet", e);
            return false;
        }
    }

    @Override
    public void refresh(Collection<Job> jobs) throws IOException {
        sights.refresh(jobs);
    }

    @Override
    public Look look(Job job) {
        if (job.isEnded()) {
            return Look.NOTHING;
        }
        Look look = job.cluster().isEmpty() ? beginning(job) : reckoned(job);
        return look.end().filter(end -> !settle(job, end.exit())).isPresent()
                ? Look.started(look.launch())
                : look;
    }

    private Look reckoned(Job job) {
        try {
            Duration left = sights.isExtinguished(job.number()) ? Duration.ZERO : patience;
            Optional<Sight> sight = sights.of(job).map(seen -> explained(job, seen));
            Optional<HostRecord> host = host(job);
            Optional<ExitRecord> exit = exit(job, host);
            Instant now = Instant.now();
            boolean isOver = sight.filter(seen -> seen.isCertainlyOver(now, left)).isPresent();
            boolean isTaken = host.isPresent() || (isOver && isTaken(job));
            return new Reckoning(job, sight, host, isTaken, exit, left).look(now);
        } catch (IOException e) {
            // If the record is damaged, the register of the jobs sees to that.
            return Look.NOTHING;
        }
    }

    /// Returns what is known of a job of which it is not known whether Slurm has it.
    private Look beginning(Job job) {
        Optional<HostRecord> host = store.readHost(job.number());
        if (host.isEmpty() && isForgotten(job)) {
            ExitStatus lost = new ExitStatus.Lost("its start was interrupted");
            return Look.NOTHING.over(new ExitRecord(lost, Instant.now()), Optional.empty());
        }
        return Look.started(host.map(HostRecord::launch));
    }

    /// Returns whether no host has the ticket, or can get it: nothing will be known of the start.
    private boolean isForgotten(Job job) {
        Duration age = Duration.between(store.savedAt(job), Instant.now());
        try {
            return job.state().isStarting()
                    && age.compareTo(BEGINNING.plus(patience)) >= 0
                    && !submitter.hasTicket(job);
        } catch (IOException e) {
            return false;
        }
    }

    private Sight explained(Job job, Sight sight) {
        boolean isExplained =
                sight.state().equals(Optional.of(SlurmState.FAILED))
                        && isOutOfMemory(SubmitOptions.output(store.directory(job.number())));
        return isExplained ? sight.in(SlurmState.OUT_OF_MEMORY) : sight;
    }

    private static boolean isOutOfMemory(Path log) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(Math.max(0, file.length() - MOST_READ));
            byte[] end = new byte[(int) Math.min(MOST_READ, file.length())];
            int read = file.read(end);
            return read > 0
                    && OUT_OF_MEMORY
                            .matcher(new String(end, 0, read, StandardCharsets.ISO_8859_1))
                            .find();
        } catch (IOException e) {
            return false;
        }
    }

    /// Returns whether a host has started a job that is over, of which no record has come yet; if
    /// not, none will. One that was put back counts as not started until it is started again.
    private boolean isTaken(Job job) throws IOException {
        return job.state().submitted().filter(in -> in.restarts() == 0).isPresent()
                && !submitter.revoke(job);
    }

    /// Returns how the command ended. An end of before the job was put back counts no more.
    private Optional<ExitRecord> exit(Job job, Optional<HostRecord> host) throws IOException {
        boolean isOfNow = host.isPresent() || job.cluster().orElseThrow().restarts() == 0;
        return store.readExit(job.number())
                .filter(exit -> isOfNow || exit.status() instanceof ExitStatus.NotStarted);
    }

    /// Returns the record of the host that holds the job now, not of one before it was put back.
    private Optional<HostRecord> host(Job job) {
        int restarts = job.cluster().orElseThrow().restarts();
        return store.readHost(job.number())
                .filter(host ->
                        host.cluster().filter(its -> its.restarts() >= restarts).isPresent());
    }

    @Override
    public Status status(Job job) {
        Optional<String> outage = outage(job);
        if (job.isEnded() || job.cluster().isEmpty()) {
            return new Status(Optional.empty(), outage);
        }
        Optional<String> words =
                job.state().isWaiting()
                        ? sights.words(job).or(() -> Optional.of("handed over"))
                        : Optional.empty();
        return new Status(outage.or(() -> words), outage);
    }

    private Optional<String> outage(Job job) {
        return sites.trouble(sites.place(job));
    }

    @Override
    public void end(Job job, Duration grace) {
        try {
            ending.end(job, grace);
        } catch (IOException e) {
            throw new UncheckedIOException(Reasons.of(e), e);
        }
    }

    @Override
    public Signalled signal(Job job, Signal signal) throws IOException {
        return Signalled.to(ending.signal(job, signal) ? 1 : 0);
    }
}
