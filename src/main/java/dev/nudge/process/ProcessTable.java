package dev.nudge.process;

import dev.nudge.text.Bytes;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads the process table through `/proc` (proc(5)). Never blocks for long; a process that is
/// gone, or belongs to another user, gives an empty answer, never an exception. So does one that
/// cannot be read now, as with too many open files, unless the method says otherwise.
public final class ProcessTable {
    private static final Logger LOG = System.getLogger(ProcessTable.class.getName());
    private static final int PARENT = 1;
    private static final int GROUP = 2;
    private static final int SESSION = 3;
    private static final int TERMINAL = 4;
    private static final int FOREGROUND_GROUP = 5;
    private static final int FLAGS = 6;
    private static final int USER_TIME = 11;
    private static final int CHILDREN_SYSTEM_TIME = 14;
    private static final int START_TIME = 19;

    /// The major numbers of pseudo-terminals.
    private static final int FIRST_PTS = 136;

    private static final int LAST_PTS = 143;

    /// PF_EXITING of the kernel.
    private static final long EXITING = 4;

    /// How glibc's messages for EMFILE, ENFILE and ENOMEM begin; the launcher sets their language.
    private static final List<String> TEMPORARY =
            List.of("Too many open files", "Cannot allocate memory");

    private final Path proc;
    private volatile String bootId = "";

    public ProcessTable() {
        this(Path.of("/proc"));
    }

    ProcessTable(Path proc) {
        this.proc = proc;
    }

    /// Identifies the process that has this pid now. A zombie counts as gone.
    public Optional<ProcessId> identify(long pid) {
        return stat(pid).filter(s -> !s.isDead()).map(s -> new ProcessId(pid, s.startTime()));
    }

    /// Returns how long ago the process was started, regardless of changes to the clock since; zero
    /// if that cannot be read.
    public Duration age(ProcessId id) {
        try {
            String seconds = Files.readString(proc.resolve("uptime")).split(" ", 2)[0];
            long hundredths = Long.parseLong(seconds.replace(".", ""));
            return Duration.ofMillis(10 * Math.max(0, hundredths - id.startTime()));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the time since boot cannot be read: {0}", e.toString());
            return Duration.ZERO;
        }
    }

    /// Returns whether exactly this process is alive: same pid, same start time, no zombie.
    public boolean isAlive(ProcessId id) {
        return stat(id).filter(s -> !s.isDead()).isPresent();
    }

    /// Returns whether exactly this process is known to have ended: it is not there, is a zombie,
    /// or another process has its pid. One that cannot be read now, as with too many open files,
    /// may be alive.
    public boolean isGone(ProcessId id) {
        return stat(id.pid())
                .map(s -> s.isDead() || s.startTime() != id.startTime())
                .orElseGet(() -> Files.notExists(folder(id.pid())));
    }

    /// Returns whether the process is in its terminal's foreground process group, and not stopped.
    /// False if it has no terminal.
    public boolean isForeground(ProcessId id) {
        return stat(id).filter(Stat::isInForeground).isPresent();
    }

    /// Returns whether the process is stopped, as by SIGSTOP. False if it is gone.
    public boolean isStopped(ProcessId id) {
        return isIn("T", id);
    }

    /// Returns whether the process is stopped, also by a debugger, or hangs in the kernel. False if
    /// it is gone.
    public boolean isStill(ProcessId id) {
        return isIn("TtD", id);
    }

    private boolean isIn(String states, ProcessId id) {
        return stat(id).filter(s -> states.indexOf(s.state()) >= 0).isPresent();
    }

    public enum Disposition {
        /// The kernel's default action, such as to end it.
        DEFAULT,
        /// Nothing, at least as long as the process blocks the signal.
        IGNORED,
        /// It runs the process's handler.
        HANDLED
    }

    /// Returns what a signal does to a process; [Disposition#IGNORED] if the process is gone or
    /// cannot be read.
    public Disposition disposition(ProcessId id, int signal) {
        Optional<String> status = isAlive(id) ? read(id.pid(), "status") : Optional.empty();
        if (status.isEmpty()
                || isIn(status.get(), "SigIgn", signal)
                || isIn(status.get(), "SigBlk", signal)) {
            return Disposition.IGNORED;
        }
        return isIn(status.get(), "SigCgt", signal) ? Disposition.HANDLED : Disposition.DEFAULT;
    }

    /// Returns whether a signal waits for a process that is stopped or blocks it. False if the
    /// process is gone or cannot be read.
    public boolean isPending(ProcessId id, int signal) {
        return isAlive(id)
                && read(id.pid(), "status")
                        .filter(status ->
                                isIn(status, "ShdPnd", signal) || isIn(status, "SigPnd", signal))
                        .isPresent();
    }

    private static boolean isIn(String status, String mask, int signal) {
        return field(status, mask)
                .map(hex -> Long.parseUnsignedLong(hex, 16))
                .filter(signals -> (signals >>> (signal - 1) & 1) != 0)
                .isPresent();
    }

    /// Returns the text behind a name and a colon in a file such as `status`.
    static Optional<String> field(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst();
    }

    /// Returns the process that leads the foreground of this process's terminal; empty if there is
    /// none.
    public Optional<ProcessId> inFront(long pid) {
        return stat(pid).map(Stat::foregroundGroup).filter(p -> p > 0).flatMap(this::identify);
    }

    /// Returns how many bytes the process has read so far from files, pipes and terminals, by any
    /// call; data that came through a socket's own calls does not count. Empty if the process is
    /// gone or the system does not say.
    public OptionalLong bytesRead(long pid) {
        return read(pid, "io").flatMap(io -> field(io, "rchar")).stream()
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    /// Lists the process and its ancestors, nearest first, as far as they can be read.
    public List<Long> ancestry(long pid) {
        List<Long> chain = new ArrayList<>();
        long current = pid;
        while (current > 0 && !chain.contains(current)) {
            chain.add(current);
            current = stat(current).map(Stat::parent).orElse(0L);
        }
        return List.copyOf(chain);
    }

    /// Reads the environment that the process was started with; empty if it may not be read.
    public Map<String, String> environment(long pid) {
        return variables(read(pid, "environ"));
    }

    /// Reads the environment as [#environment] does, but fails if files cannot be opened now.
    Map<String, String> requireEnvironment(long pid) throws IOException {
        return variables(require(pid, "environ"));
    }

    private static Map<String, String> variables(Optional<String> environ) {
        Map<String, String> environment = new HashMap<>();
        for (String entry : environ.orElse("").split("\0", -1)) {
            int equals = entry.indexOf('=');
            if (equals > 0) {
                environment.put(entry.substring(0, equals), entry.substring(equals + 1));
            }
        }
        return environment;
    }

    /// Returns the words of a process's command line, as the process shows them; none if it is
    /// gone, or shows none.
    public List<String> commandLine(long pid) {
        return read(pid, "cmdline").stream()
                .filter(line -> !line.isEmpty())
                .flatMap(line -> Arrays.stream(line.replaceFirst("\0+$", "").split("\0", -1)))
                .toList();
    }

    /// Returns the values that environment variables have in the processes that may be read. Reads
    /// the whole process table, and fails if files cannot be opened now, as [ProcessFamily#living].
    public Set<String> values(String... variables) throws IOException {
        Set<String> values = new HashSet<>();
        for (long pid : pids()) {
            Map<String, String> environment =
                    variables(
                            require(pid, "environ")
                                    .filter(text -> Stream.of(variables).anyMatch(text::contains)));
            environment.keySet().retainAll(List.of(variables));
            values.addAll(environment.values());
        }
        return values;
    }

    /// Returns whether SIGKILL ends a process as soon as it gets the processor: it does not hang in
    /// the kernel, and belongs to this user, or this user is root. False if it is gone.
    public boolean isKillable(ProcessId id) {
        long user = userId();
        return stat(id).filter(s -> s.state() != 'D').isPresent()
                && (user == 0 || user == owner(folder(id.pid())));
    }

    /// Returns the numeric id of the user that this program runs as; -1 if the system does not say.
    public long userId() {
        return owner(proc.resolve("self"));
    }

    private static long owner(Path path) {
        try {
            return ((Number) Files.getAttribute(path, "unix:uid")).longValue();
        } catch (IOException | UnsupportedOperationException e) {
            return -1;
        }
    }

    /// Returns the soft limit of this process that has this name in `/proc/self/limits`, such as
    /// `Max open files`; empty if it is unlimited, or cannot be read.
    public static OptionalLong ownLimit(String name) {
        Pattern row = Pattern.compile(name + " +(\\d{1,18}) .*");
        try (Stream<String> limits = Files.lines(Path.of("/proc/self/limits"))) {
            return limits.map(row::matcher)
                    .filter(Matcher::matches)
                    .mapToLong(limit -> Long.parseLong(limit.group(1)))
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /// Returns the kernel's id of this boot; empty if it could not be read so far. Once read, it is
    /// kept: this program does not outlive the boot.
    public String bootId() {
        if (bootId.isEmpty()) {
            try {
                bootId = Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
            } catch (IOException e) {
                return "";
            }
        }
        return bootId;
    }

    /// Returns whether an id is that of another boot; false if either is unknown.
    public boolean isOtherBoot(String id) {
        String own = bootId();
        return !id.isEmpty() && !own.isEmpty() && !id.equals(own);
    }

    Path folder(long pid) {
        return proc.resolve(Long.toString(pid));
    }

    /// Reads all processes, by pid. Fails if files cannot be opened now: some may be missing then.
    Map<Long, Stat> all() throws IOException {
        Map<Long, Stat> all = new HashMap<>();
        for (long pid : pids()) {
            require(pid, "stat").flatMap(Stat::parse).ifPresent(s -> all.put(pid, s));
        }
        return all;
    }

    private List<Long> pids() throws IOException {
        List<Long> pids = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc, "[1-9]*")) {
            entries.forEach(entry -> pids.add(Long.parseLong(entry.getFileName().toString())));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return pids;
    }

    Optional<Stat> stat(long pid) {
        return read(pid, "stat").flatMap(Stat::parse);
    }

    Optional<Stat> stat(ProcessId id) {
        return stat(id.pid()).filter(s -> s.startTime() == id.startTime());
    }

    Optional<String> read(long pid, String file) {
        try {
            return require(pid, file);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Reads a file of the process; empty if it is gone or may not be read. Fails if files cannot
    /// be opened now.
    private Optional<String> require(long pid, String file) throws IOException {
        try {
            return Optional.of(Bytes.text(Files.readAllBytes(folder(pid).resolve(file))));
        } catch (IOException e) {
            if (isTemporary(e)) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private static boolean isTemporary(IOException e) {
        String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
        return TEMPORARY.stream().anyMatch(String.valueOf(reason)::startsWith);
    }

    /// The fields of `stat` that follow the command name, which may contain blanks and parentheses.
    ///
    /// @param ticks how long the process, and the children that it has waited for, have run, in
    ///   hundredths of a second (USER_HZ)
    record Stat(
            char state,
            long parent,
            long group,
            long session,
            int terminal,
            long foregroundGroup,
            long flags,
            long ticks,
            long startTime) {
        static Optional<Stat> parse(String line) {
            int nameEnd = line.lastIndexOf(')');
            if (nameEnd < 0) {
                return Optional.empty();
            }
            String[] fields = line.substring(nameEnd + 1).strip().split(" ", -1);
            if (fields.length <= START_TIME) {
                return Optional.empty();
            }
            Stream<String> times = Arrays.stream(fields, USER_TIME, CHILDREN_SYSTEM_TIME + 1);
            return Optional.of(
                    new Stat(
                            fields[0].charAt(0),
                            Long.parseLong(fields[PARENT]),
                            Long.parseLong(fields[GROUP]),
                            Long.parseLong(fields[SESSION]),
                            Integer.parseInt(fields[TERMINAL]),
                            Long.parseLong(fields[FOREGROUND_GROUP]),
                            Long.parseLong(fields[FLAGS]),
                            times.mapToLong(Long::parseLong).sum(),
                            Long.parseLong(fields[START_TIME])));
        }

        /// Returns the file of its terminal, `/dev/pts/3`; empty if it has none, or another than a
        /// pseudo-terminal.
        Optional<Path> terminalFile() {
            int major = (terminal >>> 8) & 0xfff;
            int minor = (terminal & 0xff) | ((terminal >>> 12) & 0xfff00);
            return major >= FIRST_PTS && major <= LAST_PTS
                    ? Optional.of(Path.of("/dev/pts/" + (((major - FIRST_PTS) << 20) + minor)))
                    : Optional.empty();
        }

        boolean isInForeground() {
            return group == foregroundGroup && state != 'T';
        }

        /// Returns whether the process is exiting or dead: its program does not run any more.
        boolean isExiting() {
            return isDead() || (flags & EXITING) != 0;
        }

        boolean isDead() {
            return state == 'Z' || state == 'X';
        }
    }
}
