package dev.nudge.console.queue;

import dev.nudge.app.Option;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.Invocation;
import dev.nudge.console.QueueDesk;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/// The command `nudge resume [WHAT…]`: starts jobs again.
@Command(
        name = "resume",
        description = {
            "Lets jobs be started again after nudge pause.",
            "Those of a group, or jobs that are held. Jobs that were paused while they ran continue: with their group, if they were paused with"
                    + " it, or else by their numbers."
        },
        footer = {
            "",
            "Examples:",
            "  nudge resume",
            "  nudge resume builds",
            "  nudge resume 17 18"
        },
        mixinStandardHelpOptions = true)
public final class ResumeCommand implements ConsoleCommand {
    @Override
    public List<Option<?>> options() {
        return List.of(PausedWords.WHAT);
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        QueueDesk desk = invocation.services().queue();
        return PausedWords.apply(
                invocation,
                group -> {
                    desk.resumeGroup(group);
                    return "Group %s starts jobs.".formatted(group);
                },
                job ->
                        desk.resumeJob(job)
                                ? "Job %d continues.".formatted(job)
                                : "Job %d is no longer held.".formatted(job));
    }
}
