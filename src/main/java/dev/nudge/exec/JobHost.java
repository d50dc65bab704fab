package dev.nudge.exec;

import dev.nudge.exec.StartOutcome.Failed;
import dev.nudge.exec.StartOutcome.Started;
import dev.nudge.process.ProgramStart;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Starts the hosts of jobs. A host is a POSIX shell script in a session of its own that outlives
/// this process. The command gets another session. A plain job has its stdin from /dev/null, and
/// its stdout and stderr appended directly to its log; a job on a terminal leads the terminal's
/// session.
public final class JobHost {
    private static final Logger LOG = System.getLogger(JobHost.class.getName());
    private static final String SCRIPT = "host.sh";
    private static final String FAILED = "failed ";

    private static final Pattern STARTED = Pattern.compile("started (\\d+)(.*)");

    private final Path script;
    private final Path setsid;
    private final List<String> prefix;
    private final byte[] content;
    private final Supplier<Set<String>> withheld;
    private volatile boolean isInstalled;

    private JobHost(
            Path script,
            Path setsid,
            List<String> prefix,
            byte[] content,
            Supplier<Set<String>> withheld) {
        this.script = script;
        this.setsid = setsid;
        this.prefix = List.copyOf(prefix);
        this.content = content;
        this.withheld = withheld;
    }

    /// Installs the host script in the given directory, so that jobs do not depend on the
    /// installation. If the directory cannot be written, each start tries again.
    ///
    /// @param withheld gives the variables that no job gets
    /// @throws IOException if setsid(1) is missing
    public static JobHost install(Path directory, Supplier<Set<String>> withheld)
            throws IOException {
        JobHost host =
                new JobHost(
                        directory.resolve(SCRIPT),
                        findSetsid(),
                        PlainSignals.prefix(),
                        content(),
                        withheld);
        try {
            host.install();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "no job can be started: {0}", e.toString());
        }
        return host;
    }

    private static byte[] content() throws IOException {
        try (InputStream source = JobHost.class.getResourceAsStream(SCRIPT)) {
            if (source == null) {
                throw new IOException(SCRIPT + " is missing in the installation");
            }
            return source.readAllBytes();
        }
    }

    private void install() throws IOException {
        if (isInstalled) {
            return;
        }
        if (!Files.exists(script) || !Arrays.equals(Files.readAllBytes(script), content)) {
            Path fresh = script.resolveSibling(SCRIPT + ".tmp");
            writePrivate(content, fresh);
            Files.move(fresh, script, StandardCopyOption.ATOMIC_MOVE);
        }
        isInstalled = true;
    }

    private static void writePrivate(byte[] content, Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(file, content);
    }

    private static Path findSetsid() throws IOException {
        for (String directory :
                new String[] {"/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"}) {
            Path candidate = Path.of(directory, "setsid");
            if (Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        throw new IOException("setsid(1) is not installed; it is part of the package util-linux");
    }

    /// Starts a host and waits, a few milliseconds, until it reports that the command runs or why
    /// not.
    ///
    /// @param directory the job's directory, holding the file that [CommandFile] renders
    /// @param bell the file that the host creates when the command has ended
    /// @param environment the command's whole environment; passed in memory
    /// @param isTicketed whether the host starts the command only if it can take the ticket in that
    ///   directory
    public StartOutcome start(
            Path directory, Path bell, Map<String, String> environment, boolean isTicketed) {
        try {
            install();
        } catch (IOException e) {
            return new Failed(String.valueOf(e.getMessage()));
        }
        try {
            return report(
                    ProgramStart.by(process(directory, bell, environment, isTicketed)::start));
        } catch (IOException e) {
            return new Failed(String.valueOf(e.getMessage()));
        }
    }

    private ProcessBuilder process(
            Path directory, Path bell, Map<String, String> environment, boolean isTicketed) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(setsid.toString(), "-f", "-w", "/bin/sh", script.toString()));
        command.addAll(List.of("host", directory.toString(), bell.toString(), setsid.toString()));
        if (isTicketed) {
            command.add("ticketed");
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(JobEnvironment.ofHost(environment, directory, withheld.get()));
        builder.redirectInput(new File("/dev/null"));
        builder.redirectErrorStream(true);
        return builder;
    }

    /// Reads what the host reports. This process stops to read from a child once that has ended, so
    /// the host has a parent that waits for it. That one is ended here: the host outlives it.
    private static StartOutcome report(Process waiter) throws IOException {
        try (BufferedReader report = waiter.inputReader(StandardCharsets.UTF_8)) {
            String said = "its host ended without a message";
            for (String line = report.readLine(); line != null; line = report.readLine()) {
                Optional<StartOutcome> outcome = outcome(line);
                if (outcome.isPresent()) {
                    return outcome.get();
                }
                said = line.isEmpty() ? said : line;
            }
            return new Failed(said);
        } finally {
            waiter.destroyForcibly();
        }
    }

    /// Returns what a line says; empty for one that is not the script's. The job's environment may
    /// make each program say something first: the loader, or the shell of a locale that is not
    /// installed.
    private static Optional<StartOutcome> outcome(String line) {
        if (line.equals("taken")) {
            return Optional.of(new StartOutcome.Taken());
        }
        Matcher started = STARTED.matcher(line);
        if (started.matches()) {
            String warning = started.group(2).strip();
            return Optional.of(
                    new Started(
                            Long.parseLong(started.group(1)),
                            warning.isEmpty() ? Optional.empty() : Optional.of(warning)));
        }
        return line.startsWith(FAILED)
                ? Optional.of(new Failed(line.substring(FAILED.length())))
                : Optional.empty();
    }
}
