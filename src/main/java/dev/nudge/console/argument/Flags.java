package dev.nudge.console.argument;

import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The options that are given or left out. The library takes a value for them as well
/// (`--wait=true`), which neither the help nor the carrier knows.
public final class Flags {
    private Flags() {}

    /// Checks that none of them has a value.
    ///
    /// @throws ParameterException if one has
    public static void requireNoValues(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        List<String> words = beforeArguments(last, parsed.originalArgs());
        for (OptionSpec option : last.matchedOptions()) {
            if (isFlag(option) && hasValue(option, words)) {
                throw new ParameterException(last.commandSpec().commandLine(), complaint(option));
            }
        }
    }

    static boolean isFlag(OptionSpec option) {
        return option.arity().max() == 0;
    }

    static String complaint(OptionSpec flag) {
        return "%s takes no value.".formatted(flag.longestName());
    }

    private static boolean hasValue(OptionSpec flag, List<String> words) {
        return words.stream()
                .anyMatch(word ->
                        List.of(flag.names()).stream()
                                .anyMatch(name -> word.startsWith(name + "=")));
    }

    /// Returns the words among which options are: not those of the user's own command, nor those
    /// behind `--`.
    private static List<String> beforeArguments(ParseResult parsed, List<String> words) {
        if (parsed.commandSpec().parser().stopAtPositional()) {
            int arguments =
                    parsed.matchedPositionals().stream()
                            .mapToInt(argument -> argument.originalStringValues().size())
                            .sum();
            return words.subList(0, words.size() - arguments);
        }
        int end = words.indexOf("--");
        return end < 0 ? words : words.subList(0, end);
    }
}
