package dev.nudge.testkit;

import static dev.nudge.testkit.Patience.soon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A control group for memory, of version 1, in which a cluster makes those of its jobs.
record MemoryGroup(Path group) implements AutoCloseable {
    private static final Path ROOT = Path.of("/sys/fs/cgroup/memory");

    /// Makes a group; empty where the machine has no controller of version 1 that can be written.
    ///
    /// @param mount a directory, in which the system's groups for memory will be this one
    static Optional<MemoryGroup> make(Path mount) throws IOException {
        Path group = ROOT.resolve("nudge-test-" + ProcessHandle.current().pid());
        if (!Files.isWritable(ROOT.resolve("memory.limit_in_bytes")) || !group.toFile().mkdir()) {
            return Optional.empty();
        }
        Files.writeString(group.resolve("memory.use_hierarchy"), "1");
        Files.createSymbolicLink(Files.createDirectory(mount).resolve("memory"), group);
        return Optional.of(new MemoryGroup(group));
    }

    /// Removes the group, once its processes have ended.
    @Override
    public void close() {
        soon().until(this::isRemoved);
    }

    private boolean isRemoved() throws IOException {
        if (Files.notExists(group)) {
            return true;
        }
        List<Path> folders;
        try (Stream<Path> all = Files.walk(group)) {
            folders = all.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList();
        }
        return folders.stream().allMatch(folder -> folder.toFile().delete());
    }
}
