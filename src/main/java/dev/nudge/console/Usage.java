package dev.nudge.console;

import dev.nudge.app.Option;
import dev.nudge.text.EditDistance;
import dev.nudge.text.Reasons;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Refuses what a command cannot be called with, which is wrong usage, not a failure; and explains
/// it in a line or two, not with the whole help, and in nudge's own words.
public final class Usage {
    /// A word is near a command if at most one in so many of its letters is wrong.
    private static final int LETTERS_FOR_A_CHANGE = 3;

    /// Names that users of other programs type for the commands.
    private static final Map<String, String> OTHER_NAMES =
            Arrays.stream(
                            """
                            version: --version; ls: ps; list: ps; jobs: ps; top: ps --watch;
                            tail: logs -f; follow: logs -f; cat: logs; output: logs; stop: kill;
                            cancel: kill; rm: clean; remove: clean; prune: clean; start: run;
                            add: run; exec: run; inspect: show; describe: show; type: send;
                            rerun: restart; queue: ps --state queued; groups: group; hold: pause;
                            suspend: pause --running; continue: resume; swap: switch; stash: pause;
                            enqueue: resume; release: resume\
                            """
                                    .split(";\\s", -1))
                    .map(pair -> pair.split(": ", 2))
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));

    private Usage() {}

    /// Thrown by a command that was called wrongly.
    public static final class WrongCall extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private WrongCall(String message) {
            super(message);
        }
    }

    /// Returns the exception to throw.
    ///
    /// @param message a sentence that says what is wrong
    public static WrongCall wrong(String message) {
        return new WrongCall(message);
    }

    /// @param message as of [#wrong]
    public static void refuseIf(boolean isWrong, String message) {
        if (isWrong) {
            throw wrong(message);
        }
    }

    /// Returns a value; an [IllegalArgumentException] from its supplier says what is wrong with it.
    /// A full stop is added to the message unless it has one.
    public static <T> T valid(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()).replaceFirst("(?s)\\.?\\z", "."));
        }
    }

    /// @return the exit code
    public static int explain(ParameterException wrong, String... args) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(Reasons.complaint(complaint(wrong)));
        suggestion(wrong).ifPresent(meant -> err.println("Did you mean: " + meant + "?"));
        err.println("See: " + line.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCodes.USAGE;
    }

    private static Optional<String> suggestion(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
            return Optional.empty();
        }
        return isUnknownCommand(unmatched)
                ? nearestCommand(unmatched).map(command -> "nudge " + command)
                : unmatched.getSuggestions().stream().reduce((one, other) -> one + " or " + other);
    }

    private static Optional<String> nearestCommand(UnmatchedArgumentException wrong) {
        String word = wrong.getUnmatched().getFirst();
        int mostChanges = Math.max(1, word.length() / LETTERS_FOR_A_CHANGE);
        return Optional.ofNullable(OTHER_NAMES.get(word))
                .or(() ->
                        wrong.getCommandLine().getSubcommands().keySet().stream()
                                .filter(c -> EditDistance.of(word, c) <= mostChanges)
                                .min(Comparator.comparingInt(c -> EditDistance.of(word, c))));
    }

    /// Returns what is wrong, in a sentence.
    private static String complaint(ParameterException wrong) {
        return switch (wrong) {
            case UnmatchedArgumentException unmatched -> unmatched(unmatched);
            case MissingParameterException missing -> missing(missing);
            case OverwrittenOptionException twice ->
                    name(twice.getOverwritten()) + " is given twice; expected once.";
            // That of an option that is only given or left out.
            case MaxValuesExceededException flag ->
                    String.valueOf(flag.getMessage())
                            .replaceFirst("(?s)option '([-\\w]+)'.*", "$1 takes no value.");
            default -> value(wrong);
        };
    }

    private static String unmatched(UnmatchedArgumentException wrong) {
        String word = wrong.getUnmatched().getFirst();
        if (isUnknownCommand(wrong)) {
            return "There is no command \"%s\".".formatted(word);
        }
        return refusal(wrong.getCommandLine(), word)
                .map(reason -> reason + ".")
                .orElse(
                        wrong.isUnknownOption()
                                ? "There is no option \"%s\".".formatted(word)
                                : "Unexpected argument \"%s\".".formatted(word));
    }

    /// Returns why a word cannot be one of a list of arguments, which the library keeps to itself.
    private static Optional<String> refusal(CommandLine line, String word) {
        for (PositionalParamSpec argument : line.getCommandSpec().positionalParameters()) {
            if (argument.userObject() instanceof Option<?> option) {
                try {
                    Object _ = option.type().word().read("--" + option.name(), word);
                } catch (IllegalArgumentException e) {
                    return Optional.of(String.valueOf(e.getMessage()));
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
        String names = missing.stream().map(Usage::name).collect(Collectors.joining(" and "));
        return missing.getFirst() instanceof OptionSpec option
                ? "%s needs a value: %s.".formatted(names, option.paramLabel())
                : "%s is missing.".formatted(names);
    }

    /// Explains a value that cannot be read. The type that reads it says what was expected.
    private static String value(ParameterException wrong) {
        ArgSpec argument = wrong.getArgSpec();
        if (argument instanceof OptionSpec flag && flag.arity().max() == 0) {
            return flag.longestName() + " takes no value.";
        }
        if (argument == null || !(wrong.getCause() instanceof TypeConversionException own)) {
            return String.valueOf(wrong.getMessage());
        }
        return own.getMessage() + ".";
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static boolean isUnknownCommand(UnmatchedArgumentException wrong) {
        return wrong.getCommandLine().getParent() == null && !wrong.isUnknownOption();
    }
}
