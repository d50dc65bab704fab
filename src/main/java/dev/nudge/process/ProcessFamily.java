package dev.nudge.process;

import dev.nudge.process.ProcessTable.Stat;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// All processes that originate from one command, wherever they have moved: its session, its
/// process group, the descendants of those, and every process that carries its mark in the
/// environment, with its descendants. So a daemon that has forked twice and has a session of its
/// own is found as well; only one that has done all this and has emptied its environment is not.
///
/// The host that waits for the command, and the processes it starts to record the end, are not in
/// the family.
public final class ProcessFamily {
    private final ProcessTable table;
    private final ProcessId command;
    private final ProcessId host;
    private final String name;
    private final String value;

    /// Describes the family.
    ///
    /// @param command the command's own process, leader of its session and group; it may have ended
    /// @param host the process that waits for it
    /// @param name the environment variable that marks the family
    /// @param value its value in this family
    public ProcessFamily(
            ProcessTable table, ProcessId command, ProcessId host, String name, String value) {
        this.table = table;
        this.command = command;
        this.host = host;
        this.name = name;
        this.value = value;
    }

    /// Returns the processes that are alive now. Reads the whole process table: some milliseconds,
    /// some tens on a machine with thousands of processes.
    ///
    /// @throws IOException if some may be missing, since the table cannot be read now
    public Set<ProcessId> living() throws IOException {
        Map<Long, Stat> all = table.all();
        Set<Long> members = new HashSet<>();
        for (Map.Entry<Long, Stat> process : all.entrySet()) {
            long pid = process.getKey();
            if (isInSession(process.getValue(), all) || isMarked(pid, all)) {
                members.add(pid);
            }
        }
        addDescendants(members, all);
        Set<ProcessId> living = new HashSet<>();
        all.forEach((pid, stat) -> {
            if (members.contains(pid) && !stat.isDead()) {
                living.add(new ProcessId(pid, stat.startTime()));
            }
        });
        return living;
    }

    /// Returns whether the process is in the command's session or group. Their numbers refer to the
    /// command only as long as no other process has its pid; the kernel does not reassign it while
    /// either has members.
    private boolean isInSession(Stat stat, Map<Long, Stat> all) {
        Stat leader = all.get(command.pid());
        boolean isOther = leader != null && leader.startTime() != command.startTime();
        return !isOther && (stat.session() == command.pid() || stat.group() == command.pid());
    }

    private boolean isMarked(long pid, Map<Long, Stat> all) throws IOException {
        return value.equals(table.requireEnvironment(pid).get(name)) && !isOfHost(pid, all);
    }

    /// Returns whether the host is an ancestor of the process, without the command in between.
    private boolean isOfHost(long pid, Map<Long, Stat> all) {
        Set<Long> seen = new HashSet<>();
        long p = pid;
        for (Stat stat = all.get(p); stat != null && seen.add(p); stat = all.get(p)) {
            if (p == command.pid()) {
                return false;
            }
            if (isHost(p, stat)) {
                return true;
            }
            p = stat.parent();
        }
        return false;
    }

    /// Adds the descendants. The host may be one, of a process that waits for it: that has the mark
    /// too, and is left over if a daemon is killed in the middle of a start.
    private void addDescendants(Set<Long> members, Map<Long, Stat> all) {
        boolean isGrowing = true;
        while (isGrowing) {
            isGrowing = false;
            for (Map.Entry<Long, Stat> process : all.entrySet()) {
                long pid = process.getKey();
                Stat stat = process.getValue();
                if (members.contains(stat.parent()) && !isHost(pid, stat)) {
                    isGrowing |= members.add(pid);
                }
            }
        }
    }

    private boolean isHost(long pid, Stat stat) {
        return pid == host.pid() && stat.startTime() == host.startTime();
    }
}
