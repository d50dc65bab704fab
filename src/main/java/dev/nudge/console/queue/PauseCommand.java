package dev.nudge.console.queue;

import static java.util.stream.Collectors.joining;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.QueueDesk;
import dev.nudge.job.JobSelector;
import dev.nudge.job.Queueing;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.util.ArrayList;
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
            "  nudge pause",
            "  nudge pause builds",
            "  nudge pause 17 18",
            "  nudge pause --running 19"
        })
public final class PauseCommand implements ConsoleCommand {
    static final Option<String> WHAT =
            Option.of("what", Type.word("WHAT", "@groups @jobs"), Form.ARGUMENTS)
                    .help(
                            "Groups by their names, jobs by numbers (17), ranges (3-7), @last or labels. Default:"
                                    + " the group default.");

    private static final Option<Boolean> RUNNING =
            Option.flag("running")
                    .help(
                            "Also pause jobs that run. Their time limits do not count down meanwhile.");

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        QueueDesk desk = call.services().queue();
        boolean isForRunning = call.has(RUNNING);
        return apply(
                call,
                group -> {
                    desk.pauseGroup(group, isForRunning);
                    warn(call, group, desk.handedOver(group));
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

    private static void warn(Invocation call, String group, List<Long> handedOver) {
        if (!handedOver.isEmpty()) {
            String numbers = handedOver.stream().map(String::valueOf).collect(joining(" "));
            call.complain(
                    "Group %s is paused, but some of its jobs wait in their cluster already, which will start them. To end them: nudge kill %s"
                            .formatted(group, numbers));
        }
    }

    interface Deed<T> {
        /// @return what was done, in a sentence
        String apply(T name) throws IOException;
    }

    /// Does something with each. A word that names a group means that group. What fails with one
    /// does not keep it from the others.
    static int apply(Invocation call, Deed<String> ofGroup, Deed<Long> ofJob) throws IOException {
        QueueDesk desk = call.services().queue();
        List<String> words = call.all(WHAT);
        List<String> meant = words.isEmpty() ? List.of(Queueing.DEFAULT_GROUP) : words;
        List<String> groups = meant.stream().filter(desk::isGroup).toList();
        List<Long> jobs = new ArrayList<>();
        for (String word : meant) {
            if (!groups.contains(word)) {
                jobs.addAll(jobs(call, word));
            }
        }
        List<String> complaints = new ArrayList<>();
        groups.forEach(group -> apply(call, ofGroup, group, complaints));
        jobs.forEach(job -> apply(call, ofJob, job, complaints));
        complaints.forEach(call::complain);
        return complaints.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private static <T> void apply(Invocation call, Deed<T> deed, T name, List<String> complaints) {
        try {
            call.print(deed.apply(name));
        } catch (IllegalArgumentException e) {
            complaints.add(e.getMessage());
        } catch (IOException e) {
            complaints.add(Reasons.of(e));
        }
    }

    /// Returns the jobs that a word selects. Several, as of a range or a label, are those that have
    /// not ended, if there are any.
    private static List<Long> jobs(Invocation call, String word) throws IOException {
        JobReports reports = call.reports();
        try {
            List<Long> all = reports.numbers(List.of(JobSelector.parse(word)));
            List<Long> unended =
                    all.stream().filter(job -> !reports.of(job).job().isEnded()).toList();
            return unended.isEmpty() ? all : unended;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "There is no group \"%s\". %s".formatted(word, e.getMessage()), e);
        }
    }

    /// The command `nudge resume [WHAT…]`: starts jobs again.
    @Command(
            name = "resume",
            description = {
                "Lets jobs be started again after nudge pause.",
                "Those of a group, or jobs that are held. Jobs that were paused while they ran continue: with their group, if they were paused with"
                        + " it, or else by their numbers."
            },
            footer = {"  nudge resume", "  nudge resume builds", "  nudge resume 17 18"})
    public static final class ResumeCommand implements ConsoleCommand {
        @Override
        public List<Option<?>> options() {
            return List.of(WHAT);
        }

        @Override
        public int run(Invocation call) throws IOException, InterruptedException {
            QueueDesk desk = call.services().queue();
            return apply(
                    call,
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
}
