package dev.nudge.cli.command;

import dev.nudge.app.Given;
import dev.nudge.console.TableOptions;
import dev.nudge.console.Usage;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A command with a table of options that runs in a process of its own, without the daemon.
@SuppressWarnings("NullAway.Init") // picocli injects the field
abstract class OwnCommand implements Callable<Integer>, TableOptions.Described {
    @Spec CommandSpec spec;

    /// Runs the command.
    ///
    /// @return the exit code
    /// @throws IOException if it fails; the message says what happened, why, and what to do
    /// @throws IllegalArgumentException if the call is refused; the message is as above
    abstract int run(Given given) throws IOException, InterruptedException;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            return run(new TableOptions(spec));
        } catch (Usage.WrongCall e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        } finally {
            out().flush();
        }
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /// Prints a line at once. It is escaped, since it may quote what others have written.
    final void say(String line) {
        out().println(Printable.escaped(line));
        out().flush();
    }
}
