package dev.nudge.console.queue;

import dev.nudge.text.TextBound;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What runs the jobs of a group, as it is given.
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class EngineOptions {
    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            completionCandidates = Names.class,
            description = "What runs its jobs: local (this machine, the default) or slurm.")
    private @Nullable String engine;

    @Option(
            names = "--option",
            paramLabel = "NAME[=VALUE]",
            description =
                    "Pass an option on to sbatch(1), without its hyphens: partition=gpu. May be given"
                            + " several times; with set, these take the place of all before.")
    private @Nullable List<String> options;

    /// What the completion offers. Made by picocli.
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("local", "slurm").iterator();
        }
    }

    /// Returns whether none is given.
    boolean isEmpty() {
        return engine == null && options == null;
    }

    Optional<String> engine() {
        return Optional.ofNullable(engine);
    }

    Optional<List<String>> options() {
        return Optional.ofNullable(options)
                .map(all ->
                        TextBound.checked("--option", all).stream()
                                .map(option -> TextBound.WORD.checked("--option", option))
                                .toList());
    }
}
