package dev.nudge.delivery.message;

import dev.nudge.text.Printable;
import java.util.stream.Collectors;

/// Makes text written by others safe for a message. The output of a command, a label or a prompt
/// must not name a file or an agent by `@`, close the brackets around it, or imitate those of a
/// notice: these characters are written full-width, `＠［］`, which reads the same.
final class Harmless {
    private Harmless() {}

    /// Returns one printable line.
    static String line(String text) {
        return Printable.line(text).replace('@', '＠').replace('[', '［').replace(']', '］');
    }

    /// Returns printable lines, without the empty ones.
    static String lines(String text) {
        return text.lines()
                .map(Harmless::line)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
