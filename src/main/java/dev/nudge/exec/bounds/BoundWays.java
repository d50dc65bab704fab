package dev.nudge.exec.bounds;

import dev.nudge.job.Words;
import dev.nudge.job.bounds.BoundWay;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.job.bounds.Bounds.Ways;
import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The ways in which this system can keep a job within its bounds. Looks anew each time, since a
/// systemd manager comes and goes with its user; for a job without bounds it does nothing.
public final class BoundWays {
    private static final Logger LOG = System.getLogger(BoundWays.class.getName());

    /// How the names of groups and scopes begin, before the number of the job; the pid of its host
    /// follows.
    private static final String NAME = "nudge-job-";

    private final Path root;
    private final long user;

    BoundWays(Path root, long user) {
        this.root = root;
        this.user = user;
    }

    /// Returns those of this system.
    public static BoundWays here() {
        return new BoundWays(Path.of("/"), new ProcessTable().userId());
    }

    /// Returns the bounds with the best way for each. One for which there is no way has none.
    public Bounds chosen(Bounds asked) {
        if (asked.isNone()) {
            return asked;
        }
        Optional<Fence> fence = fence(asked);
        return asked.by(
                new Ways(
                        way(asked.memory().isPresent(), fence, Fence.MEMORY, this::alone),
                        way(asked.cpus().isPresent(), fence, Fence.CPU, () -> cores(asked)),
                        asked.nice().isPresent() ? Optional.of(BoundWay.RENICE) : none()));
    }

    /// Returns why a job cannot have these bounds here, and what to do; empty if it can.
    public Optional<String> obstacle(Bounds asked) {
        Ways ways = chosen(asked).ways();
        return asked.cpus().isPresent() && ways.cpus().isEmpty()
                ? Optional.of(noCores(asked.cpus().getAsDouble()))
                : Optional.empty();
    }

    private static String noCores(double cpus) {
        return ("cpus is %s, but this system can only give a job whole processors: there is neither a systemd"
                        + " manager of yours nor a control group that could bound its share; ask for %d")
                .formatted(cpus, (long) Math.ceil(cpus));
    }

    /// Returns the fields of the order from which the host of a job makes its bounds; none for no
    /// bounds.
    ///
    /// @param chosen with the way for each
    /// @throws IOException if one of them cannot be had any more; the message says why
    public Map<String, String> orders(Bounds chosen, long job) throws IOException {
        Map<String, String> orders = new HashMap<>();
        if (chosen.isNone()) {
            return orders;
        }
        Optional<String> obstacle = obstacle(chosen);
        if (obstacle.isPresent()) {
            throw new IOException(obstacle.get());
        }
        Ways ways = chosen.ways();
        for (BoundWay way : fences(ways)) {
            orders.putAll(fence(chosen, way).orders(chosen, NAME + job));
        }
        if (isIn(ways.memory(), BoundWay.ULIMIT)) {
            orders.put("address_space", Long.toString(chosen.memory().orElseThrow()));
        }
        if (isIn(ways.cpus(), BoundWay.TASKSET)) {
            int count = (int) chosen.cpus().orElseThrow();
            orders.put("cores", Cores.choose(root, count, job));
        }
        chosen.nice().ifPresent(nice -> orders.put("nice", Integer.toString(nice)));
        return orders;
    }

    /// Returns the fence that was chosen; the same for all that need one.
    private static Set<BoundWay> fences(Ways ways) {
        return Stream.of(ways.memory(), ways.cpus())
                .flatMap(Optional::stream)
                .filter(way -> way == BoundWay.SYSTEMD || way == BoundWay.CGROUP)
                .collect(Collectors.toSet());
    }

    private Fence fence(Bounds chosen, BoundWay way) throws IOException {
        return fence(chosen)
                .filter(fence -> fence.way() == way)
                .orElseThrow(() ->
                        new IOException(
                                "what was to bound it has just disappeared (%s); start it again"
                                        .formatted(Words.of(way))));
    }

    /// Removes what is left of bounds whose host has ended, as soon as no process is bounded by it
    /// any more. What cannot be removed now stays.
    public void sweep() {
        Stream.of(Fence.MEMORY, Fence.CPU)
                .flatMap(controller -> Cgroup.parent(root, user, controller).stream())
                .distinct()
                .forEach(this::sweep);
    }

    private void sweep(Path parent) {
        try (DirectoryStream<Path> groups = Files.newDirectoryStream(parent, NAME + "*")) {
            for (Path group : groups) {
                String host = group.toString().substring(group.toString().lastIndexOf('-') + 1);
                if (host.matches("\\d+") && Files.notExists(root.resolve("proc").resolve(host))) {
                    removeIfEmpty(group);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.log(Level.DEBUG, "{0} cannot be swept: {1}", parent, e.toString());
        }
    }

    private static void removeIfEmpty(Path group) {
        try {
            Files.delete(group);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} stays, since processes are in it: {1}", group, e.toString());
        }
    }

    private static boolean isIn(Optional<BoundWay> way, BoundWay wanted) {
        return way.equals(Optional.of(wanted));
    }

    /// Returns what bounds the processes of a job together. One, since a process is in one control
    /// group: what it cannot bound is bounded in another way.
    private Optional<Fence> fence(Bounds asked) {
        String first = asked.memory().isPresent() ? Fence.MEMORY : Fence.CPU;
        return asked.memory().isEmpty() && asked.cpus().isEmpty()
                ? Optional.empty()
                : Stream.<Supplier<Optional<Fence>>>of(
                                () -> SystemdScope.find(root, user),
                                () -> Cgroup.find(root, user, first))
                        .map(Supplier::get)
                        .flatMap(Optional::stream)
                        .filter(fence -> fence.has(first))
                        .findFirst();
    }

    private static Optional<BoundWay> way(
            boolean isAsked,
            Optional<Fence> fence,
            String controller,
            Supplier<Optional<BoundWay>> otherwise) {
        return isAsked
                ? fence.filter(f -> f.has(controller)).map(Fence::way).or(otherwise)
                : Optional.empty();
    }

    private Optional<BoundWay> alone() {
        return Optional.of(BoundWay.ULIMIT);
    }

    private Optional<BoundWay> cores(Bounds asked) {
        double cpus = asked.cpus().orElseThrow();
        return cpus == Math.rint(cpus) ? Optional.of(BoundWay.TASKSET) : none();
    }

    private static Optional<BoundWay> none() {
        return Optional.empty();
    }
}
