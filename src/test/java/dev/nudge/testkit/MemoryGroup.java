package dev.nudge.testkit;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A control group for memory, of version 1, in which a cluster makes those of its jobs.
final class MemoryGroup implements AutoCloseable {
    private static final Path ROOT = Path.of("/sys/fs/cgroup/memory");
    private static final Duration PATIENCE = Patience.LONG;

    private final Path group;

    private MemoryGroup(Path group) {
        this.group = group;
    }

    /// Makes a group. Where that is not possible, the test is skipped.
    ///
    /// @param mount a directory, in which the system's groups for memory will be this one
    static MemoryGroup make(Path mount) throws IOException {
        if (!Files.isWritable(ROOT.resolve("memory.limit_in_bytes"))) {
            abort("This machine has no memory controller of version 1 that can be written");
        }
        Path group = ROOT.resolve("nudge-test-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(group);
        } catch (IOException e) {
            abort("The memory controller of this machine cannot be written: " + e);
        }
        Files.writeString(group.resolve("memory.use_hierarchy"), "1");
        Files.createSymbolicLink(Files.createDirectory(mount).resolve("memory"), group);
        return new MemoryGroup(group);
    }

    /// Removes the group, once its processes have ended.
    @Override
    public void close() {
        await().atMost(PATIENCE).until(this::isRemoved);
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
