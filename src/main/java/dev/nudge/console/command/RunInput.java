package dev.nudge.console.command;

import dev.nudge.console.argument.Usage;
import dev.nudge.console.caller.Caller;
import dev.nudge.console.caller.Caller.Kind;
import dev.nudge.console.caller.Caller.Stream;
import dev.nudge.exec.JobInput;
import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// The standard input of `nudge run`.
final class RunInput {
    /// The names of shells, as files.
    private static final Set<String> SHELLS =
            Set.of(
                    "ash", "bash", "busybox", "csh", "dash", "fish", "ksh", "ksh93", "mksh", "sh",
                    "tcsh", "yash", "zsh");

    private RunInput() {}

    /// Reads what a job gets of it, or, if it is a pipe, leaves it to a job that is waited for.
    static JobInput passed(Caller caller, boolean isAwaited) throws IOException {
        if (isAwaited && caller.kind(Stream.IN) == Kind.PIPE) {
            return new JobInput.PipeOf(caller.hello().pid());
        }
        byte[] bytes = caller.in().readNBytes(StandardInput.LIMIT + 1);
        if (bytes.length > StandardInput.LIMIT) {
            throw Usage.wrong(
                    "The standard input is longer than %d bytes. A pipe has no limit with --wait: cat FILE | nudge run --wait --stdin CMD"
                            .formatted(StandardInput.LIMIT));
        }
        return new JobInput.Held(bytes);
    }

    /// Requires that the caller was given no input of its own: text written for the job must not be
    /// lost silently. Input that a shell above reads too is that of its script or of a loop (`while
    /// read …`), and is left alone. Looks once: a pipe may be written to later.
    static JobInput none(Caller caller) throws IOException {
        if (caller.kind(Stream.IN) != Kind.TERMINAL
                && caller.in().available() > 0
                && !isThatOfAShell(caller.hello().pid())) {
            throw Usage.wrong(
                    "The standard input holds data, which the job would not get. Pass it on with --stdin, or leave it out with </dev/null, also in a loop: while read …; do nudge run … </dev/null; done");
        }
        return new JobInput.None();
    }

    /// Returns whether a shell among the ancestors of a process has the same standard input, as
    /// have all processes between them.
    private static boolean isThatOfAShell(long pid) {
        Optional<String> input = link(pid, "fd/0");
        return new ProcessTable()
                .ancestry(pid).stream()
                        .skip(1)
                        .takeWhile(above -> link(above, "fd/0").equals(input))
                        .anyMatch(RunInput::isShell);
    }

    private static boolean isShell(long pid) {
        return link(pid, "exe")
                .map(program -> SHELLS.contains(program.substring(program.lastIndexOf('/') + 1)))
                .orElse(false);
    }

    private static Optional<String> link(long pid, String name) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), name)).toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
