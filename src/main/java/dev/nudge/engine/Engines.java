package dev.nudge.engine;

import dev.nudge.engine.Engine.Fit;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// All engines.
public final class Engines {
    public static final String LOCAL = "local";

    private final Engine local;
    private final Map<String, Engine> engines = new LinkedHashMap<>();
    private final Function<String, EngineChoice> groups;

    public Engines(Engine local, List<Cluster> clusters, Function<String, EngineChoice> groups) {
        this.local = local;
        engines.put(local.name(), local);
        clusters.forEach(cluster -> engines.put(cluster.name(), cluster));
        this.groups = groups;
    }

    /// Returns the engine of a job: the one that runs it, or has run it, or is going to.
    public Engine of(Job job) {
        return named(job.cluster().map(ClusterJob::engine).orElseGet(() -> planned(job)));
    }

    /// Returns the same if it is a cluster; empty if it is this machine.
    public Optional<Cluster> cluster(Job job) {
        return cluster(of(job));
    }

    public Optional<Cluster> cluster(EngineChoice choice) {
        return cluster(named(choice.engine()));
    }

    private static Optional<Cluster> cluster(Engine engine) {
        return engine instanceof Cluster cluster ? Optional.of(cluster) : Optional.empty();
    }

    private Engine named(String name) {
        return engines.getOrDefault(name, local);
    }

    private String planned(Job job) {
        return job.isEnded() || job.startedAt().isPresent() ? LOCAL : choice(job).engine();
    }

    /// Returns whether what runs a job could be reached the last time. Does not block.
    public boolean isReachable(Job job) {
        return of(job).status(job).outage().isEmpty();
    }

    public boolean isBeingRecorded(Job job) {
        return job.isEnded() && of(job).isBeingRecorded(job);
    }

    public EngineChoice choice(Job job) {
        return groups.apply(job.spec().queueing().group());
    }

    /// @throws IllegalArgumentException if it is not known; the message says which are
    public Engine of(EngineChoice choice) {
        Engine engine = engines.get(choice.engine());
        if (engine == null) {
            throw new IllegalArgumentException(
                    "there is no engine \"%s\"; there are: %s"
                            .formatted(choice.engine(), String.join(", ", engines.keySet())));
        }
        return engine;
    }

    public Fit fit(EngineChoice choice, JobSpec spec) {
        return of(choice).fit(spec.terminal().isPresent(), spec.limits().bounds());
    }

    /// Returns what a group has to record in order to use the engine of this name, as
    /// [Engine#choice].
    public EngineChoice choice(String name, List<String> options, Map<String, String> environment) {
        EngineChoice named = new EngineChoice(name, options, Optional.empty(), Optional.empty());
        return of(named).choice(options, environment);
    }
}
