package dev.nudge.engine;

import java.util.List;
import java.util.Optional;

/// Which engine runs the jobs of a group, and how.
///
/// @param options what it passes on to the cluster, without hyphens, in the given order:
///   `partition=gpu`
/// @param programs the directory of the cluster's programs; empty where there are none
/// @param configuration the file that says where the cluster is; empty for the usual one
public record EngineChoice(
        String engine,
        List<String> options,
        Optional<String> programs,
        Optional<String> configuration) {
    public static final EngineChoice LOCAL =
            new EngineChoice(Engines.LOCAL, List.of(), Optional.empty(), Optional.empty());

    public EngineChoice {
        options = List.copyOf(options);
    }

    public boolean isLocal() {
        return engine.equals(Engines.LOCAL);
    }

    /// Returns what leads to the same machines: the same without the options of the group.
    public EngineChoice place() {
        return withOptions(List.of());
    }

    public EngineChoice withOptions(List<String> others) {
        return new EngineChoice(engine, others, programs, configuration);
    }
}
