package dev.nudge.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Says what is wrong with a command line: in a line or two, not by the whole help.
final class WrongUsage {
    private WrongUsage() {}

    /// @return the exit code
    static int explain(ParameterException wrong, String... args) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("nudge: " + complaint(wrong));
        if (isNoCommand(wrong)) {
            OtherNames.nearest(word(wrong), line.getSubcommands().keySet())
                    .ifPresent(command -> err.println("Did you mean: nudge " + command + "?"));
        } else {
            boolean _ = UnmatchedArgumentException.printSuggestions(wrong, err);
        }
        err.println("See: " + line.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCodes.USAGE;
    }

    private static String complaint(ParameterException wrong) {
        return isNoCommand(wrong)
                ? "There is no command \"%s\".".formatted(word(wrong))
                : String.valueOf(wrong.getMessage());
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
