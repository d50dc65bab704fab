package dev.nudge.console.command;

import dev.nudge.console.Invocation;
import dev.nudge.console.argument.Usage;
import dev.nudge.protocol.ClientPath;
import dev.nudge.text.Bytes;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The file of `nudge run --batch`: a command a line, or a JSON object. Blank lines and those that
/// begin with `#` are comments.
final class BatchFile {
    /// The longest file in bytes.
    static final int LONGEST = 16 * 1024 * 1024;

    /// A file that the caller has open: the shell names one so for `<(…)`.
    private static final Pattern OPEN = Pattern.compile("/(?:dev|proc/self)/fd/(\\d{1,9})");

    private static final Set<String> STANDARD_INPUTS =
            Set.of("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

    private final String name;

    /// @param name as given: a path, or `-`
    BatchFile(String name) {
        this.name = name;
    }

    /// A line that is not a comment.
    ///
    /// @param number from 1
    /// @param text without its line end, and without blanks around it
    record Line(int number, String text) {
        boolean isObject() {
            return text.startsWith("{");
        }
    }

    boolean isStandardInput() {
        return STANDARD_INPUTS.contains(name);
    }

    /// Returns the name of a line, for messages.
    String place(int number) {
        return "%s, line %d".formatted(isStandardInput() ? "standard input" : name, number);
    }

    /// Reads the lines. Blocks as long as the writer of a pipe takes.
    ///
    /// @throws IOException if it cannot be read; the message names it
    List<Line> lines(Invocation invocation) throws IOException {
        byte[] bytes = bytes(invocation);
        if (bytes.length > LONGEST) {
            throw Usage.wrong(
                    "The batch is longer than %,d bytes; split it into several."
                            .formatted(LONGEST));
        }
        List<Line> lines = new ArrayList<>();
        int number = 1;
        int begin = 0;
        for (int at = 0; at <= bytes.length; at++) {
            if (at == bytes.length || bytes[at] == '\n') {
                String text = Bytes.text(bytes, begin, at).strip();
                if (!text.isEmpty() && !text.startsWith("#")) {
                    lines.add(new Line(number, text));
                }
                begin = at + 1;
                number++;
            }
        }
        return lines;
    }

    private byte[] bytes(Invocation invocation) throws IOException {
        if (isStandardInput()) {
            return invocation.caller().in().readNBytes(LONGEST + 1);
        }
        try (InputStream file = Files.newInputStream(path(invocation))) {
            return file.readNBytes(LONGEST + 1);
        } catch (InvalidPathException e) {
            throw new IOException(
                    "--batch is \"%s\", which is not a path: %s".formatted(name, e.getReason()), e);
        } catch (IOException e) {
            throw new IOException("%s cannot be read: %s".formatted(name, Reasons.of(e)), e);
        }
    }

    private Path path(Invocation invocation) {
        Matcher open = OPEN.matcher(name);
        return open.matches()
                ? Path.of("/proc", Long.toString(invocation.hello().pid()), "fd", open.group(1))
                : ClientPath.of(invocation.hello(), name);
    }
}
