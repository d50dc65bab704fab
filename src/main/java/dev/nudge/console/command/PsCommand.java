package dev.nudge.console.command;

import dev.nudge.console.Carriage;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.argument.Usage;
import dev.nudge.console.view.JobFilter;
import dev.nudge.console.view.JobTable;
import dev.nudge.console.view.Watch;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `nudge ps`: lists the jobs.
@Command(
        name = "ps",
        description = {
            "Lists jobs.",
            "Those that run come first, then those that wait in the queue, in the order in which they"
                    + " are started, then those that ended in the last ten minutes or are still to"
                    + " be reported to an agent.",
            "On a terminal the table fits its width, and has colours unless NO_COLOR is set."
        },
        footer = {
            "",
            "Examples:",
            "  nudge ps",
            "  nudge ps --all --state failed",
            "  nudge ps -n 5",
            "  nudge ps --watch --label build"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class PsCommand implements ConsoleCommand {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-a", "--all"},
            description = "All jobs.")
    private boolean isAll;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            completionCandidates = JobFilter.Choices.class,
            description =
                    "Only jobs in this state: running, asks (for input), paused, queued, held, succeeded"
                            + " (exit code 0), failed (any other end; alone: killed, timed-out,"
                            + " skipped, lost, not-started) or ended. Implies --all.")
    private @Nullable String state;

    @Option(
            names = "--label",
            paramLabel = "LABEL",
            description = "Only jobs with this label. Implies --all.")
    private @Nullable String label;

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description = "Only jobs of this group. Implies --all.")
    private @Nullable String group;

    @Option(
            names = {"-n", "--last"},
            paramLabel = "N",
            description = "Only the last N jobs. Implies --all.")
    private @Nullable Integer last;

    @Option(names = "--watch", description = "Show them until Ctrl+C, as they change.")
    private boolean isWatched;

    @Option(names = "--json", description = "As a JSON array, one object per job.")
    private boolean isJson;

    @Override
    public Carriage carriage() {
        return Carriage.READS;
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        Usage.requireAtLeast(spec, "--last", last, 1);
        String given = state;
        JobFilter filter = Usage.valid(spec, () -> JobFilter.of(given, label, group));
        if (isWatched) {
            if (isJson || !invocation.isOnTerminal()) {
                throw Usage.wrong(
                        spec, "--watch needs a terminal to draw on. Run it without --watch.");
            }
            new Watch(invocation, () -> watched(invocation, filter)).run();
        }
        List<JobSnapshot> jobs = jobs(invocation, filter);
        Optional<String> warning = invocation.services().jobs().reports().warning();
        invocation.printText(isJson ? Wire.writePretty(jobs) + "\n" : table(invocation, jobs));
        if (!isJson) {
            warning.ifPresent(invocation::complain);
        }
        return ExitCodes.OK;
    }

    private List<JobSnapshot> jobs(Invocation invocation, JobFilter filter) {
        boolean isEvery = isAll || state != null || label != null || group != null || last != null;
        List<JobSnapshot> jobs =
                invocation.services().jobs().reports().list(isEvery).stream()
                        .filter(shown -> filter.passes(shown.job()))
                        .toList();
        return last == null ? jobs : last(jobs, last);
    }

    /// Returns those that were started last, in the same order.
    private static List<JobSnapshot> last(List<JobSnapshot> jobs, int count) {
        Set<Long> numbers =
                jobs.stream()
                        .map(shown -> shown.job().number())
                        .sorted(Comparator.reverseOrder())
                        .limit(count)
                        .collect(Collectors.toSet());
        return jobs.stream().filter(shown -> numbers.contains(shown.job().number())).toList();
    }

    private String watched(Invocation invocation, JobFilter filter) throws IOException {
        String table = table(invocation, jobs(invocation, filter));
        return invocation
                .services()
                .jobs()
                .reports()
                .warning()
                .map(warning -> table + "\n" + warning + "\n")
                .orElse(table);
    }

    private String table(Invocation invocation, List<JobSnapshot> jobs) throws IOException {
        return jobs.isEmpty()
                ? none()
                : new JobTable(invocation.columns(), invocation.hasColour(), invocation.shownZone())
                        .render(jobs);
    }

    private String none() {
        if (state != null || label != null || group != null) {
            return "No such jobs. To list all: nudge ps --all\n";
        }
        return isAll || last != null
                ? "No jobs yet. Start one: nudge run -- make\n"
                : "No jobs run or wait, and none has ended in the last ten minutes. To list all: nudge ps --all\n";
    }
}
