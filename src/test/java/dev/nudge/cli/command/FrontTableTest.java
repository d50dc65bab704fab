package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.command.Commands;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the native front knows of the commands.
class FrontTableTest {
    private final List<String> rows = FrontTable.text().lines().toList();

    @Test
    void commandsOfTheDaemonAreCarriedToItAndNoOthers() {
        assertThat(rows)
                .extracting(row -> row.split("\"", 3)[1])
                .doesNotHaveDuplicates()
                .containsAll(Commands.all().stream().map(Commands::name).toList())
                .doesNotContain("install", "doctor", "help", "daemon", "mcp", "monitor");
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
