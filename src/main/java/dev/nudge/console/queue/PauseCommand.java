package dev.nudge.console.queue;

import static java.util.stream.Collectors.joining;

import dev.nudge.app.Option;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.Invocation;
import dev.nudge.console.QueueDesk;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/// The command `nudge pause [WHAT…]`: stops starting jobs, or stops those that run too.
@Command(
        name = "pause",
        description = {
            "Stops starting the jobs of a group, or queued jobs.",
            "They are started again after nudge resume. What runs continues, unless --running is given: then its processes are stopped too, with"
                    + " SIGSTOP, until nudge resume."
        },
        footer = {
            "",
            "Examples:",
            "  nudge pause",
            "  nudge pause builds",
            "  nudge pause 17 18",
            "  nudge pause --running 19"
        },
        mixinStandardHelpOptions = true)
public final class PauseCommand implements ConsoleCommand {
    private static final Option<Boolean> RUNNING =
            Option.flag("running")
                    .help(
                            "Also pause jobs that run. Their time limits do not count down meanwhile.");

    @Override
    public List<Option<?>> options() {
        return List.of(RUNNING, PausedWords.WHAT);
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        QueueDesk desk = invocation.services().queue();
        boolean isForRunning = invocation.given().has(RUNNING);
        return PausedWords.apply(
                invocation,
                group -> {
                    desk.pauseGroup(group, isForRunning);
                    warn(invocation, group, desk.handedOver(group));
                    return isForRunning
                            ? "Group %s is paused, and so are its jobs that run.".formatted(group)
                            : "Group %s is paused: none of its jobs will be started."
                                    .formatted(group);
                },
                job ->
                        desk.pauseJob(job, isForRunning)
                                ? "Job %d is paused.".formatted(job)
                                : "Job %d is held: it will not be started.".formatted(job));
    }

    /// Says which jobs may be started nevertheless.
    private static void warn(Invocation invocation, String group, List<Long> handedOver) {
        if (!handedOver.isEmpty()) {
            String numbers = handedOver.stream().map(String::valueOf).collect(joining(" "));
            invocation.complain(
                    "Group %s is paused, but some of its jobs wait in their cluster already, which will start them. To end them: nudge kill %s"
                            .formatted(group, numbers));
        }
    }
}
