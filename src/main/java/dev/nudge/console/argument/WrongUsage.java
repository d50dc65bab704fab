package dev.nudge.console.argument;

import dev.nudge.console.ExitCodes;
import dev.nudge.text.Complaint;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Explains what is wrong with a command line: in a line or two, not with the whole help, and in
/// nudge's own words.
public final class WrongUsage {
    private WrongUsage() {}

    /// @return the exit code
    public static int explain(ParameterException wrong, String... args) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(Complaint.of(complaint(wrong)));
        suggestion(wrong).ifPresent(meant -> err.println("Did you mean: " + meant + "?"));
        err.println("See: " + line.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCodes.USAGE;
    }

    private static Optional<String> suggestion(ParameterException wrong) {
        if (isNoCommand(wrong)) {
            return OtherNames.nearest(word(wrong), wrong.getCommandLine().getSubcommands().keySet())
                    .map(command -> "nudge " + command);
        }
        return wrong instanceof UnmatchedArgumentException unmatched
                ? unmatched.getSuggestions().stream().reduce((one, other) -> one + " or " + other)
                : Optional.empty();
    }

    /// Returns what is wrong, in a sentence.
    public static String complaint(ParameterException wrong) {
        return switch (wrong) {
            case UnmatchedArgumentException unmatched -> unmatched(unmatched);
            case MissingParameterException missing -> missing(missing);
            case OverwrittenOptionException twice ->
                    name(twice.getOverwritten()) + " is given twice; expected once.";
            default -> value(wrong);
        };
    }

    private static String unmatched(UnmatchedArgumentException wrong) {
        String word = word(wrong);
        if (isNoCommand(wrong)) {
            return "There is no command \"%s\".".formatted(word);
        }
        Optional<String> refusal = refusal(wrong.getCommandLine(), word);
        if (refusal.isPresent()) {
            return refusal.get() + ".";
        }
        return wrong.isUnknownOption()
                ? "There is no option \"%s\".".formatted(word)
                : "Unexpected argument \"%s\".".formatted(word);
    }

    /// Returns why a word cannot be one of a list of arguments, which the library keeps to itself.
    private static Optional<String> refusal(CommandLine line, String word) {
        for (PositionalParamSpec argument : line.getCommandSpec().positionalParameters()) {
            for (ITypeConverter<?> converter : argument.converters()) {
                try {
                    Object _ = converter.convert(word);
                } catch (TypeConversionException e) {
                    return Optional.of(String.valueOf(e.getMessage()));
                } catch (Exception e) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    private static String missing(MissingParameterException wrong) {
        List<ArgSpec> missing = wrong.getMissing();
        if (missing.isEmpty()) {
            return String.valueOf(wrong.getMessage());
        }
        String names = missing.stream().map(WrongUsage::name).collect(Collectors.joining(" and "));
        return missing.getFirst() instanceof OptionSpec option
                ? "%s needs a value: %s.".formatted(names, option.paramLabel())
                : "%s is missing.".formatted(names);
    }

    /// Explains a value that cannot be read. The type that reads it says what was expected; the
    /// library itself reads only numbers.
    private static String value(ParameterException wrong) {
        ArgSpec argument = wrong.getArgSpec();
        if (argument == null || wrong.getValue() == null) {
            return String.valueOf(wrong.getMessage());
        }
        if (argument instanceof OptionSpec flag && Flags.isFlag(flag)) {
            return Flags.complaint(flag);
        }
        String said =
                wrong.getCause() instanceof TypeConversionException own
                                && argument.converters().length > 0
                        ? String.valueOf(own.getMessage())
                        : number(wrong.getValue());
        return said.startsWith("expected")
                ? "%s is \"%s\"; %s.".formatted(name(argument), wrong.getValue(), said)
                : said + ".";
    }

    /// Returns what was expected in place of this, which is not a number, or is too large for one.
    private static String number(String given) {
        return given.matches("[+-]?\\d+")
                ? "expected a whole number up to " + Integer.MAX_VALUE
                : "expected a whole number";
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static boolean isNoCommand(ParameterException wrong) {
        return wrong instanceof UnmatchedArgumentException unmatched
                && wrong.getCommandLine().getParent() == null
                && !unmatched.isUnknownOption();
    }

    private static String word(ParameterException wrong) {
        return wrong instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched().getFirst()
                : "";
    }
}
