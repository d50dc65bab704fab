package dev.nudge.protocol;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.nudge.process.Inherited;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The first line of a connection, from client to daemon.
///
/// @param version the client's version
/// @param role what follows: `mcp` for lines of MCP, `monitor` for messages to print, `carrier` for
///   a [Frame] with a command and what belongs to it, `onlooker` for the same from a client that
///   does not keep the daemon from exiting, `cli` for a [StopRequest]
/// @param pid the client's process
/// @param cwd its directory, absolute
/// @param inherited the client's umask, limits, niceness and processors, for jobs that it starts
/// @param environment its whole environment: kept in memory only, except that of `nudge web`
public record Hello(
        String version,
        String role,
        long pid,
        String cwd,
        Inherited inherited,
        Map<String, String> environment) {
    public static final String MCP = "mcp";
    public static final String MONITOR = "monitor";
    public static final String CLI = "cli";
    public static final String CARRIER = "carrier";
    public static final String ONLOOKER = "onlooker";

    private static final List<String> ROLES = List.of(MCP, MONITOR, CLI, CARRIER, ONLOOKER);

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
        require(inherited, "inherited");
        environment = Map.copyOf(require(environment, "environment"));
    }

    /// Returns whether the daemon may exit despite this client.
    public boolean isOnlooker() {
        return role.equals(ONLOOKER);
    }

    public Hello without(Set<String> names) {
        Map<String, String> rest = new HashMap<>(environment);
        rest.keySet().removeAll(names);
        return new Hello(version, role, pid, cwd, inherited, rest);
    }

    private static <T> T require(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    /// The daemon's answer to [Hello].
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    public sealed interface Greeting {
        /// Accepts the client; the conversation follows.
        record Welcome(String version, String build, long pid) implements Greeting {}

        /// Refuses the client, with the reason for a person; the connection ends.
        record Refused(String reason) implements Greeting {}
    }
}
