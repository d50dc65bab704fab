package dev.nudge.exec.bounds;

import dev.nudge.exec.bounds.Fence.Cgroup;
import dev.nudge.exec.bounds.Fence.SystemdScope;
import dev.nudge.job.Bounds;
import dev.nudge.job.Bounds.BoundWay;
import dev.nudge.job.Bounds.Ways;
import dev.nudge.job.Words;
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
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The ways in which this system can keep a job within its bounds. Looks anew each time, since a
/// systemd manager comes and goes with its user; for a job without bounds it does nothing.
public final class BoundWays {
    private static final Logger LOG = System.getLogger(BoundWays.class.getName());

    /// How the names of groups and scopes begin, before the number of the job; the pid of its host
    /// follows.
    private static final String NAME = "nudge-job-";

    private static final Pattern ALLOWED = Pattern.compile("Cpus_allowed_list:\\s*([\\d,-]+)");

    private final Path root;
    private final long user;

    BoundWays(Path root, long user) {
        this.root = root;
        this.user = user;
    }

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
                        way(
                                asked.memory().isPresent(),
                                fence,
                                Fence.MEMORY,
                                () -> Optional.of(BoundWay.ULIMIT)),
                        way(asked.cpus().isPresent(), fence, Fence.CPU, () -> cores(asked)),
                        Optional.of(BoundWay.RENICE).filter(_ -> asked.nice().isPresent())));
    }

    /// Returns why a job cannot have these bounds here, and what to do; empty if it can.
    public Optional<String> obstacle(Bounds asked) {
        Ways ways = chosen(asked).ways();
        if (asked.cpus().isEmpty() || ways.cpus().isPresent()) {
            return Optional.empty();
        }
        double cpus = asked.cpus().getAsDouble();
        return Optional.of(
                ("cpus is %s, but this system can only give a job whole processors: there is neither a systemd"
                                + " manager of yours nor a control group that could bound its share; ask for %d")
                        .formatted(cpus, (long) Math.ceil(cpus)));
    }

    /// Returns the fields of the order from which the host of a job makes its bounds; none for no
    /// bounds.
    ///
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
        Optional<BoundWay> way =
                Stream.of(ways.memory(), ways.cpus())
                        .flatMap(Optional::stream)
                        .filter(w -> w == BoundWay.SYSTEMD || w == BoundWay.CGROUP)
                        .findFirst();
        if (way.isPresent()) {
            Fence fence =
                    fence(chosen)
                            .filter(found -> found.way() == way.get())
                            .orElseThrow(() ->
                                    new IOException(
                                            "what was to bound it has just disappeared (%s); start it again"
                                                    .formatted(Words.of(way.get()))));
            orders.putAll(fence.orders(chosen, NAME + job));
        }
        if (ways.memory().equals(Optional.of(BoundWay.ULIMIT))) {
            orders.put("address_space", Long.toString(chosen.memory().orElseThrow()));
        }
        if (ways.cpus().equals(Optional.of(BoundWay.TASKSET))) {
            int count = (int) chosen.cpus().orElseThrow();
            orders.put("cores", cores(count, job));
        }
        chosen.nice().ifPresent(nice -> orders.put("nice", Integer.toString(nice)));
        return orders;
    }

    /// Removes what is left of bounds whose host has ended, as soon as no process is bounded by it
    /// any more. What cannot be removed now stays.
    public void sweep() {
        Stream.of(Fence.MEMORY, Fence.CPU)
                .flatMap(controller -> Cgroup.find(root, user, controller).stream())
                .map(Cgroup::parent)
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

    /// Returns what bounds the processes of a job together. One, since a process is in one control
    /// group: what it cannot bound is bounded in another way.
    private Optional<Fence> fence(Bounds asked) {
        String first = asked.memory().isPresent() ? Fence.MEMORY : Fence.CPU;
        if (asked.memory().isEmpty() && asked.cpus().isEmpty()) {
            return Optional.empty();
        }
        return SystemdScope.find(root, user)
                .filter(scope -> scope.controllers().contains(first))
                .or(() -> Cgroup.find(root, user, first));
    }

    private static Optional<BoundWay> way(
            boolean isAsked,
            Optional<Fence> fence,
            String controller,
            Supplier<Optional<BoundWay>> otherwise) {
        return isAsked
                ? fence.filter(f -> f.controllers().contains(controller))
                        .map(Fence::way)
                        .or(otherwise)
                : Optional.empty();
    }

    private static Optional<BoundWay> cores(Bounds asked) {
        double cpus = asked.cpus().orElseThrow();
        return cpus == Math.rint(cpus) ? Optional.of(BoundWay.TASKSET) : Optional.empty();
    }

    /// Chooses cores for a job among those on which this process may run, as taskset(1) takes them:
    /// `2,3`. Jobs that follow each other get different ones, as far as there are enough.
    ///
    /// @param count how many; all if there are not that many
    private String cores(int count, long job) throws IOException {
        Matcher list = ALLOWED.matcher(Files.readString(root.resolve("proc/self/status")));
        if (!list.find()) {
            throw new IOException("the cores of this machine are not known");
        }
        int[] all =
                Stream.of(list.group(1).split(","))
                        .map(range -> range.split("-"))
                        .flatMapToInt(ends ->
                                IntStream.rangeClosed(
                                        Integer.parseInt(ends[0]),
                                        Integer.parseInt(ends[ends.length - 1])))
                        .toArray();
        int most = Math.min(count, all.length);
        return LongStream.range(job * most, job * most + most)
                .mapToInt(place -> all[(int) (place % all.length)])
                .sorted()
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(","));
    }
}
