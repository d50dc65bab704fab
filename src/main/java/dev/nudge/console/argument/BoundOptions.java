package dev.nudge.console.argument;

import dev.nudge.job.bounds.Bounds;
import dev.nudge.request.BoundWords;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// The options of `nudge run` that bound what the job may use of the machine.
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class BoundOptions {
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description =
                    "Let it use no more memory than this (8G, 512M; 0 for no bound). How that is done, and what it"
                            + " guarantees here, is shown by nudge show.")
    private @Nullable String memory;

    @Option(
            names = "--cpus",
            paramLabel = "N",
            description =
                    "Let it use no more processors than this: 2, or 0.5 where that can be done; 0 for no bound.")
    private @Nullable String cpus;

    @Option(
            names = "--nice",
            paramLabel = "N",
            description =
                    "Its niceness: the higher, the more it lets others go first; -20 to 19, below 0 only"
                            + " for root.")
    private @Nullable String nice;

    /// Rejects values that are wrong.
    public void check(CommandSpec spec) {
        Usage.check(spec, memory, size -> BoundWords.memory("--memory", size));
        Usage.check(spec, cpus, number -> BoundWords.cpus("--cpus", number));
        Usage.check(spec, nice, value -> BoundWords.nice("--nice", value));
    }

    /// Returns what the job may use.
    public Bounds bounds() {
        return new Bounds(
                memory == null ? OptionalLong.empty() : BoundWords.memory("--memory", memory),
                cpus == null ? OptionalDouble.empty() : BoundWords.cpus("--cpus", cpus),
                nice == null
                        ? OptionalInt.empty()
                        : OptionalInt.of(BoundWords.nice("--nice", nice)));
    }
}
