package dev.nudge.testkit;

import static dev.nudge.testkit.Patience.soon;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A user of whom the system knows nothing but the id, as in `docker run -u 12345`. Only root may
/// become another user; for others the test is skipped.
public final class OtherUser implements AutoCloseable {
    private static final int ID = 12_345;
    private static final String LISTEN =
            """
            use Socket;
            socket(my $server, PF_UNIX, SOCK_STREAM, 0) or die $!;
            bind($server, pack_sockaddr_un("$ARGV[0].new")) or die $!;
            listen($server, 5) or die $!;
            rename("$ARGV[0].new", $ARGV[0]) or die $!;
            accept(my $client, $server) or die $!;
            my $said;
            sysread($client, $said, 65536) or $said = "(end)";
            open(my $out, ">", $ARGV[1]) or die $!;
            print $out $said;
            """;

    private final Map<String, String> environment;
    private final List<Process> servers = new ArrayList<>();

    /// @param environment of the user's processes
    public OtherUser(Map<String, String> environment) {
        assumeTrue(new ProcessTable().userId() == 0, "only root may become another user");
        this.environment = Map.copyOf(environment);
    }

    /// Gives the folder, with all that is in it, to the user.
    public void give(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.toList()) {
                Files.setAttribute(file, "unix:uid", ID);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Runs a command as the user and returns its output and errors.
    ///
    /// @throws AssertionError if it fails
    public String run(List<String> command) {
        return new ShortCommand(Patience.LONG, environment).run(asUser(command));
    }

    /// Starts a command as the user.
    public Process start(List<String> command) throws IOException {
        ProcessBuilder program = new ProcessBuilder(asUser(command));
        program.environment().clear();
        program.environment().putAll(environment);
        return program.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /// Listens at a socket as the user: where it is there, it can be connected to. What the first
    /// client says goes into the file; `(end)` if it says nothing.
    public void listen(Path socket, Path heard) {
        List<String> command =
                asUser(List.of("perl", "-e", LISTEN, socket.toString(), heard.toString()));
        ProcessBuilder server = new ProcessBuilder(command).inheritIO();
        // Not a program in the home of those who run the tests.
        server.environment().put("PATH", "/usr/bin:/bin");
        servers.add(Unchecked.get(server::start));
        soon().until(() -> Files.exists(socket));
    }

    private static List<String> asUser(List<String> command) {
        String id = Integer.toString(ID);
        List<String> words =
                new ArrayList<>(List.of("setpriv", "--reuid", id, "--regid", id, "--clear-groups"));
        words.addAll(command);
        return words;
    }

    @Override
    public void close() {
        servers.forEach(Process::destroyForcibly);
    }
}
