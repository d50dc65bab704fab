package dev.nudge.cli;

import dev.nudge.job.WindowSize;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `nudge run CMD…`: starts a job for the person at the terminal.
@Command(
        name = "run",
        description = {
            "Starts a command in the background, in this directory, and prints the job's number.",
            "One word is a command line for bash; several words are a command and its arguments."
        },
        footer = {
            "",
            "Examples:",
            "  nudge run -- make -j8 test",
            "  nudge run 'make && make install'",
            "  nudge run --notify gemini-cli --tell on_failure -- mvn verify"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class RunCommand implements Callable<Integer> {
    static final String NAME = "run";

    @Spec private CommandSpec spec;

    @Option(
            names = "--notify",
            paramLabel = "PANE",
            description =
                    "Nudge the agent in this tmux pane (%%3), or in the session of this name, when"
                            + " the job ends. Without it nobody is nudged.")
    private @Nullable String pane;

    @Option(
            names = "--tell",
            paramLabel = "WHAT",
            description =
                    "What the agent is told: inject (default; exit code and output), notify (exit"
                            + " code), on_failure (as inject, unless it succeeds).")
    private @Nullable String telling;

    @Option(names = "--label", paramLabel = "NAME", description = "A name for the job in lists.")
    private @Nullable String label;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Stop it when it has run for so long.")
    private @Nullable Integer timeout;

    @Option(
            names = "--silence-timeout",
            paramLabel = "SECONDS",
            description = "Stop it when it has written nothing for so long.")
    private @Nullable Integer silenceTimeout;

    @Option(
            names = "--life-span",
            paramLabel = "SPAN",
            description =
                    "outlive (default), or with_agent: stop it when the agent of --notify ends.")
    private @Nullable String lifeSpan;

    @Option(
            names = "--pty",
            description = "Run it on a terminal of its own: see nudge send and nudge attach.")
    private boolean isOnTerminal;

    @Option(
            names = "--size",
            paramLabel = "COLSxROWS",
            description = "The size of that terminal; default 120x30.")
    private @Nullable String size;

    @Parameters(arity = "1..*", paramLabel = "CMD", description = "The command.")
    private List<String> command;

    @Override
    public Integer call() throws IOException {
        if (pane == null && (telling != null || lifeSpan != null)) {
            throw new IllegalArgumentException(
                    "%s is about an agent, but none is named: name its pane by --notify."
                            .formatted(telling != null ? "--tell" : "--life-span"));
        }
        Request.Run request =
                new Request.Run(
                        ShellWords.join(command),
                        label,
                        pane,
                        telling,
                        lifeSpan,
                        timeout,
                        silenceTimeout,
                        isOnTerminal || size != null ? terminal() : null);
        Response.JobFound started = Answers.ask(request, Response.JobFound.class);
        spec.commandLine().getOut().println(started.job().job());
        spec.commandLine().getOut().flush();
        return ExitCodes.OK;
    }

    private String terminal() {
        return (size == null ? WindowSize.DEFAULT : WindowSize.parse(size)).toString();
    }
}
