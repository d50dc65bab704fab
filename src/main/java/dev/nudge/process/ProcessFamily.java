package dev.nudge.process;

import dev.nudge.process.ProcessTable.Stat;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// All processes that originate from one command, wherever they have moved: all descendants of its
/// host, which adopts what the command leaves behind. If the host has been killed: the command's
/// session, its process group, every process that carries its mark in the environment, and the
/// descendants of all these. So a daemon that has forked twice and has a session of its own is
/// found as well. Without a host, one that has also emptied its environment is not.
///
/// Hosts are not in the family, nor is what they start besides their commands, nor is this process,
/// if a job has started it.
///
/// @param command the command's own process, leader of its session and group; it may have ended
/// @param name the environment variable that marks the family
/// @param hostName the environment variable that marks hosts, and what they start besides commands
public record ProcessFamily(
        ProcessTable table,
        ProcessId command,
        ProcessId host,
        String name,
        String value,
        String hostName) {
    /// Returns the processes that are alive now. Reads the whole process table: some milliseconds,
    /// some tens on a machine with thousands of processes. Fails if files cannot be opened now, so
    /// that some processes may be missing.
    public Set<ProcessId> living() throws IOException {
        Map<Long, Stat> all = table.all();
        Set<Long> others = new HashSet<>(Set.of(ProcessHandle.current().pid()));
        Set<Long> members = new HashSet<>();
        for (Map.Entry<Long, Stat> process : all.entrySet()) {
            long pid = process.getKey();
            Stat stat = process.getValue();
            Map<String, String> environment = table.requireEnvironment(pid);
            if (environment.containsKey(hostName) || isHost(pid, stat)) {
                others.add(pid);
            } else if (isInSession(stat, all)
                    || (isChildOfHost(stat, all)
                            && !environment.containsKey(name)
                            && !isExiting(pid, environment))
                    || value.equals(environment.get(name))) {
                members.add(pid);
            }
        }
        members.removeAll(others);
        addDescendants(members, others, all);
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

    /// Returns whether the parent of a process is the host of the command: it is the command, or
    /// was adopted. It may belong to another job, if this one has started the daemon.
    private boolean isChildOfHost(Stat stat, Map<Long, Stat> all) {
        Stat parent = all.get(stat.parent());
        return parent != null && isHost(stat.parent(), parent);
    }

    /// Returns whether a process shows no environment because it is exiting: so it may be the one
    /// that holds the terminal.
    private boolean isExiting(long pid, Map<String, String> environment) {
        return environment.isEmpty() && table.stat(pid).filter(s -> !s.isExiting()).isEmpty();
    }

    private boolean isHost(long pid, Stat stat) {
        return pid == host.pid() && stat.startTime() == host.startTime();
    }

    private static void addDescendants(Set<Long> members, Set<Long> others, Map<Long, Stat> all) {
        int before;
        do {
            before = members.size();
            all.forEach((pid, stat) -> {
                if (members.contains(stat.parent()) && !others.contains(pid)) {
                    members.add(pid);
                }
            });
        } while (members.size() > before);
    }
}
