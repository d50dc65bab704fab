package dev.nudge.exec;

import dev.nudge.job.JobSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The file through which a command reaches its host byte for byte, whatever its quotes, newlines
/// or locale: assignments in POSIX shell syntax. Not an argument, so that `pkill -f` with a word of
/// the command does not match the host.
public final class CommandFile {
    private CommandFile() {}

    /// Renders the file.
    ///
    /// @param umask the umask of the command, octal digits
    /// @param input the file opened as its standard input; empty for `/dev/null`
    /// @param bounds the variables from which the host makes the bounds of the job
    public static byte[] render(
            JobSpec spec,
            String umask,
            TerminalOrder terminal,
            Optional<Path> input,
            Map<String, String> bounds) {
        String text =
                assignment("nudge_command", spec.command())
                        + assignment("nudge_cwd", spec.cwd().toString())
                        + assignment("nudge_umask", umask)
                        + input.map(file -> assignment("nudge_input", file.toString())).orElse("")
                        + assignments(terminal)
                        + assignments(bounds);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String assignments(Map<String, String> bounds) {
        return bounds.entrySet().stream()
                .map(bound -> assignment(bound.getKey(), bound.getValue()))
                .sorted()
                .collect(Collectors.joining());
    }

    private static String assignments(TerminalOrder terminal) {
        return switch (terminal) {
            case TerminalOrder.None _ -> "";
            case TerminalOrder.Refused(String reason) -> assignment("nudge_no_terminal", reason);
            case TerminalOrder.From(List<String> program) ->
                    assignment(
                            "nudge_terminal_program",
                            program.stream()
                                    .map(CommandFile::quoted)
                                    .collect(Collectors.joining(" ")));
        };
    }

    private static String assignment(String name, String value) {
        return name + "=" + quoted(value) + "\n";
    }

    /// Returns a word that a POSIX shell takes for this text, whatever is in it.
    public static String quoted(String value) {
        return "'" + value.replace("'", "'\\''") + "'";
    }
}
