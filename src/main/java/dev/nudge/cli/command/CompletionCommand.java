package dev.nudge.cli.command;

import static dev.nudge.cli.command.CommandHelp.sentence;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Run;
import dev.nudge.app.Type;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The command `nudge completion SHELL`: prints a script for the Tab key, made from the same
/// description of the commands as the help. Its fixed parts are in the resources beside this class.
@Command(
        name = "completion",
        description =
                "Prints a completion script for bash, zsh or fish. It completes commands, options, their"
                        + " values and jobs.",
        footer = {
            "  source <(nudge completion bash)     # in ~/.bashrc; ~/.zshrc with zsh",
            "  nudge completion fish > ~/.config/fish/completions/nudge.fish"
        })
final class CompletionCommand extends OwnCommand {
    private static final Option<String> SHELL =
            Option.of("shell", Type.word("SHELL", "bash zsh fish"), Form.ARGUMENT)
                    .help("bash, zsh or fish.");

    @Override
    int run(Given given) {
        String shell = given.require(SHELL);
        List<CommandSpec> commands =
                NudgeCommand.line().getSubcommands().values().stream()
                        .map(CommandLine::getCommandSpec)
                        .filter(c -> !c.usageMessage().hidden())
                        .toList();
        out().print(
                        switch (shell) {
                            case "bash", "zsh" ->
                                    tables(commands)
                                            + resource("completion.sh")
                                            + "\n"
                                            + resource("completion." + shell);
                            case "fish" -> fish(commands);
                            default ->
                                    throw Usage.wrong(
                                            "There is no completion for \"%s\"; expected bash, zsh or fish."
                                                    .formatted(shell));
                        });
        return ExitCodes.OK;
    }

    private static String tables(List<CommandSpec> commands) {
        Stream<String> names =
                commands.stream()
                        .map(c -> c.name() + "\t" + sentence(c.usageMessage().description()));
        Stream<String> values = commands.stream().flatMap(CompletionCommand::valuesOf);
        return function("__nudge_commands", lines(names))
                + function(
                        "__nudge_options",
                        choice("$1", commands.stream().map(CompletionCommand::optionsOf)))
                + function(
                        "__nudge_values",
                        choice(
                                "$1 $2",
                                Stream.concat(values, Stream.of("        *) return 1 ;;\n"))));
    }

    private static String function(String name, String body) {
        return "%s() {%n%s}%n%n".formatted(name, body);
    }

    private static String choice(String word, Stream<String> cases) {
        return "    case \"%s\" in%n%s    esac%n".formatted(word, cases.collect(joining()));
    }

    private static String lines(Stream<String> lines) {
        return "    printf '%s\\n' "
                + lines.map(CompletionCommand::quoted).collect(joining(" \\\n        "))
                + "\n";
    }

    private static String optionsOf(CommandSpec command) {
        Stream<String> options =
                visible(command)
                        .flatMap(o ->
                                Stream.of(o.names())
                                        .map(n -> n + "\t" + sentence(o.description())));
        return "        %s)%n%s            ;;%n"
                .formatted(command.name(), lines(options).indent(8));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static Stream<String> valuesOf(CommandSpec command) {
        Stream<String> options =
                valued(command)
                        .map(o ->
                                value(
                                        Stream.of(o.names())
                                                .map(n -> pattern(command, n))
                                                .collect(joining(" | ")),
                                        values(o)));
        return Stream.concat(options, positionals(command));
    }

    /// Returns the cases of the arguments by place. A place after the last argument has no case,
    /// unless that argument may be repeated.
    private static Stream<String> positionals(CommandSpec command) {
        if (!command.subcommands().isEmpty()) {
            return Stream.of(value(pattern(command, "0"), subcommands(command)));
        }
        return command.positionalParameters().stream()
                .map(p ->
                        value(
                                p.arity().max() > 1
                                        ? "'" + command.name() + " '[0-9]*"
                                        : pattern(command, Integer.toString(p.index().min())),
                                values(p)));
    }

    private static String pattern(CommandSpec command, String argument) {
        return "'" + command.name() + " " + argument + "'";
    }

    private static String value(String patterns, String kinds) {
        return "        %s) printf '%%s\\n' %s ;;%n".formatted(patterns, quoted(kinds));
    }

    private static String subcommands(CommandSpec command) {
        return String.join(" ", command.subcommands().keySet());
    }

    /// Returns the words for the value of an option or an argument, separated by blanks; empty if
    /// there is nothing to offer.
    private static String values(ArgSpec argument) {
        return String.join(" ", argument.completionCandidates());
    }

    private static String fish(List<CommandSpec> commands) {
        String valued =
                commands.stream()
                        .filter(c -> c.name().equals(Run.NAME))
                        .flatMap(CompletionCommand::valued)
                        .flatMap(o -> Stream.of(o.names()))
                        .collect(joining(" "));
        return "set -g __nudge_valued %s%n%s".formatted(valued, resource("completion.fish"))
                + commands.stream().map(CompletionCommand::fish).collect(joining());
    }

    private static String fish(CommandSpec command) {
        String isCommand = "-n '__fish_seen_subcommand_from %s'".formatted(command.name());
        StringBuilder script = new StringBuilder();
        script.append(
                "complete -c nudge -n __fish_use_subcommand -a %s -d %s%n"
                        .formatted(
                                command.name(),
                                fishQuoted(sentence(command.usageMessage().description()))));
        visible(command).forEach(option -> script.append(fish(isCommand, option)));
        if (!command.subcommands().isEmpty()) {
            script.append(
                    "complete -c nudge %s -a '%s'%n".formatted(isCommand, subcommands(command)));
        }
        command.positionalParameters()
                .forEach(argument -> script.append(fish(isCommand, argument)));
        return script.toString();
    }

    private static String fish(String isCommand, OptionSpec option) {
        StringBuilder line = new StringBuilder("complete -c nudge " + isCommand);
        for (String name : option.names()) {
            line.append(
                    name.startsWith("--")
                            ? " -l " + name.substring(2)
                            : " -s " + name.substring(1));
        }
        if (option.arity().max() > 0) {
            String kinds = values(option);
            line.append(
                    kinds.equals("@dir") || kinds.equals("@file")
                            ? " -r -F"
                            : " -x -k -a " + fishWords(kinds));
        }
        return line + " -d " + fishQuoted(sentence(option.description())) + "\n";
    }

    private static String fish(String isCommand, PositionalParamSpec argument) {
        String kinds = values(argument);
        if (kinds.isEmpty()) {
            return "";
        }
        String isThere =
                argument.arity().max() > 1 || argument.index().min() > 0
                        ? isCommand
                        : isCommand + " -n __nudge_is_first";
        return "complete -c nudge %s -k -a %s%n".formatted(isThere, fishWords(kinds));
    }

    private static String fishWords(String kinds) {
        return "'"
                + Stream.of(kinds.split(" ")).map(CompletionCommand::fishWord).collect(joining(" "))
                + "'";
    }

    private static String fishWord(String kind) {
        return switch (kind) {
            case "@jobs", "@labels", "@groups", "@exclusive", "@panes" ->
                    "(nudge __complete " + kind.substring(1) + ")";
            case "@running", "@terminal", "@ended" ->
                    "(nudge __complete jobs " + kind.substring(1) + ")";
            case "@command" -> "(__nudge_command)";
            case "@commands" -> "(complete -C \"nudge \")";
            default -> kind;
        };
    }

    private static Stream<OptionSpec> visible(CommandSpec command) {
        return command.options().stream().filter(o -> !o.hidden());
    }

    private static Stream<OptionSpec> valued(CommandSpec command) {
        return visible(command).filter(o -> o.arity().max() > 0);
    }

    private static String fishQuoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private static String resource(String name) {
        try (InputStream in = CompletionCommand.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
