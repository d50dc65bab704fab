package dev.nudge.console.command;

import dev.nudge.app.Given;
import dev.nudge.app.ListJobs;
import dev.nudge.app.Option;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.Usage;
import dev.nudge.console.view.JobTable;
import dev.nudge.console.view.Watch;
import dev.nudge.job.Job;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// The command `nudge ps`: lists the jobs.
@Command(
        name = ListJobs.NAME,
        description = {
            "Lists jobs.",
            "Those that run come first, then those that wait in the queue, in the order in which they"
                    + " are started, then those that ended in the last ten minutes or are still to"
                    + " be reported to an agent.",
            "On a terminal the table fits its width, and has colours unless NO_COLOR is set."
        },
        footer = {
            "  nudge ps",
            "  nudge ps --all --state failed",
            "  nudge ps -n 5",
            "  nudge ps --watch --label build"
        })
public final class PsCommand implements ConsoleCommand.Reading {
    @Override
    public List<Option<?>> options() {
        return ListJobs.OPTIONS;
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        Given given = invocation.given();
        boolean isJson = given.has(ListJobs.JSON);
        if (given.has(ListJobs.WATCH)) {
            if (isJson || !invocation.isOnTerminal()) {
                throw Usage.wrong("--watch needs a terminal to draw on. Run it without --watch.");
            }
            new Watch(invocation, () -> watched(invocation, given)).run();
        }
        List<JobSnapshot> jobs = jobs(invocation, given);
        Optional<String> warning = invocation.reports().warning();
        invocation.printText(
                isJson ? Wire.writePretty(jobs) + "\n" : table(invocation, given, jobs));
        if (!isJson) {
            warning.ifPresent(invocation::complain);
        }
        return ExitCodes.OK;
    }

    private static List<JobSnapshot> jobs(Invocation invocation, Given given) {
        Predicate<Job> wanted = ListJobs.wanted(given);
        boolean isWide = isEvery(given) || isFiltered(given);
        List<JobSnapshot> jobs =
                invocation.reports().list(isWide).stream()
                        .filter(shown -> wanted.test(shown.job()))
                        .toList();
        return given.get(ListJobs.LAST).map(count -> last(jobs, count)).orElse(jobs);
    }

    private static boolean isEvery(Given given) {
        return given.has(ListJobs.ALL) || given.get(ListJobs.LAST).isPresent();
    }

    private static boolean isFiltered(Given given) {
        return Stream.of(ListJobs.STATE, ListJobs.LABEL, ListJobs.GROUP)
                .anyMatch(filter -> given.get(filter).isPresent());
    }

    /// Returns those that were started last, in the same order.
    private static List<JobSnapshot> last(List<JobSnapshot> jobs, int count) {
        Set<Long> numbers =
                jobs.stream()
                        .map(JobSnapshot::number)
                        .sorted(Comparator.reverseOrder())
                        .limit(count)
                        .collect(Collectors.toSet());
        return jobs.stream().filter(shown -> numbers.contains(shown.number())).toList();
    }

    private static String watched(Invocation invocation, Given given) throws IOException {
        String table = table(invocation, given, jobs(invocation, given));
        Optional<String> warning = invocation.reports().warning();
        return table + warning.map("\n%s\n"::formatted).orElse("");
    }

    private static String table(Invocation invocation, Given given, List<JobSnapshot> jobs)
            throws IOException {
        return jobs.isEmpty()
                ? none(given)
                : new JobTable(invocation.columns(), invocation.hasColour(), invocation.shownZone())
                        .render(jobs);
    }

    private static String none(Given given) {
        if (isFiltered(given)) {
            return "No such jobs. To list all: nudge ps --all\n";
        }
        return isEvery(given)
                ? "No jobs yet. Start one: nudge run -- make\n"
                : "No jobs run or wait, and none has ended in the last ten minutes. To list all: nudge ps --all\n";
    }
}
