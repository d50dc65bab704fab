package dev.nudge.protocol;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The first line of a connection, from client to daemon.
///
/// @param version the client's version
/// @param role what follows: `mcp` for lines of MCP, `carrier` for a [Frame] with a command and
///   what belongs to it, `onlooker` for the same from a client that does not keep a daemon from
///   leaving, `cli` for a [StopRequest]
/// @param pid the client's process
/// @param cwd its directory, absolute
/// @param umask its umask in octal digits, for the jobs that it starts
/// @param environment its whole environment: kept in memory only, but for that of `nudge web`
public record Hello(
        String version,
        String role,
        long pid,
        String cwd,
        String umask,
        Map<String, String> environment) {
    public static final String MCP = "mcp";
    public static final String CLI = "cli";
    public static final String CARRIER = "carrier";
    public static final String ONLOOKER = "onlooker";

    private static final List<String> ROLES = List.of(MCP, CLI, CARRIER, ONLOOKER);

    /// Checks what came over the wire.
    ///
    /// @throws IllegalArgumentException naming what is missing or wrong
    public Hello {
        require(version, "version");
        if (role == null || !ROLES.contains(role)) {
            throw new IllegalArgumentException(
                    "role is \"" + role + "\"; expected one of " + ROLES);
        }
        if (pid < 1) {
            throw new IllegalArgumentException("pid is " + pid + "; expected a process id");
        }
        require(cwd, "cwd");
        if (umask == null || !isOctal(umask)) {
            throw new IllegalArgumentException("umask is \"" + umask + "\"; expected octal digits");
        }
        environment = Map.copyOf(require(environment, "environment"));
    }

    private static boolean isOctal(String umask) {
        boolean isOctal = !umask.isEmpty() && umask.length() <= 4;
        for (int i = 0; i < umask.length(); i++) {
            isOctal &= umask.charAt(i) >= '0' && umask.charAt(i) <= '7';
        }
        return isOctal;
    }

    /// Returns whether the daemon may leave despite this client.
    public boolean isOnlooker() {
        return role.equals(ONLOOKER);
    }

    /// Returns the same greeting without some variables.
    public Hello without(Set<String> names) {
        Map<String, String> rest = new HashMap<>(environment);
        rest.keySet().removeAll(names);
        return new Hello(version, role, pid, cwd, umask, rest);
    }

    private static <T> T require(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
