package dev.nudge.cli.command;

import dev.nudge.console.command.Commands;
import java.util.stream.Collectors;

/// The commands that the native front carries to the daemon, as rows of its table in C.
/// `scripts/front` calls it.
public final class FrontTable {
    private FrontTable() {}

    public static void main(String[] args) {
        System.out.print(text());
    }

    /// Returns the rows, one a line, in the order of their names.
    static String text() {
        return Commands.carriages().entrySet().stream()
                .map(command ->
                        "{.name = \"%s\"%s},\n"
                                .formatted(command.getKey(), command.getValue().fields()))
                .collect(Collectors.joining());
    }
}
