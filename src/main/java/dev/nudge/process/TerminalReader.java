package dev.nudge.process;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.nudge.process.ProcessTable.Stat;
import dev.nudge.process.ThreadView.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Decides whether a job on a pseudo-terminal waits for somebody to type: whether a process of the
/// terminal's foreground group sleeps in a read of that terminal, or in a poll, select or epoll
/// that includes the terminal's input. Silence is not a sign.
///
/// The files of `/proc` that show it, and who may read them (proc(5), ptrace(2)):
///
/// | file | tells | readable by |
/// |---|---|---|
/// | `stat`, `comm`, `cmdline`, `children` | foreground group, state, names | everybody (unless `hidepid`) |
/// | `fd`, `fdinfo`, `wchan` | what a descriptor is, what an epoll watches, where it sleeps | the same user, if the process may be dumped (no `sudo`, `ssh-agent`) |
/// | `syscall`, `mem` | the call and its arguments, the sets of poll and select | as before, and with `kernel.yama.ptrace_scope` 1 only an ancestor, with 2 only root, with 3 nobody |
///
/// So the process that started the job can see most. Where `syscall` is closed, a plain read is
/// still found through `wchan`, a poll is not. Where everything is closed, as with `sudo`, a
/// terminal that takes lines without showing them is taken for a password prompt.
///
/// A program that queries the terminal itself (vim, at its start) sleeps in a read for some
/// milliseconds: look twice, some 100 ms apart, before reporting anything. A program that passes
/// the terminal on (`ssh`, `script`, `sudo` with a pty of its own) reads it all the time, whatever
/// runs behind it: only a prompt on the screen tells them apart.
public final class TerminalReader {
    private static final Logger LOG = System.getLogger(TerminalReader.class.getName());
    private static final Duration STTY_LIMIT = Duration.ofSeconds(2);

    /// A process of the terminal's foreground group that sleeps until the terminal has input.
    ///
    /// @param program its name as the kernel has it, at most 15 bytes: `vim`, `python3`, `npm init`
    public record Awaiting(ProcessId reader, String program, ProgramKind kind) {}

    private final ProcessTable table;
    private final ThreadView.Calls calls;
    private final Function<Path, Optional<Boolean>> isPasswordEntry;

    public TerminalReader() {
        this(
                new ProcessTable(),
                ThreadView.Calls.of(System.getProperty("os.arch", "")),
                TerminalReader::takesPassword);
    }

    /// @param isPasswordEntry whether a terminal takes lines without showing them; empty if that
    ///   cannot be known
    TerminalReader(
            ProcessTable table,
            ThreadView.Calls calls,
            Function<Path, Optional<Boolean>> isPasswordEntry) {
        this.table = table;
        this.calls = calls;
        this.isPasswordEntry = isPasswordEntry;
    }

    /// Looks once; empty if nobody is known to wait for input. Reads about ten small files for each
    /// foreground process. Starts `stty` (some milliseconds) if it may not read some of them.
    ///
    /// @param leader pid of the leader of the terminal's session
    public Optional<Awaiting> look(long leader) {
        Optional<Stat> stat = table.stat(leader).filter(s -> !s.isDead());
        Optional<Path> terminal = stat.flatMap(Stat::terminalFile);
        if (terminal.isEmpty()) {
            return Optional.empty();
        }
        return members(leader, stat.get().foregroundGroup()).entrySet().stream()
                .filter(member -> reads(member.getKey(), member.getValue(), terminal.get()))
                .findFirst()
                .map(member -> awaiting(member.getKey(), member.getValue()));
    }

    /// Returns whether a process can do nothing but read: its only thread sleeps in a read. A
    /// program that passes the terminal on, or works meanwhile, has several threads, or polls.
    public boolean canOnlyRead(long pid) {
        List<Path> threads = threads(table.folder(pid));
        return threads.size() == 1 && ThreadView.isInRead(threads.getFirst(), calls);
    }

    /// Returns whether the terminal takes lines without showing them, or may, since that cannot be
    /// known. Starts a process: some milliseconds.
    public boolean isPasswordEntry(long leader) {
        return table.stat(leader)
                .flatMap(Stat::terminalFile)
                .filter(terminal -> isPasswordEntry.apply(terminal).orElse(true))
                .isPresent();
    }

    private boolean reads(long pid, Stat stat, Path terminal) {
        boolean isHidden = false;
        Path process = table.folder(pid);
        for (Path thread : threads(process)) {
            Answer answer = new ThreadView(process, thread, calls, terminal).answer();
            if (answer == Answer.READS_TERMINAL) {
                return true;
            }
            isHidden |= answer == Answer.HIDDEN;
        }
        return isHidden && stat.state() == 'S' && isPasswordEntry.apply(terminal).orElse(false);
    }

    private Awaiting awaiting(long pid, Stat stat) {
        String program = table.read(pid, "comm").orElse("").strip();
        return new Awaiting(
                new ProcessId(pid, stat.startTime()),
                program,
                ProgramKind.of(program, table.commandLine(pid)));
    }

    /// Returns the living processes of the foreground group, by pid: descendants of the session
    /// leader, so that not every process on the machine has to be read. A process whose parent has
    /// ended is found only if it leads the group.
    private Map<Long, Stat> members(long leader, long group) {
        Map<Long, Stat> seen = new HashMap<>();
        Deque<Long> open = new ArrayDeque<>(List.of(leader, group));
        Path own = table.folder(leader).resolve("task/%d/children".formatted(leader));
        // Kernels without CONFIG_PROC_CHILDREN have no file of children.
        Function<Long, List<Long>> children =
                Files.exists(own) ? this::children : childrenByTable();
        while (!open.isEmpty()) {
            long pid = open.pop();
            Optional<Stat> stat = seen.containsKey(pid) ? Optional.empty() : table.stat(pid);
            if (stat.isPresent()) {
                seen.put(pid, stat.get());
                open.addAll(children.apply(pid));
            }
        }
        seen.values().removeIf(s -> s.group() != group || s.isDead());
        return seen;
    }

    private List<Long> children(long pid) {
        List<Long> children = new ArrayList<>();
        for (Path thread : threads(table.folder(pid))) {
            try {
                Stream.of(Files.readString(thread.resolve("children")).strip().split(" "))
                        .filter(child -> !child.isEmpty())
                        .map(Long::valueOf)
                        .forEach(children::add);
            } catch (IOException e) {
                LOG.log(Level.TRACE, "{0} has ended; its children belong to another now", thread);
            }
        }
        return children;
    }

    private Function<Long, List<Long>> childrenByTable() {
        try {
            Map<Long, List<Long>> children =
                    table.all().entrySet().stream()
                            .collect(
                                    groupingBy(
                                            process -> process.getValue().parent(),
                                            mapping(Map.Entry::getKey, toList())));
            return pid -> children.getOrDefault(pid, List.of());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the process table cannot be read: {0}", e.toString());
            return _ -> List.of();
        }
    }

    private static List<Path> threads(Path process) {
        try (Stream<Path> threads = Files.list(process.resolve("task"))) {
            return threads.toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /// Returns whether `stty` shows a terminal that delivers whole lines and does not show them;
    /// empty if the terminal cannot be opened or there is no `stty`. Takes at most 2 seconds.
    static Optional<Boolean> takesPassword(Path terminal) {
        try {
            ShortProgram stty =
                    new ShortProgram(STTY_LIMIT, "stty", "-a", "-F", terminal.toString());
            List<String> words = Arrays.asList(stty.run("").out().split("[\\s;]+"));
            return words.contains("echo") || words.contains("-echo")
                    ? Optional.of(words.contains("-echo") && words.contains("icanon"))
                    : Optional.empty();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "stty cannot be run: {0}", e.toString());
            return Optional.empty();
        }
    }
}
