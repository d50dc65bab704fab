package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.ExitCodes;
import dev.nudge.console.command.Commands;
import dev.nudge.testkit.Golden;
import dev.nudge.testkit.agent.AgentProgram;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EmptySource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class NudgeCommandTest {
    private static final Pattern LIST =
            Pattern.compile("(?s)Daily commands:.*?\n\n(?=Exit codes:)");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return NudgeCommand.line(args)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    static Stream<String> commands() {
        return NudgeCommand.line().getSubcommands().keySet().stream();
    }

    @ParameterizedTest
    @EmptySource
    @MethodSource("commands")
    void helpHasExamplesAndFitsTheTerminalButForThese(String command) {
        String[] words = (command + " --help").strip().split(" ");
        assertThat(run(words)).isEqualTo(ExitCodes.OK);
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
        if (!command.equals("hand-over")) {
            assertThat(out.toString()).contains("Examples:\n  ");
        }

        StringWriter narrow = new StringWriter();
        CommandLine line = NudgeCommand.line(words).setOut(new PrintWriter(narrow));
        Commands.fitHelp(line, 60);
        assertThat(line.execute(words)).isEqualTo(ExitCodes.OK);
        assertThat(narrow.toString().lines().takeWhile(text -> !text.equals("Examples:")))
                .allMatch(text -> text.length() <= 60);
    }

    /// The words of the other commands are those of their descriptions.
    @ParameterizedTest
    @ValueSource(strings = {"help", "help run", "help kill"})
    void helpLooksLikeThis(String line) {
        assertThat(run(line.split(" "))).isEqualTo(ExitCodes.OK);

        Golden.check(line.replace(' ', '-'), LIST.matcher(out.toString()).replaceFirst(""));
    }

    @Test
    void listOfCommandsHasTheirFirstSentences() {
        run("help");

        assertThat(out.toString())
                .contains(
                        """

                        Daily commands:
                          run         Starts a command in the background
                        """,
                        """

                          kill        Ends jobs with all of their processes, and returns when they have
                                      ended
                        """);
    }

    @Test
    void documentationHasEachCommandWithItsOptions() {
        String readme = AgentProgram.read(Path.of("README.md"));
        String[] sections = AgentProgram.read(Path.of("docs/commands.md")).split("\n## ");

        assertThat(NudgeCommand.line().getSubcommands())
                .allSatisfy((command, line) -> {
                    String section =
                            Stream.of(sections)
                                    .filter(part -> part.startsWith("`nudge " + command))
                                    .collect(Collectors.joining());
                    assertThat(readme).contains("| `nudge " + command);
                    assertThat(section).as(command).isNotEmpty();
                    assertThat(line.getCommandSpec().options())
                            .filteredOn(option -> !option.usageHelp() && !option.versionHelp())
                            .allSatisfy(option ->
                                    assertThat(section).contains("`" + option.longestName()));
                });
    }

    @Test
    void everyCommandIsInOneGroupOfTheHelp() {
        assertThat(CommandHelp.GROUPS)
                .flatExtracting(CommandHelp.Group::classes)
                .doesNotHaveDuplicates()
                .containsAll(Commands.all());
    }

    @Test
    void unknownCommandIsAnsweredByTheNearest() {
        assertThat(run("log")).isEqualTo(ExitCodes.USAGE);

        Golden.check("wrong-command", err.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "lgos, logs",
        "satus, status",
        "ls, ps",
        "rm, clean",
        "stop, kill",
        "tail, logs -f"
    })
    void otherNamesAreAnsweredByTheCommand(String word, String command) {
        run(word);

        assertThat(err.toString()).contains("Did you mean: nudge " + command + "?");
    }

    @Test
    void helpIsACommandToo() {
        assertThat(run("help", "logs")).isEqualTo(ExitCodes.OK);
        String said = out.toString();
        out.getBuffer().setLength(0);
        run("logs", "--help");
        assertThat(said).isEqualTo(out.toString()).contains("Usage: nudge logs");

        assertThat(run("help", "run", "make")).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).contains("Usage: nudge run");
        assertThat(run("help")).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).contains("Daily commands:");
        assertThat(run("help", "lgos")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("Did you mean: nudge logs?");
    }

    @Test
    void completionIsOfAKnownShellAndNotOfTheCommandsOfHooks() {
        for (String shell : List.of("bash", "zsh", "fish")) {
            assertThat(run("completion", shell)).isEqualTo(ExitCodes.OK);
        }
        assertThat(out.toString()).contains("logs").doesNotContain("Usage:", "hand-over");

        assertThat(run("completion", "tcsh")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .contains("There is no completion for \"tcsh\"; expected bash, zsh or fish.");
        assertThat(run()).as("no command").isEqualTo(ExitCodes.USAGE);
    }
}
