package dev.nudge.exec;

import dev.nudge.exec.StartOutcome.Failed;
import dev.nudge.exec.StartOutcome.Started;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/// Starts the hosts of jobs. A host is the native program (`src/main/c/host.c`) in a session of its
/// own, which outlives this process. The command gets another session. A plain job has its stdin
/// from /dev/null, and its stdout and stderr appended directly to its log; a job on a terminal
/// leads the terminal's session.
public final class JobHost {
    private static final Logger LOG = System.getLogger(JobHost.class.getName());

    private static final String LINK = "host";

    private static final String FAILED = "failed ";
    private static final Pattern STARTED = Pattern.compile("started (\\d+)(.*)");

    private final Path link;
    private final Path front;
    private final Supplier<Set<String>> withheld;
    private volatile Optional<Path> installed = Optional.empty();

    private JobHost(Path link, Path front, Supplier<Set<String>> withheld) {
        this.link = link;
        this.front = front;
        this.withheld = withheld;
    }

    /// Installs the host in the given directory, so that jobs do not depend on the installation. If
    /// the directory cannot be written, each start tries again.
    ///
    /// @param withheld gives the variables that no job gets
    public static JobHost install(Path directory, Path front, Supplier<Set<String>> withheld) {
        JobHost host = new JobHost(link(directory), front, withheld);
        try {
            Path _ = host.install();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "no job can be started: {0}", e.toString());
        }
        return host;
    }

    /// Returns the link to the program. Its name tells what is in it, and it is never replaced: a
    /// node of a cluster may run it over the network, and would lose it.
    public static Path link(Path directory) {
        return directory.resolve(LINK);
    }

    private Path install() throws IOException {
        if (installed.isPresent()) {
            return installed.get();
        }
        byte[] content = Files.readAllBytes(front);
        Path program = link.resolveSibling(LINK + "-" + sum(content));
        if (!Files.isExecutable(program) || !Arrays.equals(Files.readAllBytes(program), content)) {
            write(content, program);
        }
        Path fresh = link.resolveSibling(LINK + ".new");
        Files.deleteIfExists(fresh);
        Files.createSymbolicLink(fresh, program.getFileName());
        Files.move(fresh, link, StandardCopyOption.ATOMIC_MOVE);
        installed = Optional.of(program);
        return program;
    }

    private static void write(byte[] content, Path program) throws IOException {
        Path fresh = program.resolveSibling(program.getFileName() + ".tmp");
        Files.deleteIfExists(fresh);
        Files.createFile(
                fresh,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.write(fresh, content);
        Files.move(fresh, program, StandardCopyOption.ATOMIC_MOVE);
    }

    /// Returns what tells one build of the program from another. A cryptographic digest would take
    /// 20 ms in a JVM that has just started.
    private static String sum(byte[] content) {
        CRC32 sum = new CRC32();
        sum.update(content);
        return "%08x%x".formatted(sum.getValue(), content.length);
    }

    /// Starts a host and waits, a few milliseconds, until it reports that the command runs or why
    /// not.
    ///
    /// @param bell the file that the host creates when the command has ended
    /// @param order what it is to do, without environments
    /// @param recorded reads the pid of the command from what its host has recorded; empty if it
    ///   has not started one
    public StartOutcome start(
            Path directory,
            Path bell,
            HostOrder order,
            Map<String, String> environment,
            Supplier<OptionalLong> recorded) {
        Set<String> secrets = withheld.get();
        Map<String, String> own = JobEnvironment.without(secrets, environment);
        own.remove(JobEnvironment.HOST_MARK);
        order.with("env", own).with("daemon", daemonEnvironment(secrets));
        try {
            return report(start(directory, bell, order), recorded);
        } catch (IOException e) {
            return new Failed(String.valueOf(e.getMessage()));
        }
    }

    private InputStream start(Path directory, Path bell, HostOrder order) throws IOException {
        try {
            return start(install(), directory, bell, order);
        } catch (AccessDeniedException noPrograms) {
            // No program of the state directory's file system can be run: runs the installed one.
            return start(front, directory, bell, order);
        }
    }

    private static InputStream start(Path program, Path directory, Path bell, HostOrder order)
            throws IOException {
        return HostProcess.start(
                List.of(program.toString(), LINK, directory.toString(), bell.toString()),
                List.of(JobEnvironment.HOST_MARK + "=" + directory),
                order.bytes());
    }

    /// Returns the environment of this daemon, for one that a host starts: that is not part of the
    /// job in which this one may have been started.
    private Map<String, String> daemonEnvironment(Set<String> secrets) {
        Map<String, String> environment =
                new TreeMap<>(JobEnvironment.without(secrets, System.getenv()));
        environment
                .keySet()
                .removeIf(name ->
                        name.startsWith(JobEnvironment.NUMBER) || name.equals(JobEnvironment.TASK));
        return environment;
    }

    /// Reads what the host reports. If it was killed before it could, the command itself keeps the
    /// pipe open until it has been recorded.
    private static StartOutcome report(InputStream said, Supplier<OptionalLong> recorded)
            throws IOException {
        try (BufferedReader report =
                new BufferedReader(new InputStreamReader(said, StandardCharsets.UTF_8))) {
            String line = report.readLine();
            if (line != null) {
                return outcome(line);
            }
        }
        OptionalLong pid = recorded.get();
        return pid.isPresent()
                ? new Started(pid.getAsLong(), Optional.empty())
                : new Failed("its host ended without a message");
    }

    private static StartOutcome outcome(String line) {
        Matcher started = STARTED.matcher(line);
        if (started.matches()) {
            String warning = started.group(2).strip();
            return new Started(
                    Long.parseLong(started.group(1)),
                    Optional.of(warning).filter(w -> !w.isEmpty()));
        }
        return line.startsWith(FAILED)
                ? new Failed(line.substring(FAILED.length()))
                : new StartOutcome.Taken();
    }
}
