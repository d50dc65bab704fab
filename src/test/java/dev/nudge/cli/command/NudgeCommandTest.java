package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.ExitCodes;
import dev.nudge.console.command.Commands;
import dev.nudge.testkit.Golden;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EmptySource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

class NudgeCommandTest {
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
    @MethodSource("commands")
    void everyCommandHasHelpWithExamples(String command) {
        assertThat(run(command, "--help")).isEqualTo(ExitCodes.OK);

        Golden.check("help-" + command, out.toString());
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
        if (!command.equals("hand-over")) {
            assertThat(out.toString()).contains("Examples:\n  ");
        }
    }

    @Test
    void helpListsTheCommandsTheExitCodesAndExamples() {
        run("--help");

        Golden.check("help", out.toString());
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
    }

    @ParameterizedTest
    @EmptySource
    @MethodSource("commands")
    void helpFitsANarrowTerminalButForItsExamples(String command) {
        String[] words = (command + " --help").strip().split(" ");
        CommandLine line = NudgeCommand.line(words).setOut(new PrintWriter(out));
        Commands.fitHelp(line, 60);

        assertThat(line.execute(words)).isEqualTo(ExitCodes.OK);
        assertThat(out.toString().lines().takeWhile(text -> !text.equals("Examples:")))
                .allMatch(text -> text.length() <= 60);
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
    void noCommandIsWrongUsage() {
        assertThat(run()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void unknownShellIsWrongUsage() {
        assertThat(run("completion", "tcsh")).isEqualTo(ExitCodes.USAGE);

        assertThat(err.toString())
                .contains("There is no completion for \"tcsh\"; expected bash, zsh or fish.");
    }

    @ParameterizedTest
    @CsvSource({"bash", "zsh", "fish"})
    void completionKnowsCommandsAndOptions(String shell) {
        assertThat(run("completion", shell)).isEqualTo(ExitCodes.OK);

        assertThat(out.toString())
                .contains("logs", "grep", "restart", "on_failure", "__complete jobs")
                .doesNotContain("Usage:", "hand-over");
    }

    @Test
    void allValuesOfCompletionAreOfArgumentsThatThereAre() {
        Set<String> used = new TreeSet<>();
        all(NudgeCommand.line().getCommandSpec())
                .forEach(command ->
                        command.args().stream()
                                .filter(argument -> argument.completionCandidates() == null)
                                .map(ArgSpec::paramLabel)
                                .forEach(used::add));

        assertThat(used).containsAll(CompletionCommand.BY_LABEL.keySet());
    }

    private static Stream<CommandSpec> all(CommandSpec command) {
        return Stream.concat(
                Stream.of(command),
                command.subcommands().values().stream()
                        .map(CommandLine::getCommandSpec)
                        .flatMap(NudgeCommandTest::all));
    }
}
