package dev.nudge.console.argument;

import java.util.Map;
import java.util.Stack;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/// Lets a signal be given as kill(1) takes it: `-9`, `-INT`.
public final class SignalOption implements IParameterPreprocessor {
    private static final Pattern SIGNAL = Pattern.compile("-(\\d{1,2}|[A-Z][A-Z0-9]+)");

    /// Processes the option. What follows `--` is not an option.
    @Override
    public boolean preprocess(
            Stack<String> args, CommandSpec command, ArgSpec argument, Map<String, Object> info) {
        for (int i = args.size() - 1; i >= 0 && !args.get(i).equals("--"); i--) {
            var signal = SIGNAL.matcher(args.get(i));
            if (signal.matches()) {
                args.set(i, "--signal=" + signal.group(1));
            }
        }
        return false;
    }
}
