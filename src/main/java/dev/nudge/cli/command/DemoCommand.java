package dev.nudge.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The command `nudge demo`: runs the script that shows nudge at work.
@Command(
        name = "demo",
        description =
                "Shows nudge at work, in a minute. It starts some jobs, shows what can be done with them, and"
                        + " removes them. If an agent is connected, it gets the result of one.",
        footer = {
            "",
            "Examples:",
            "  nudge demo                 alone, or with the agent that is there",
            "  nudge demo --agent work    with the agent in the session work of tmux"
        },
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--agent",
            paramLabel = "PANE",
            description = "The agent that gets the result: as for nudge run.")
    private @Nullable String agent;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path home = Installation.home();
        List<String> words =
                new ArrayList<>(List.of("sh", home.resolve("libexec/demo").toString()));
        words.add(home.resolve("bin/nudge").toString());
        if (agent != null) {
            words.add(agent);
        }
        return new ProcessBuilder(words).inheritIO().start().waitFor();
    }
}
