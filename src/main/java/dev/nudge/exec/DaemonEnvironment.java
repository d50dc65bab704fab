package dev.nudge.exec;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Restores the daemon's environment from a job's, for a host that has to start another daemon. It
/// is passed on in memory, as one variable of the host, which the command does not get: none of it
/// is written to disk or appears in a process's arguments.
final class DaemonEnvironment {
    /// The host's variable.
    static final String VARIABLE = "NUDGE_DAEMON_ENVIRONMENT";

    /// The longest variable that a system accepts (MAX_ARG_STRLEN), with room for the name.
    private static final int MAX_BYTES = 130_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private DaemonEnvironment() {}

    /// Renders commands of a POSIX shell that turn the job's environment into the daemon's. Empty
    /// if they are too long: the host then starts no daemon.
    ///
    /// @param daemon the daemon's environment, which is not part of any job
    static String restoring(Map<String, String> job, Map<String, String> daemon) {
        TreeSet<String> names = new TreeSet<>(job.keySet());
        names.addAll(daemon.keySet());
        String commands =
                names.stream()
                        .filter(name -> NAME.matcher(name).matches())
                        .filter(name -> !Objects.equals(job.get(name), wanted(daemon, name)))
                        .map(name -> restoring(name, wanted(daemon, name)))
                        .collect(Collectors.joining(";", ":;", ""));
        return commands.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES ? "" : commands;
    }

    /// Returns the value to restore. A daemon that a job has started is not part of that job.
    private static @Nullable String wanted(Map<String, String> daemon, String name) {
        return name.startsWith("NUDGE_JOB") || name.equals(JobEnvironment.TASK)
                ? null
                : daemon.get(name);
    }

    private static String restoring(String name, @Nullable String value) {
        return value == null ? "unset " + name : "export " + name + "=" + CommandFile.quoted(value);
    }
}
