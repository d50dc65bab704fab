package dev.nudge.cli.connection;

import dev.nudge.process.OwnProcess;
import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Hello;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The location where this program is installed, and how it presents itself.
public final class Installation {
    /// The name of the class that starts nudge.
    public static final String MAIN = "dev.nudge.cli.Main";

    private Installation() {}

    /// Returns the words that start nudge: the launcher of the packaged extension (which names its
    /// folder in the property `nudge.home`), or this JVM with its class path.
    public static List<String> launcher() {
        String home = System.getProperty("nudge.home", "");
        if (!home.isEmpty()) {
            return List.of(Path.of(home, "bin", "nudge").toString());
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(java, "-cp", System.getProperty("java.class.path"), MAIN);
    }

    /// Returns the paths of this user's daemon.
    public static Endpoint endpoint() {
        return Endpoint.of(System.getenv());
    }

    /// Returns the object that connects to the daemon or starts it.
    public static DaemonConnector connector() {
        Endpoint endpoint = endpoint();
        DaemonStarter starter = new DaemonStarter(endpoint, Version.release(), launcher());
        return new DaemonConnector(endpoint, Version.release(), starter);
    }

    /// Returns the process that represents this client: the one that its caller started. For the
    /// pump that is the launcher, which restarts it if it is killed.
    private static long sessionPid() {
        return Long.getLong("nudge.session", OwnProcess.pid());
    }

    /// Returns the directory in which this was called, which the launcher leaves if it has been
    /// removed.
    private static String directory() {
        return Path.of(System.getProperty("nudge.directory", "")).toAbsolutePath().toString();
    }

    /// Returns this process's greeting.
    public static Hello hello(String role) {
        Map<String, String> environment = System.getenv();
        return new Hello(
                Version.current(),
                role,
                sessionPid(),
                directory(),
                OwnProcess.umask(),
                environment);
    }
}
