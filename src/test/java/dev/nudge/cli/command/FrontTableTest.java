package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.command.Commands;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the native front knows of the commands.
class FrontTableTest {
    private final List<String> rows = FrontTable.text().lines().toList();

    static List<String> commandsOfTheDaemon() {
        return Commands.all().stream().map(Commands::name).toList();
    }

    @ParameterizedTest
    @MethodSource("commandsOfTheDaemon")
    void everyCommandOfTheDaemonIsCarriedToIt(String command) {
        assertThat(rows).filteredOn(row -> row.startsWith(name(command))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"install", "doctor", "help", "daemon", "mcp", "monitor"})
    void commandThatNeedsNoDaemonIsNot(String command) {
        assertThat(rows).isNotEmpty().noneMatch(row -> row.startsWith(name(command)));
    }

    private static String name(String command) {
        return "{.name = \"" + command + "\"";
    }

    /// One that reads may be run again, Ctrl+C of `run` waits until it is known what it is for, and
    /// `status` and the Tab key start no daemon.
    @Test
    void rowSaysHowTheCommandIsCarried() {
        assertThat(rows)
                .contains(
                        "{.name = \"ps\", .reads = true},",
                        "{.name = \"wait\", .reads = true},",
                        "{.name = \"examine\", .reads = true},",
                        "{.name = \"kill\"},",
                        "{.name = \"send\"},",
                        "{.name = \"run\", .holds = true},",
                        "{.name = \"status\", .reads = true, .nothing = \"\\n\"},",
                        "{.name = \"__complete\", .reads = true, .nothing = \"\", .patience = 1000},");
    }
}
