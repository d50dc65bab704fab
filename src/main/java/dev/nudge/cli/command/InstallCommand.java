package dev.nudge.cli.command;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.cli.registration.Registrar;
import dev.nudge.console.ExitCodes;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/// The command `nudge install`: registers nudge with agents.
@Command(
        name = "install",
        description = "Registers nudge with agents. It shows how. Repeating it changes nothing.",
        footer = {
            "  nudge install                    all agents that are on the PATH",
            "  nudge install codex --dry-run    shows what would be changed"
        })
final class InstallCommand extends OwnCommand {
    /// What a person sees once, when nudge has been registered with the first agents.
    private static final String TOUR =
            """

            A first tour; nudge demo shows it in a minute:
              say to the agent     Run the whole test suite in the background.
              then                 let it end its turn: the result wakes it up
              what is running      nudge ps, and nudge logs -f 1 for the output of job 1
              what has asked       nudge attach 1, or: nudge send 1 yes -k Enter
              a job of your own    nudge run -- make
              the page             nudge web
              is all well?         nudge doctor
              to undo this         nudge uninstall
            """;

    @Override
    public List<Option<?>> options() {
        return List.of(Registrars.DRY_RUN, Registrars.AGENT);
    }

    @Override
    int run(Given given) throws IOException {
        boolean isDry = given.has(Registrars.DRY_RUN);
        boolean isNew = false;
        for (Registrar agent : Registrars.ofCaller().chosen(given.all(Registrars.AGENT))) {
            String title = agent.kind().title();
            if (agent.plugin().isPresent()) {
                say(title + ": nudge is a plugin of it already");
                continue;
            }
            boolean wasRegistered = agent.isRegistered();
            agent.register(isDry, change -> say(title + ": " + change));
            String now = isDry ? "would be registered" : "is registered; " + agent.next();
            say(title + ": nudge " + (wasRegistered ? "is registered already" : now));
            isNew |= !wasRegistered && !isDry;
        }
        if (isNew) {
            out().print(TOUR);
        }
        return ExitCodes.OK;
    }
}
