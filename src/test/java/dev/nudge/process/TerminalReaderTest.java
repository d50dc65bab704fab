package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.process.TerminalReader.Awaiting;
import dev.nudge.testkit.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is decided where the kernel shows only a part: a process table of files, pid 42 in the
/// foreground of `/dev/pts/1`.
class TerminalReaderTest {
    private static final Awaiting AWAITING =
            new Awaiting(new ProcessId(42, 900), "asker", ProgramKind.QUESTION);

    @AutoClose private final TemporaryFolder proc = TemporaryFolder.create();
    private final Path process = proc.folder("42");
    private final Path thread = proc.folder("42/task/42");

    @BeforeEach
    void startProcess() throws IOException {
        Files.writeString(
                process.resolve("stat"),
                "42 (asker) S 1 42 42 34817 42 0 0 0 0 0 0 0 0 0 20 0 1 0 900 0 0\n");
        Files.writeString(process.resolve("comm"), "asker\n");
        Files.writeString(thread.resolve("children"), "");
    }

    @Test
    void aProcessOfSomebodyElseThatSleepsAsksForAPasswordIfTheTerminalIsSetForOne()
            throws IOException {
        assertThat(look("amd64", true)).contains(AWAITING);
        assertThat(look("amd64", false)).isEmpty();
        // As on a busy machine, where stty does not answer in time.
        TerminalReader unknown = reader("amd64", Optional.empty());
        assertThat(unknown.look(42)).isEmpty();
        assertThat(unknown.isPasswordEntry(42)).as("may take a password").isTrue();
        assertThat(reader("amd64", Optional.of(false)).isPasswordEntry(42)).isFalse();

        Path stat = process.resolve("stat");
        Files.writeString(stat, Files.readString(stat).replace(" S ", " R "));
        assertThat(look("amd64", true)).as("it runs").isEmpty();
    }

    /// Whether it is known to read, and may read a password.
    @ParameterizedTest
    @CsvSource({
        "n_tty_read, socket:[7], true, true",
        "wait_woken, /dev/null, true, true",
        "wait_woken, socket:[7], false, true",
        "poll_schedule_timeout.constprop.0, /dev/null, false, true",
        "hrtimer_nanosleep, /dev/null, false, false"
    })
    void whereSystemCallsAreClosedAReadIsFoundByItsPlaceInTheKernel(
            String place, String other, boolean reads, boolean mayRead) throws IOException {
        Files.writeString(thread.resolve("wchan"), place);
        open("0", "/dev/pts/1");
        open("3", other);
        assertThat(look("amd64", false).isPresent()).isEqualTo(reads);
        assertThat(look("amd64", true).isPresent()).isEqualTo(mayRead);
    }

    /// Every architecture counts its system calls itself, and `/dev/tty` is the terminal too.
    @ParameterizedTest
    @CsvSource({
        "amd64, 0, /dev/pts/1, true",
        "aarch64, 63, /dev/pts/1, true",
        "aarch64, 0, /dev/pts/1, false",
        "amd64, 63, /dev/pts/1, false",
        "amd64, 0, /dev/tty, true",
        "amd64, 0, /dev/pts/11, false"
    })
    void aReadIsOneOfTheTerminal(
            String architecture, int number, String descriptor, boolean isAwaiting)
            throws IOException {
        Files.writeString(
                thread.resolve("syscall"),
                number + " 0x5 0x7f01 0x400 0x0 0x0 0x0 0x7ffc 0x7f02\n");
        open("5", descriptor);
        assertThat(look(architecture, true))
                .isEqualTo(isAwaiting ? Optional.of(AWAITING) : Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "vim, vim file, EDITOR",
        "vim.basic, vi, EDITOR",
        "emacs-gtk, emacs -nw, EDITOR",
        "less, less, PAGER",
        "python3, python3, REPL",
        "python3.11, python3 -i script.py, REPL",
        "python3, python3 script.py, QUESTION",
        "python3, python3 -c input(), QUESTION",
        "bash, bash -l, REPL",
        "-bash, -bash, REPL",
        "bash, bash -c read, QUESTION",
        "node, node --eval=1, QUESTION",
        "gdb, gdb program, REPL",
        "npm init, npm init, QUESTION"
    })
    void theSortOfProgramIsToldByNameAndArguments(String program, String line, ProgramKind kind) {
        assertThat(ProgramKind.of(program, List.of(line.split(" ", -1)))).isEqualTo(kind);
    }

    private void open(String descriptor, String target) throws IOException {
        proc.folder("42/fd");
        Files.createSymbolicLink(process.resolve("fd").resolve(descriptor), Path.of(target));
    }

    private Optional<Awaiting> look(String architecture, boolean isPasswordEntry) {
        return reader(architecture, Optional.of(isPasswordEntry)).look(42);
    }

    private TerminalReader reader(String architecture, Optional<Boolean> isPasswordEntry) {
        return new TerminalReader(
                new ProcessTable(proc.path()),
                ThreadView.Calls.of(architecture),
                _ -> isPasswordEntry);
    }
}
