package dev.nudge.testkit;

import static dev.nudge.testkit.Patience.soon;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A daemon of a user whose system calls are written down, with those of the hosts that it starts.
/// A test of it is skipped where no process can be traced.
public final class TracedDaemon implements AutoCloseable {
    private final NudgeUser user;
    private final List<String> filter;
    private final Path trace;
    private final Process daemon;

    /// Starts the daemon and waits until it answers.
    ///
    /// @param user one who has no daemon
    /// @param filter expressions of strace(1), such as `trace=` with the names of the system calls
    ///   that count, by commas
    public TracedDaemon(NudgeUser user, String... filter) throws IOException, InterruptedException {
        this.user = user;
        this.filter = Stream.of(filter).flatMap(one -> Stream.of("-e", one)).toList();
        trace = user.folder("trace").resolve("calls");
        assumeTrue(begin(List.of("true")).waitFor() == 0, "no process can be traced here");
        daemon = begin(NudgeUser.command("daemon"));
        soon().until(() -> Files.exists(user.socket()));
    }

    private Process begin(List<String> words) throws IOException {
        List<String> traced =
                new ArrayList<>(List.of("strace", "-f", "-y", "-qq", "-o", trace.toString()));
        traced.addAll(filter);
        traced.addAll(words);
        ProcessBuilder builder = user.program(traced).redirectErrorStream(true);
        builder.redirectOutput(user.folder("trace").resolve("said").toFile());
        return builder.start();
    }

    /// Returns the lines of strace(1), each with a thread's number and a call, in which a
    /// descriptor is followed by the path of its file.
    public List<String> lines() throws IOException {
        return Files.readAllLines(trace);
    }

    /// Stops the daemon. The host of a job that ends meanwhile may have started the next one, which
    /// is traced too, and ends with the user. Only SIGKILL ends strace(1) while it traces.
    @Override
    public void close() {
        user.run("daemon", "stop");
        daemon.destroyForcibly();
        daemon.onExit().join();
    }
}
