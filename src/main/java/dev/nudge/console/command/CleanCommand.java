package dev.nudge.console.command;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.argument.JobWord;
import dev.nudge.console.argument.Seconds;
import dev.nudge.console.argument.Usage;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.protocol.Wire;
import dev.nudge.upkeep.Retention;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
            "",
            "Examples:",
            "  nudge clean --yes",
            "  nudge clean --older 2d --state succeeded",
            "  nudge clean --group builds",
            "  nudge clean 3-7 build"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class CleanCommand implements ConsoleCommand {
    @Spec private CommandSpec spec;

    @Option(
            names = "--older",
            paramLabel = "TIME",
            converter = Seconds.class,
            description = "Only jobs that ended longer ago: 90, 90s, 10m, 1h30m, 1d, 1w.")
    private @Nullable Integer older;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only jobs that succeeded or failed.")
    private @Nullable String state;

    @Option(names = "--group", paramLabel = "GROUP", description = "Only jobs of this group.")
    private @Nullable String group;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean isSure;

    @Option(names = "--json", description = "The numbers of the jobs as a JSON array.")
    private boolean isJson;

    @Parameters(
            arity = "0..*",
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "Only these jobs: numbers (17), ranges (3-7), @last, labels.")
    private List<JobSelector> jobs = List.of();

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        requireSense();
        if (isEverything() && !isSure && !isAgreed(invocation)) {
            invocation.print("Nothing was removed.");
            return ExitCodes.OK;
        }
        Retention retention = invocation.services().jobs().retention();
        Predicate<Job> isMeant = isMeant(invocation);
        Retention.Removed removed =
                jobs.isEmpty()
                        ? retention.clean(isMeant)
                        : retention.remove(invocation.services().jobs().reports().numbers(jobs));
        List<Long> kept = jobs.isEmpty() ? retention.kept(isMeant) : List.of();
        invocation.print(
                isJson ? Wire.writePretty(removed.jobs()) : removed(removed.jobs().size()));
        if (!kept.isEmpty() && !isJson) {
            invocation.print(kept(kept));
        }
        removed.complaints().forEach(invocation::complain);
        return removed.complaints().isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private void requireSense() {
        Usage.requireAtLeast(spec, "--older", older, 0);
        if (state != null && !List.of("succeeded", "failed").contains(state)) {
            throw Usage.wrong(
                    spec, "--state is \"%s\"; expected succeeded or failed.".formatted(state));
        }
        if (!jobs.isEmpty() && isChoice()) {
            throw Usage.wrong(
                    spec,
                    "%s chooses among all jobs, so it cannot be combined with JOB."
                            .formatted(
                                    older != null
                                            ? "--older"
                                            : state != null ? "--state" : "--group"));
        }
    }

    private boolean isChoice() {
        return older != null || state != null || group != null;
    }

    /// Returns which jobs are meant, of those that have ended. A group that was removed may still
    /// have some.
    private Predicate<Job> isMeant(Invocation invocation) {
        Predicate<Job> isMeant = Retention.meant(older == null ? null : older.longValue(), state);
        if (group == null) {
            return isMeant;
        }
        Predicate<Job> isMember = job -> job.spec().queueing().group().equals(group);
        boolean isKnown =
                invocation.services().queue().isGroup(group)
                        || invocation.services().jobs().reports().list(true).stream()
                                .anyMatch(shown -> isMember.test(shown.job()));
        if (!isKnown) {
            throw new IllegalArgumentException(
                    "There is no group \"%s\", and no job of such a group. To list the groups: nudge group"
                            .formatted(group));
        }
        return isMeant.and(isMember);
    }

    private boolean isEverything() {
        return jobs.isEmpty() && !isChoice();
    }

    private boolean isAgreed(Invocation invocation) throws IOException {
        if (isJson || !invocation.isOnTerminal()) {
            throw Usage.wrong(
                    spec,
                    "Without JOB, all jobs that have ended are removed, with their output. Confirm that with --yes, or name the jobs.");
        }
        int count = invocation.services().jobs().retention().count(_ -> true);
        String question =
                count == 1
                        ? "Remove the job that has ended, and its output? [y/N] "
                        : "Remove the %d jobs that have ended, and their output? [y/N] "
                                .formatted(count);
        return count == 0
                || invocation.ask(question).strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    private static String removed(int count) {
        return count == 1 ? "1 job removed." : count + " jobs removed.";
    }

    private static String kept(List<Long> jobs) {
        String numbers = jobs.stream().map(String::valueOf).collect(Collectors.joining(" "));
        return "%s to be reported to an agent. To remove %s anyway: nudge clean %s"
                .formatted(
                        jobs.size() == 1 ? "1 job is still" : jobs.size() + " jobs are still",
                        jobs.size() == 1 ? "it" : "them",
                        numbers);
    }
}
