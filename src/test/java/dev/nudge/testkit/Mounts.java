package dev.nudge.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/// File systems that a test mounts, to make a disk full or read-only. Only root may mount; for
/// others the test is skipped.
public final class Mounts implements AutoCloseable {
    private final ShortCommand commands =
            new ShortCommand(Patience.LONG, Map.of("PATH", System.getenv("PATH")));
    private final Deque<Path> mounted = new ArrayDeque<>();

    /// Mounts an empty file system of this size.
    public void small(Path folder, String size) {
        mount(folder, List.of("-t", "tmpfs", "-o", "mode=700,size=" + size, "tmpfs"));
    }

    /// Mounts an empty file system that cannot be written.
    public void readOnly(Path folder) {
        mount(folder, List.of("-t", "tmpfs", "-o", "mode=700,ro", "tmpfs"));
    }

    /// Makes this folder read-only, for whoever opens a file from now on.
    public void freeze(Path folder) {
        mount(folder, List.of("--bind", folder.toString()));
        commands.run(List.of("mount", "-o", "remount,ro,bind", folder.toString()));
    }

    /// Undoes the last mount.
    public void undo() {
        commands.run(List.of("umount", "-l", mounted.pop().toString()));
    }

    private void mount(Path folder, List<String> what) {
        List<String> command = new java.util.ArrayList<>(List.of("mount"));
        command.addAll(what);
        command.add(folder.toString());
        assumeTrue(succeeds(command), "only root may mount");
        mounted.push(folder);
    }

    private boolean succeeds(List<String> command) {
        try {
            commands.run(command);
            return true;
        } catch (AssertionError refused) {
            return false;
        }
    }

    @Override
    public void close() {
        while (!mounted.isEmpty()) {
            undo();
        }
    }
}
