package dev.nudge.cli.command;

import dev.nudge.console.ExitCodes;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `nudge completion SHELL`: prints a script for the Tab key.
@Command(
        name = "completion",
        description =
                "Prints a completion script for bash, zsh or fish. It completes commands, options, their"
                        + " values and jobs.",
        footer = {
            "",
            "Examples:",
            "  source <(nudge completion bash)     # in ~/.bashrc; ~/.zshrc with zsh",
            "  nudge completion fish > ~/.config/fish/completions/nudge.fish"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class CompletionCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private String shell;

    @Override
    public Integer call() {
        CompletionScript scripts = new CompletionScript(NudgeCommand.line());
        String script =
                switch (shell) {
                    case "bash" -> scripts.bash();
                    case "zsh" -> scripts.zsh();
                    case "fish" -> scripts.fish();
                    default ->
                            throw new ParameterException(
                                    spec.commandLine(),
                                    "There is no completion for \"%s\"; expected bash, zsh or fish."
                                            .formatted(shell));
                };
        spec.commandLine().getOut().print(script);
        spec.commandLine().getOut().flush();
        return ExitCodes.OK;
    }
}
