package dev.nudge.exec.bounds;

import dev.nudge.job.bounds.BoundWay;
import dev.nudge.job.bounds.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A control group in the tree of cgroups(7), version 2, below one that was delegated to this user.
///
/// @param parent in which the groups of jobs are made
/// @param controllers what these can bound
record Cgroup(Path parent, Set<String> controllers) implements Fence {
    private static final String TREE = "sys/fs/cgroup";
    private static final String OWN = "0::/";

    Cgroup {
        controllers = Set.copyOf(controllers);
    }

    /// Finds the next group, from this process's own upwards, in which groups can be made, and
    /// which lets them use this controller; empty if there is none. Nothing is changed to make one
    /// so: that would concern processes which are not nudge's. Where systemd runs the system, root
    /// may write everywhere, but the tree is systemd's.
    ///
    /// @param root of the file system
    static Optional<Fence> find(Path root, long user, String controller) {
        boolean isOfSystemd = user == 0 && Files.exists(root.resolve("run/systemd/system"));
        return isOfSystemd ? Optional.empty() : find(root, controller);
    }

    /// Returns in which group those of jobs are made; empty if there is none, as for [#find].
    static Optional<Path> parent(Path root, long user, String controller) {
        return find(root, user, controller)
                .map(fence -> fence instanceof Cgroup(Path parent, _) ? parent : root);
    }

    private static Optional<Fence> find(Path root, String controller) {
        Path tree = root.resolve(TREE);
        try {
            Optional<Path> own =
                    Files.readAllLines(root.resolve("proc/self/cgroup")).stream()
                            .filter(line -> line.startsWith(OWN))
                            .map(line -> tree.resolve(line.substring(OWN.length())).normalize())
                            .findFirst();
            for (Path group = own.orElse(root);
                    group.startsWith(tree);
                    group = group.resolveSibling("").normalize()) {
                Set<String> controllers = controllers(group);
                if (controllers.contains(controller) && isOurs(group)) {
                    return Optional.of(new Cgroup(group, controllers));
                }
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static boolean isOurs(Path group) {
        return Files.isWritable(group) && Files.isWritable(group.resolve("cgroup.procs"));
    }

    /// Returns what the groups in this one can bound.
    private static Set<String> controllers(Path group) throws IOException {
        Path file = group.resolve("cgroup.subtree_control");
        return Files.exists(file)
                ? Set.copyOf(List.of(Files.readString(file).strip().split(" ")))
                : Set.of();
    }

    @Override
    public BoundWay way() {
        return BoundWay.CGROUP;
    }

    @Override
    public boolean has(String controller) {
        return controllers.contains(controller);
    }

    @Override
    public Map<String, String> orders(Bounds bounds, String name) {
        Map<String, String> orders = new HashMap<>();
        orders.put("group", parent.resolve(name).toString());
        if (bounds.ways().memory().equals(Optional.of(way()))) {
            orders.put("memory", Long.toString(bounds.memory().orElseThrow()));
        }
        if (bounds.ways().cpus().equals(Optional.of(way()))) {
            long quota = Math.round(bounds.cpus().orElseThrow() * 100_000);
            orders.put("cpu", quota + " 100000");
        }
        return orders;
    }
}
