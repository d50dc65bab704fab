package dev.nudge.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/// Prints lines of a command immediately.
final class OutputLine {
    private OutputLine() {}

    /// @param line without its line end
    static void print(CommandSpec spec, Object line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
