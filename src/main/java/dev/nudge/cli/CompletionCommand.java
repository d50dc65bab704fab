package dev.nudge.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `nudge completion SHELL`: what makes a shell complete nudge's commands and options.
@Command(
        name = "completion",
        description = "Prints what makes bash, zsh or fish complete the commands and options.",
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
        CommandLine nudge = NudgeCommand.line();
        String script =
                switch (shell) {
                    // The script itself makes zsh understand it.
                    case "bash", "zsh" -> AutoComplete.bash("nudge", nudge);
                    case "fish" -> FishCompletion.of(nudge);
                    default ->
                            throw Usage.wrong(
                                    spec,
                                    "There is no completion for \"%s\"; expected bash, zsh or fish."
                                            .formatted(shell));
                };
        spec.commandLine().getOut().print(script);
        spec.commandLine().getOut().flush();
        return ExitCodes.OK;
    }
}
