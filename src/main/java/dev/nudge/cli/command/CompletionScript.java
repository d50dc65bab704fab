package dev.nudge.cli.command;

import dev.nudge.app.Run;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Completion scripts for shells, made from the same description of the commands as the help. Their
/// fixed parts are in the resources beside this class.
final class CompletionScript {
    private final List<CommandSpec> commands;

    CompletionScript(CommandLine nudge) {
        this.commands =
                nudge.getSubcommands().values().stream()
                        .map(CommandLine::getCommandSpec)
                        .filter(c -> !c.usageMessage().hidden())
                        .toList();
    }

    /// Returns the script for bash.
    String bash() {
        return tables() + resource("completion.sh") + "\n" + resource("completion.bash");
    }

    /// Returns the script for zsh.
    String zsh() {
        return tables() + resource("completion.sh") + "\n" + resource("completion.zsh");
    }

    /// Returns the script for fish.
    String fish() {
        String valued =
                commands.stream()
                        .filter(c -> c.name().equals(Run.NAME))
                        .flatMap(CompletionScript::valued)
                        .flatMap(o -> Arrays.stream(o.names()))
                        .collect(Collectors.joining(" "));
        return "set -g __nudge_valued %s%n%s".formatted(valued, resource("completion.fish"))
                + commands.stream().map(this::fish).collect(Collectors.joining());
    }

    /// Returns the functions from which bash and zsh learn about the commands.
    private String tables() {
        return function("__nudge_commands", lines(commands.stream().map(CompletionScript::line)))
                + function(
                        "__nudge_options",
                        choice("$1", commands.stream().map(CompletionScript::optionsOf)))
                + function(
                        "__nudge_values",
                        choice(
                                "$1 $2",
                                Stream.concat(
                                        commands.stream().flatMap(CompletionScript::valuesOf),
                                        Stream.of("        *) return 1 ;;\n"))));
    }

    private static String function(String name, String body) {
        return "%s() {%n%s}%n%n".formatted(name, body);
    }

    private static String choice(String word, Stream<String> cases) {
        return "    case \"%s\" in%n%s    esac%n"
                .formatted(word, cases.collect(Collectors.joining()));
    }

    private static String lines(Stream<String> lines) {
        return "    printf '%s\\n' "
                + lines.map(CompletionScript::quoted).collect(Collectors.joining(" \\\n        "))
                + "\n";
    }

    private static String line(CommandSpec command) {
        return command.name() + "\t" + CommandHelp.sentence(command.usageMessage().description());
    }

    private static String optionsOf(CommandSpec command) {
        Stream<String> options =
                visible(command)
                        .flatMap(o ->
                                Arrays.stream(o.names())
                                        .map(n ->
                                                n + "\t" + CommandHelp.sentence(o.description())));
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
                                        Arrays.stream(o.names())
                                                .map(n -> pattern(command, n))
                                                .collect(Collectors.joining(" | ")),
                                        CompletionValues.of(o)));
        return Stream.concat(options, positionals(command));
    }

    /// Returns the cases of the arguments by place. A place after the last argument has no case,
    /// unless that argument may be repeated.
    private static Stream<String> positionals(CommandSpec command) {
        if (!command.subcommands().isEmpty()) {
            return Stream.of(
                    value(pattern(command, "0"), String.join(" ", command.subcommands().keySet())));
        }
        return command.positionalParameters().stream()
                .map(p ->
                        value(
                                p.arity().max() > 1
                                        ? "'" + command.name() + " '[0-9]*"
                                        : pattern(command, Integer.toString(p.index().min())),
                                CompletionValues.of(p)));
    }

    private static String pattern(CommandSpec command, String argument) {
        return "'" + command.name() + " " + argument + "'";
    }

    private static String value(String patterns, String kinds) {
        return "        %s) printf '%%s\\n' %s ;;%n".formatted(patterns, quoted(kinds));
    }

    private String fish(CommandSpec command) {
        String isCommand = "-n '__fish_seen_subcommand_from %s'".formatted(command.name());
        StringBuilder script = new StringBuilder();
        script.append(
                "complete -c nudge -n __fish_use_subcommand -a %s -d %s%n"
                        .formatted(
                                command.name(),
                                fishQuoted(
                                        CommandHelp.sentence(
                                                command.usageMessage().description()))));
        visible(command).forEach(option -> script.append(fish(isCommand, option)));
        if (!command.subcommands().isEmpty()) {
            script.append(
                    "complete -c nudge %s -a '%s'%n"
                            .formatted(
                                    isCommand, String.join(" ", command.subcommands().keySet())));
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
            String kinds = CompletionValues.of(option);
            line.append(
                    kinds.equals("@dir") || kinds.equals("@file")
                            ? " -r -F"
                            : " -x -k -a " + fishWords(kinds));
        }
        return line + " -d " + fishQuoted(CommandHelp.sentence(option.description())) + "\n";
    }

    private static String fish(String isCommand, PositionalParamSpec argument) {
        String kinds = CompletionValues.of(argument);
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
        return "'%s'"
                .formatted(
                        Arrays.stream(kinds.split(" "))
                                .map(CompletionScript::fishWord)
                                .collect(Collectors.joining(" ")));
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
        try (InputStream in = CompletionScript.class.getResourceAsStream(name)) {
            byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
