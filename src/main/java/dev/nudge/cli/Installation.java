package dev.nudge.cli;

import dev.nudge.process.ProcessTable;
import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Hello;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Where this program is installed and how it presents itself.
final class Installation {
    private Installation() {}

    /// Returns the words that start nudge: the launcher of the packaged extension (which names its
    /// folder in the property `nudge.home`), or this JVM with its class path.
    static List<String> launcher() {
        String home = System.getProperty("nudge.home", "");
        if (!home.isEmpty()) {
            return List.of(Path.of(home, "bin", "nudge").toString());
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(java, "-cp", System.getProperty("java.class.path"), Main.class.getName());
    }

    /// Returns the places of this user's daemon.
    static Endpoint endpoint() {
        return Endpoint.of(System.getenv());
    }

    /// Returns what connects to the daemon or starts it.
    static DaemonConnector connector() {
        Endpoint endpoint = endpoint();
        DaemonStarter starter = new DaemonStarter(endpoint, Version.release(), launcher());
        return new DaemonConnector(endpoint, Version.release(), starter);
    }

    /// The process that stands for this client: what its caller has started. Of the pump that is
    /// the launcher, which starts it again if it is killed.
    private static long sessionPid() {
        return Long.getLong("nudge.session", ProcessHandle.current().pid());
    }

    /// Returns this process's greeting.
    static Hello hello(String role) {
        Map<String, String> environment = System.getenv();
        return new Hello(
                Version.current(),
                role,
                sessionPid(),
                Path.of("").toAbsolutePath().toString(),
                new ProcessTable().umask(),
                environment);
    }
}
