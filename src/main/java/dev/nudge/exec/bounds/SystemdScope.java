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

/// A scope of the user's systemd manager, made by systemd-run(1).
///
/// @param runtime the runtime directory of the user, in which the manager listens
/// @param controllers what the manager may bound
record SystemdScope(Path program, Path runtime, Set<String> controllers) implements Fence {
    SystemdScope {
        controllers = Set.copyOf(controllers);
    }

    /// Finds it; empty if no such manager runs. One that may not bound anything, as with the first
    /// version of control groups, would ignore the bounds.
    ///
    /// @param root of the file system
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
            List<String> words = List.of(Files.readString(controllers).strip().split(" "));
            return Optional.of(new SystemdScope(program, runtime, Set.copyOf(words)));
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    @Override
    public BoundWay way() {
        return BoundWay.SYSTEMD;
    }

    @Override
    public boolean has(String controller) {
        return controllers.contains(controller);
    }

    @Override
    public Map<String, String> orders(Bounds bounds, String name) {
        StringBuilder command = new StringBuilder(program + " --user --scope --quiet");
        if (bounds.ways().memory().equals(Optional.of(way()))) {
            command.append(" --property=MemoryMax=").append(bounds.memory().orElseThrow());
            command.append(" --property=MemorySwapMax=0");
        }
        if (bounds.ways().cpus().equals(Optional.of(way()))) {
            long percent = Math.round(bounds.cpus().orElseThrow() * 100);
            command.append(" --property=CPUQuota=").append(percent).append('%');
        }
        return new HashMap<>(
                Map.of(
                        "scope", command.toString(),
                        "unit", name,
                        "runtime", runtime.toString()));
    }
}
