package dev.nudge.cli.command;

import dev.nudge.console.ConsoleCommand.Carriage;
import dev.nudge.console.command.Commands;
import java.util.ArrayList;
import java.util.List;
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
                .map(command -> row(command.getKey(), command.getValue()) + "\n")
                .collect(Collectors.joining());
    }

    private static String row(String name, Carriage carriage) {
        List<String> fields = new ArrayList<>(List.of(".name = " + quoted(name)));
        if (carriage.reads()) {
            fields.add(".reads = true");
        }
        if (carriage.holds()) {
            fields.add(".holds = true");
        }
        carriage.nothing().ifPresent(text -> fields.add(".nothing = " + quoted(text)));
        if (!carriage.patience().isZero()) {
            fields.add(".patience = " + carriage.patience().toMillis());
        }
        return "{" + String.join(", ", fields) + "},";
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\n", "\\n") + "\"";
    }
}
