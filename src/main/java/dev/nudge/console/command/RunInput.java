package dev.nudge.console.command;

import dev.nudge.console.argument.Usage;
import dev.nudge.console.caller.Caller;
import dev.nudge.console.caller.Caller.Kind;
import dev.nudge.console.caller.Caller.Stream;
import dev.nudge.exec.JobInput;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;

/// The standard input of `nudge run`.
final class RunInput {
    private RunInput() {}

    /// Reads what a job gets of it, or, if it is a pipe, leaves it to a job that is waited for.
    static JobInput passed(CommandSpec spec, Caller caller, boolean isAwaited) throws IOException {
        if (isAwaited && caller.kind(Stream.IN) == Kind.PIPE) {
            return new JobInput.PipeOf(caller.hello().pid());
        }
        byte[] bytes = caller.in().readNBytes(StandardInput.LIMIT + 1);
        if (bytes.length > StandardInput.LIMIT) {
            throw Usage.wrong(
                    spec,
                    "The standard input is longer than %d bytes. A pipe has no limit with --wait: cat FILE | nudge run --wait --stdin CMD"
                            .formatted(StandardInput.LIMIT));
        }
        return new JobInput.Held(bytes);
    }

    /// Requires that there is no input: text written for the job must not be lost silently.
    static JobInput none(CommandSpec spec, Caller caller) throws IOException {
        if (caller.kind(Stream.IN) == Kind.PIPE && caller.in().available() > 0) {
            throw Usage.wrong(
                    spec,
                    "The standard input is a pipe with data, which the job would not get. Pass it on with --stdin, or leave it out with </dev/null.");
        }
        return new JobInput.None();
    }
}
