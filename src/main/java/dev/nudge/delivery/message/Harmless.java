package dev.nudge.delivery.message;

import dev.nudge.text.Printable;
import java.util.stream.Collectors;

/// Makes text written by others safe for a message. The output of a command, a label or a prompt
/// can neither name a file or an agent by `@`, nor close the brackets around it, nor imitate those
/// of a notice: these characters are written full-width, `＠［］`, which reads the same.
final class Harmless {
    private Harmless() {}

    /// Returns one printable line.
    static String line(String text) {
        return harmless(Printable.line(text));
    }

    /// Returns printable lines, without the empty ones.
    static String lines(String text) {
        return text.lines()
                .map(Harmless::line)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String harmless(String line) {
        return line.replace('@', '＠').replace('[', '［').replace(']', '］');
    }
}
