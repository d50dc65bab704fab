package dev.nudge.protocol;

import dev.nudge.process.CurrentUser;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.core.JacksonException;

/// The location of a user's daemon: the state directory determines it, so that all clients of one
/// state directory meet one daemon, even those whose environment has lost XDG_RUNTIME_DIR (rule
/// R23).
///
/// @param state the state directory, `$XDG_STATE_HOME/nudge`
/// @param runtime the directory in which a new daemon creates its socket, `$XDG_RUNTIME_DIR/nudge`
///   or `<state>/run`
public record Endpoint(Path state, Path runtime) {
    /// The longest socket path in bytes that every system accepts (unix(7): sun_path less the NUL,
    /// 104 on macOS).
    private static final int MAX_SOCKET_PATH = 103;

    /// The daemon's description of itself in `daemon.json`; the build is as in [Release].
    public record Running(long pid, String version, String build, String socket) {
        public Release release() {
            return new Release(version, build);
        }
    }

    /// Derives the paths from an environment by the XDG rules: a path that is not absolute counts
    /// as unset.
    ///
    /// @throws IllegalArgumentException if neither XDG_STATE_HOME nor HOME is set
    public static Endpoint of(Map<String, String> environment) {
        Path home =
                absolute(environment, "XDG_STATE_HOME")
                        .or(() -> absolute(environment, "HOME").map(h -> h.resolve(".local/state")))
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "Neither XDG_STATE_HOME nor HOME is set, so there is no place"
                                                + " for the jobs. Set one of them to an absolute path."));
        Path state = home.resolve("nudge");
        Path runtime =
                absolute(environment, "XDG_RUNTIME_DIR")
                        .filter(Files::isDirectory)
                        .map(r -> r.resolve("nudge"))
                        .orElse(state.resolve("run"));
        String socket = runtime.resolve("daemon.sock").toString();
        boolean isUnfit =
                socket.getBytes(StandardCharsets.UTF_8).length > MAX_SOCKET_PATH
                        || !Printable.escaped(socket).equals(socket);
        return new Endpoint(state, isUnfit ? shortRuntime(state) : runtime);
    }

    private static Optional<Path> absolute(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        return value.startsWith("/") ? Optional.of(Path.of(value)) : Optional.empty();
    }

    /// Returns a short runtime directory, of characters that JSON writes as they are: clients need
    /// not decode its escapes. Another user may create it first, so everyone who binds or connects
    /// a socket in it checks its owner.
    private static Path shortRuntime(Path state) {
        String places = state + "\0" + CurrentUser.get().getName();
        UUID name = UUID.nameUUIDFromBytes(places.getBytes(StandardCharsets.UTF_8));
        return Path.of("/tmp", "nudge-" + name);
    }

    public Path socket() {
        return runtime.resolve("daemon.sock");
    }

    /// Returns the socket of the program that holds a job's terminal, if it is started with these
    /// paths.
    public Path jobSocket(long job) {
        return runtime.resolve("jobs").resolve(job + ".sock");
    }

    /// Returns the file that the running daemon keeps locked for its lifetime.
    public Path lock() {
        return state.resolve("daemon.lock");
    }

    /// Returns the file that the daemon writes once it listens.
    public Path info() {
        return state.resolve("daemon.json");
    }

    /// Returns the file with the words that start the last daemon's release, one per line, for the
    /// hosts of jobs.
    public Path launcher() {
        return state.resolve("launcher");
    }

    public Path log() {
        return state.resolve("daemon.log");
    }

    /// Reads the last daemon's description of itself; that daemon may have ended. Empty if there is
    /// nothing readable.
    public Optional<Running> lastDaemon() {
        try {
            return Optional.of(Wire.read(Files.readString(info()), Running.class))
                    .filter(r -> r.version != null && r.build != null && r.socket != null);
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }
}
