package dev.nudge.protocol;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The first line of a connection, from client to daemon.
///
/// @param version the client's version
/// @param role what follows: `mcp` for lines of MCP, `cli` for one [Request] a line, `onlooker` for
///   the same from a client that does not keep a daemon from leaving
/// @param pid the client's process
/// @param cwd its directory, absolute
/// @param umask its umask in octal digits, for the jobs that it starts
/// @param environment its whole environment: kept in memory only
public record Hello(
        String version,
        String role,
        long pid,
        String cwd,
        String umask,
        Map<String, String> environment) {
    private static final JsonFactory JSON = new JsonFactory();

    public static final String MCP = "mcp";
    public static final String CLI = "cli";
    public static final String ONLOOKER = "onlooker";

    private static final List<String> ROLES = List.of(MCP, CLI, ONLOOKER);

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
        if (umask == null || !umask.matches("[0-7]{1,4}")) {
            throw new IllegalArgumentException("umask is \"" + umask + "\"; expected octal digits");
        }
        environment = Map.copyOf(require(environment, "environment"));
    }

    /// Returns whether the daemon may leave despite this client.
    public boolean isOnlooker() {
        return role.equals(ONLOOKER);
    }

    /// Renders the greeting as one line of JSON, without data binding (see [TopLevel]).
    public String toJson() {
        StringWriter line = new StringWriter(8192);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
            json.writeStartObject();
            json.writeStringProperty("version", version);
            json.writeStringProperty("role", role);
            json.writeNumberProperty("pid", pid);
            json.writeStringProperty("cwd", cwd);
            json.writeStringProperty("umask", umask);
            json.writeObjectPropertyStart("environment");
            for (Map.Entry<String, String> variable : environment.entrySet()) {
                json.writeStringProperty(variable.getKey(), variable.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        return line.toString();
    }

    private static <T> T require(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
