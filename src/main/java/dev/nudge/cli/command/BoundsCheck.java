package dev.nudge.cli.command;

import dev.nudge.console.view.Finding;
import dev.nudge.exec.bounds.BoundWays;
import dev.nudge.job.Words;
import dev.nudge.job.bounds.BoundWay;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.job.bounds.Bounds.Ways;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The doctor's look at how a job can be bounded here. It looks as this process is: a daemon that
/// was started elsewhere may be in another control group.
final class BoundsCheck {
    private static final Bounds ALL =
            new Bounds(
                    OptionalLong.of(Bounds.LEAST_MEMORY), OptionalDouble.of(1), OptionalInt.of(10));

    private final BoundWays bounds;

    BoundsCheck(BoundWays bounds) {
        this.bounds = bounds;
    }

    /// Returns a finding for each thing that a job can be kept from using.
    List<Finding> findings() {
        Ways ways = bounds.chosen(ALL).ways();
        return List.of(
                finding("memory", ways.memory()),
                finding("processors", ways.cpus()),
                finding("niceness", ways.nice()));
    }

    private static Finding finding(String what, Optional<BoundWay> way) {
        return way.map(found ->
                        Finding.good(
                                "A job's %s can be bounded by %s: %s"
                                        .formatted(what, Words.of(found), found.meaning())))
                .orElseGet(() ->
                        Finding.note(
                                "A job's %s cannot be bounded".formatted(what),
                                "install util-linux, whose taskset and renice are used"));
    }
}
