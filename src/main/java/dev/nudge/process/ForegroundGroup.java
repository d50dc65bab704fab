package dev.nudge.process;

import dev.nudge.process.ProcessTable.Stat;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the processes of a terminal's foreground group among the descendants of its session
/// leader, so that not every process on the machine has to be read.
///
/// A process whose parent has ended is found only if it leads the group.
record ForegroundGroup(ProcessTable table) {
    private static final Logger LOG = System.getLogger(ForegroundGroup.class.getName());

    /// Returns the living processes of a group, by pid.
    Map<Long, Stat> members(long leader, long group) {
        Map<Long, Stat> seen = new HashMap<>();
        Deque<Long> open = new ArrayDeque<>(List.of(leader, group));
        Optional<Map<Long, List<Long>>> all = Optional.empty();
        if (!hasChildren(leader)) {
            all = Optional.of(children(all()));
        }
        while (!open.isEmpty()) {
            long pid = open.pop();
            Optional<Stat> stat = seen.containsKey(pid) ? Optional.empty() : table.stat(pid);
            if (stat.isPresent()) {
                seen.put(pid, stat.get());
                open.addAll(
                        all.map(a -> a.getOrDefault(pid, List.of()))
                                .orElseGet(() -> children(pid)));
            }
        }
        seen.values().removeIf(s -> s.group() != group || s.isDead());
        return seen;
    }

    private Map<Long, Stat> all() {
        try {
            return table.all();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the process table cannot be read: {0}", e.toString());
            return Map.of();
        }
    }

    /// Returns whether there is a file of children. Kernels without CONFIG_PROC_CHILDREN have none.
    private boolean hasChildren(long pid) {
        String own = Long.toString(pid);
        return Files.exists(table.folder(pid).resolve("task").resolve(own).resolve("children"));
    }

    private List<Long> children(long pid) {
        List<Long> children = new ArrayList<>();
        for (Path thread : threads(table.folder(pid))) {
            try {
                byte[] bytes = Files.readAllBytes(thread.resolve("children"));
                String line = new String(bytes, StandardCharsets.US_ASCII).strip();
                for (String child : line.isEmpty() ? new String[0] : line.split(" ", -1)) {
                    children.add(Long.parseLong(child));
                }
            } catch (IOException e) {
                LOG.log(Level.TRACE, "{0} has ended; its children belong to another now", thread);
            }
        }
        return children;
    }

    private static Map<Long, List<Long>> children(Map<Long, Stat> all) {
        Map<Long, List<Long>> children = new HashMap<>();
        all.forEach((pid, stat) ->
                children.computeIfAbsent(stat.parent(), _ -> new ArrayList<>()).add(pid));
        return children;
    }

    /// Lists the folders of a process's threads; none if it has ended.
    static List<Path> threads(Path process) {
        List<Path> threads = new ArrayList<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(process.resolve("task"))) {
            tasks.forEach(threads::add);
        } catch (IOException | DirectoryIteratorException e) {
            return threads;
        }
        return threads;
    }
}
