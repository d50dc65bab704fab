package dev.nudge.console.command;

import dev.nudge.console.Carriage;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.argument.Usage;
import dev.nudge.console.view.PaneSheet;
import dev.nudge.console.view.Watch;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `nudge explain [PANE]`: shows a pane as nudge sees it.
@Command(
        name = "explain",
        description = {
            "Shows a pane as nudge sees it.",
            "The agent, its prompt, what it is doing, which rule of its profile says so, and whether a"
                    + " result could reach it now. The pane need not have an agent that is connected: any program in front is looked at."
        },
        footer = {
            "",
            "Examples:",
            "  nudge explain                 the agent, if only one is connected",
            "  nudge explain %%3 --watch      pane %%3, until Ctrl+C"
        },
        mixinStandardHelpOptions = true)
public final class ExplainCommand implements ConsoleCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "PANE",
            description = "The pane (%%3), or the session of an agent.")
    private @Nullable String pane;

    @Option(names = "--watch", description = "Show it until Ctrl+C, as it changes.")
    private boolean isWatched;

    @Override
    public Carriage carriage() {
        return Carriage.READS;
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        if (isWatched) {
            if (!invocation.isOnTerminal()) {
                throw Usage.wrong("--watch needs a terminal to draw on. Run it without --watch.");
            }
            new Watch(invocation, () -> sheet(invocation)).run();
        }
        invocation.printText(sheet(invocation));
        return ExitCodes.OK;
    }

    private String sheet(Invocation invocation) {
        return PaneSheet.of(
                invocation.services().agents().see(invocation.hello(), Optional.ofNullable(pane)));
    }
}
