package dev.nudge.exec.bounds;

import dev.nudge.job.Bounds;
import dev.nudge.job.Bounds.BoundWay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Something that bounds all processes of a job together.
sealed interface Fence {
    /// Controllers, by cgroups(7).
    String MEMORY = "memory";

    String CPU = "cpu";

    BoundWay way();

    Set<String> controllers();

    /// Returns the fields from which the job's host makes it.
    ///
    /// @param bounds of which those are meant that are to be seen to in this way
    /// @param name a name for it, unique among the jobs of this state directory
    Map<String, String> orders(Bounds bounds, String name);

    default boolean isMemoryOf(Bounds bounds) {
        return bounds.ways().memory().equals(Optional.of(way()));
    }

    default boolean isCpuOf(Bounds bounds) {
        return bounds.ways().cpus().equals(Optional.of(way()));
    }

    private static Set<String> words(Path file) throws IOException {
        return Set.copyOf(List.of(Files.readString(file).strip().split(" ")));
    }

    /// A scope of the user's systemd manager, made by systemd-run(1).
    ///
    /// @param runtime the runtime directory of the user, in which the manager listens
    record SystemdScope(Path program, Path runtime, Set<String> controllers) implements Fence {
        /// Finds it; empty if no such manager runs. One that may not bound anything, as with the
        /// first version of control groups, would ignore the bounds.
        static Optional<Fence> find(Path root, long user) {
            Path program = root.resolve("usr/bin/systemd-run");
            Path runtime = root.resolve("run/user/" + user);
            Path controllers =
                    root.resolve(
                            "sys/fs/cgroup/user.slice/user-%1$d.slice/user@%1$d.service/cgroup.controllers"
                                    .formatted(user));
            if (!Files.isExecutable(program) || !Files.exists(runtime.resolve("systemd/private"))) {
                return Optional.empty();
            }
            try {
                return Optional.of(new SystemdScope(program, runtime, words(controllers)));
            } catch (IOException none) {
                return Optional.empty();
            }
        }

        @Override
        public BoundWay way() {
            return BoundWay.SYSTEMD;
        }

        @Override
        public Map<String, String> orders(Bounds bounds, String name) {
            StringBuilder command = new StringBuilder(program + " --user --scope --quiet");
            if (isMemoryOf(bounds)) {
                command.append(" --property=MemoryMax=").append(bounds.memory().orElseThrow());
                command.append(" --property=MemorySwapMax=0");
            }
            if (isCpuOf(bounds)) {
                long percent = Math.round(bounds.cpus().orElseThrow() * 100);
                command.append(" --property=CPUQuota=").append(percent).append('%');
            }
            return Map.of("scope", command.toString(), "unit", name, "runtime", runtime.toString());
        }
    }

    /// A control group in the tree of cgroups(7), version 2, below one that was delegated to this
    /// user.
    record Cgroup(Path parent, Set<String> controllers) implements Fence {
        private static final String OWN = "0::/";

        /// Finds the next group, from this process's own upwards, in which groups can be made, and
        /// which lets them use this controller; empty if there is none. Nothing is changed to make
        /// one so: that would concern processes which are not nudge's. Where systemd runs the
        /// system, root may write everywhere, but the tree is systemd's.
        static Optional<Cgroup> find(Path root, long user, String controller) {
            if (user == 0 && Files.exists(root.resolve("run/systemd/system"))) {
                return Optional.empty();
            }
            Path tree = root.resolve("sys/fs/cgroup");
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

        private static Set<String> controllers(Path group) throws IOException {
            Path file = group.resolve("cgroup.subtree_control");
            return Files.exists(file) ? words(file) : Set.of();
        }

        @Override
        public BoundWay way() {
            return BoundWay.CGROUP;
        }

        @Override
        public Map<String, String> orders(Bounds bounds, String name) {
            Map<String, String> orders = new HashMap<>();
            orders.put("group", parent.resolve(name).toString());
            if (isMemoryOf(bounds)) {
                orders.put("memory", Long.toString(bounds.memory().orElseThrow()));
            }
            if (isCpuOf(bounds)) {
                long quota = Math.round(bounds.cpus().orElseThrow() * 100_000);
                orders.put("cpu", quota + " 100000");
            }
            return orders;
        }
    }
}
