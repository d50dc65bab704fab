package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

class CompletionValuesTest {
    @Test
    void allValuesAreOfArgumentsThatThereAre() {
        Set<String> used = new TreeSet<>();
        commands(NudgeCommand.line().getCommandSpec())
                .forEach(command ->
                        command.args().stream()
                                .filter(argument -> argument.completionCandidates() == null)
                                .map(ArgSpec::paramLabel)
                                .forEach(used::add));

        assertThat(used).containsAll(CompletionValues.BY_LABEL.keySet());
    }

    private static Stream<CommandSpec> commands(CommandSpec command) {
        return Stream.concat(
                Stream.of(command),
                command.subcommands().values().stream()
                        .map(CommandLine::getCommandSpec)
                        .flatMap(CompletionValuesTest::commands));
    }
}
