package dev.nudge.process;

import dev.nudge.process.ProcessTable.Stat;
import dev.nudge.process.TerminalLook.Awaiting;
import dev.nudge.process.TerminalLook.NotAwaiting;
import dev.nudge.process.TerminalLook.Reason;
import dev.nudge.process.ThreadView.Answer;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

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
/// still found through `wchan`, a poll is not (`HIDDEN`). Where everything is closed, as with
/// `sudo`, a terminal that takes lines without showing them is taken for a password prompt.
///
/// A program that queries the terminal itself (vim, at its start) sleeps in a read for some
/// milliseconds: look twice, some 100 ms apart, before reporting anything. A program that passes
/// the terminal on (`ssh`, `script`, `sudo` with a pty of its own) reads it all the time, whatever
/// runs behind it: only a prompt on the screen tells them apart.
public final class TerminalReader {
    private static final Logger LOG = System.getLogger(TerminalReader.class.getName());
    private static final Duration STTY_LIMIT = Duration.ofSeconds(2);

    private final ProcessTable table;
    private final WaitingSyscalls calls;
    private final Function<Path, Optional<Boolean>> isPasswordEntry;

    public TerminalReader() {
        this(
                new ProcessTable(),
                WaitingSyscalls.of(System.getProperty("os.arch", "")),
                TerminalReader::takesPassword);
    }

    /// @param isPasswordEntry whether a terminal takes lines without showing them; empty if that
    ///   cannot be known
    TerminalReader(
            ProcessTable table,
            WaitingSyscalls calls,
            Function<Path, Optional<Boolean>> isPasswordEntry) {
        this.table = table;
        this.calls = calls;
        this.isPasswordEntry = isPasswordEntry;
    }

    /// Looks once. Reads some small files, about ten for each foreground process; starts `stty`
    /// (some milliseconds) if a process there is closed to this one.
    ///
    /// @param leader pid of the leader of the terminal's session
    public TerminalLook look(long leader) {
        Optional<Stat> stat = table.stat(leader).filter(s -> !s.isDead());
        if (stat.isEmpty()) {
            return new NotAwaiting(Reason.ENDED);
        }
        return TerminalDevice.of(stat.get().terminal())
                .map(terminal -> look(leader, stat.get().foregroundGroup(), terminal))
                .orElse(new NotAwaiting(Reason.NO_TERMINAL));
    }

    /// Returns whether a process can do nothing but read: its only thread sleeps in a read. A
    /// program that passes the terminal on, or works meanwhile, has several threads, or polls.
    public boolean canOnlyRead(long pid) {
        Path process = table.folder(pid);
        List<Path> threads = ForegroundGroup.threads(process);
        return threads.size() == 1 && ThreadView.isInRead(threads.getFirst(), calls);
    }

    /// Returns whether the terminal takes lines without showing them, or may, since that cannot be
    /// known. Starts a process: some milliseconds.
    ///
    /// @param leader pid of the leader of the terminal's session
    public boolean isPasswordEntry(long leader) {
        return table.stat(leader)
                .flatMap(stat -> TerminalDevice.of(stat.terminal()))
                .filter(terminal -> isPasswordEntry.apply(terminal.path()).orElse(true))
                .isPresent();
    }

    private TerminalLook look(long leader, long group, TerminalDevice terminal) {
        boolean isHidden = false;
        Map<Long, Stat> members = new ForegroundGroup(table).members(leader, group);
        for (Map.Entry<Long, Stat> member : members.entrySet()) {
            Answer answer = answer(member.getKey(), member.getValue(), terminal);
            if (answer == Answer.READS_TERMINAL) {
                return awaiting(member.getKey(), member.getValue());
            }
            isHidden |= answer == Answer.HIDDEN;
        }
        return new NotAwaiting(isHidden ? Reason.HIDDEN : Reason.BUSY);
    }

    private Answer answer(long pid, Stat stat, TerminalDevice terminal) {
        Answer answer = Answer.DOES_NOT;
        Path process = table.folder(pid);
        for (Path thread : ForegroundGroup.threads(process)) {
            Answer next = new ThreadView(process, thread, calls, terminal).answer();
            if (next == Answer.READS_TERMINAL) {
                return next;
            }
            answer = next == Answer.HIDDEN ? next : answer;
        }
        boolean isAsleep = stat.state() == 'S';
        return answer == Answer.HIDDEN
                        && isAsleep
                        && isPasswordEntry.apply(terminal.path()).orElse(false)
                ? Answer.READS_TERMINAL
                : answer;
    }

    private TerminalLook awaiting(long pid, Stat stat) {
        String program = table.read(pid, "comm").orElse("").strip();
        String commandLine = table.read(pid, "cmdline").orElse("");
        return new Awaiting(
                new ProcessId(pid, stat.startTime()),
                program,
                ProgramKind.of(program, ProgramKind.arguments(commandLine)));
    }

    /// Returns whether `stty` shows a terminal that delivers whole lines and does not show them.
    /// Takes some milliseconds, at most 2 seconds.
    ///
    /// @return empty if the terminal cannot be opened or there is no `stty`
    static Optional<Boolean> takesPassword(Path terminal) {
        try {
            String settings =
                    new ShortProgram(STTY_LIMIT, "stty", "-a", "-F", terminal.toString())
                            .run("")
                            .out();
            List<String> words = Arrays.asList(settings.split("[\\s;]+"));
            return words.contains("echo") || words.contains("-echo")
                    ? Optional.of(words.contains("-echo") && words.contains("icanon"))
                    : Optional.empty();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "stty cannot be run: {0}", e.toString());
            return Optional.empty();
        }
    }
}
