package dev.nudge.cli.command;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.Type;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/// The command `nudge demo`: runs the script that shows nudge at work.
@Command(
        name = "demo",
        description =
                "Shows nudge at work, in a minute. It starts some jobs, shows what can be done with them, and"
                        + " removes them. If an agent is connected, it gets the result of one.",
        footer = {
            "  nudge demo                 alone, or with the agent that is there",
            "  nudge demo --agent work    with the agent in the session work of tmux"
        })
final class DemoCommand extends OwnCommand {
    private static final Option<String> AGENT =
            Option.of("agent", Type.word("PANE", "@panes"))
                    .help("The agent that gets the result: as for nudge run.");

    @Override
    int run(Given given) throws IOException, InterruptedException {
        Path home = Installation.home();
        List<String> words =
                new ArrayList<>(List.of("sh", home.resolve("libexec/demo").toString()));
        words.add(home.resolve("bin/nudge").toString());
        words.addAll(given.all(AGENT));
        return new ProcessBuilder(words).inheritIO().start().waitFor();
    }
}
