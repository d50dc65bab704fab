package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.Usage;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.job.Words;
import dev.nudge.protocol.Wire;
import dev.nudge.text.Counted;
import dev.nudge.upkeep.Retention;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// The command `nudge clean`: removes jobs that have ended.
@Command(
        name = "clean",
        description = {
            "Removes jobs that have ended, with their output.",
            "Without JOB, removes all of them: on a terminal, it asks first; elsewhere, and with"
                    + " --json, it needs --yes. A job whose end is still to be reported to an agent"
                    + " stays, unless it is named."
        },
        footer = {
            "  nudge clean --yes",
            "  nudge clean --older 2d --state succeeded",
            "  nudge clean --group builds",
            "  nudge clean 3-7 build"
        })
public final class CleanCommand implements ConsoleCommand {
    private static final Option<Predicate<Job>> OLDER =
            Option.of("older", Type.SPAN.map((_, age) -> Retention.endedBefore(age)))
                    .help("Only jobs that ended longer ago: 90, 90s, 10m, 1h30m, 1d, 1w.");
    private static final Option<Predicate<Job>> STATE =
            Option.of(
                            "state",
                            Type.named(
                                    "STATE", "succeeded failed", Type.STRING, CleanCommand::state))
                    .help("Only jobs that succeeded or failed.");
    private static final Option<String> GROUP =
            Option.of("group", Type.word("GROUP", "@groups")).help("Only jobs of this group.");
    private static final Option<Boolean> YES = Option.flag("yes").letter("y").help("Do not ask.");
    private static final Option<Boolean> JSON =
            Option.flag("json").help("The numbers of the jobs as a JSON array.");
    private static final Option<JobSelector> JOB =
            Option.of("job", Type.JOB.offering("@ended"), Form.ARGUMENTS)
                    .help("Only these jobs: numbers (17), ranges (3-7), @last, labels.");

    private enum State {
        SUCCEEDED,
        FAILED
    }

    private static Predicate<Job> state(String option, String word) {
        boolean isSuccess = Words.named(State.class, option, word) == State.SUCCEEDED;
        return job -> job.hasSucceeded() == isSuccess;
    }

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        List<JobSelector> jobs = call.all(JOB);
        Optional<Option<?>> choice =
                Stream.<Option<?>>of(OLDER, STATE, GROUP)
                        .filter(option -> call.get(option).isPresent())
                        .findFirst();
        if (!jobs.isEmpty() && choice.isPresent()) {
            throw Usage.wrong(
                    "%s chooses among all jobs, so it cannot be combined with JOB."
                            .formatted(call.name(choice.get())));
        }
        boolean isJson = call.has(JSON);
        boolean isEverything = jobs.isEmpty() && choice.isEmpty();
        if (isEverything && !call.has(YES) && !isAgreed(call, isJson)) {
            call.print("Nothing was removed.");
            return ExitCodes.OK;
        }
        Retention retention = call.services().jobs().retention();
        Predicate<Job> isMeant = isMeant(call);
        Retention.Removed removed =
                jobs.isEmpty()
                        ? retention.clean(isMeant)
                        : retention.remove(call.reports().numbers(jobs));
        List<Long> kept = jobs.isEmpty() ? retention.kept(isMeant) : List.of();
        call.print(
                isJson
                        ? Wire.writePretty(removed.jobs())
                        : Counted.of(removed.jobs().size(), "job") + " removed.");
        if (!kept.isEmpty() && !isJson) {
            call.print(kept(kept));
        }
        removed.complaints().forEach(call::complain);
        return removed.complaints().isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    /// Returns which jobs are meant, of those that have ended. A group that was removed may still
    /// have some.
    private static Predicate<Job> isMeant(Invocation call) {
        Predicate<Job> isMeant =
                Stream.of(OLDER, STATE)
                        .flatMap(filter -> call.all(filter).stream())
                        .reduce(_ -> true, Predicate::and);
        Optional<String> group = call.get(GROUP);
        if (group.isEmpty()) {
            return isMeant;
        }
        Predicate<Job> isMember = job -> job.spec().queueing().group().equals(group.get());
        if (!call.services().queue().isGroup(group.get())
                && call.reports().all().stream().noneMatch(isMember)) {
            throw new IllegalArgumentException(
                    "There is no group \"%s\", and no job of such a group. To list the groups: nudge group"
                            .formatted(group.get()));
        }
        return isMeant.and(isMember);
    }

    private static boolean isAgreed(Invocation call, boolean isJson) throws IOException {
        Usage.refuseIf(
                isJson || !call.isOnTerminal(),
                "Without JOB, all jobs that have ended are removed, with their output. Confirm that with --yes, or name the jobs.");
        int count = call.services().jobs().retention().count(_ -> true);
        String question =
                count == 1
                        ? "Remove the job that has ended, and its output? [y/N] "
                        : "Remove the %d jobs that have ended, and their output? [y/N] "
                                .formatted(count);
        return count == 0 || call.ask(question).strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    private static String kept(List<Long> jobs) {
        String numbers = jobs.stream().map(String::valueOf).collect(Collectors.joining(" "));
        return "%s to be reported to an agent. To remove %s anyway: nudge clean %s"
                .formatted(
                        Counted.are(jobs.size(), "job") + " still",
                        jobs.size() == 1 ? "it" : "them",
                        numbers);
    }
}
