package dev.nudge.console.command;

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
    public int run(Invocation call) throws IOException, InterruptedException {
        boolean isJson = call.has(ListJobs.JSON);
        if (call.has(ListJobs.WATCH)) {
            Usage.refuseIf(isJson, Watch.NO_TERMINAL);
            new Watch(call, () -> watched(call)).run();
        }
        List<JobSnapshot> jobs = jobs(call);
        Optional<String> warning = call.reports().warning();
        call.printText(isJson ? Wire.writePretty(jobs) + "\n" : table(call, jobs));
        if (!isJson) {
            warning.ifPresent(call::complain);
        }
        return ExitCodes.OK;
    }

    private static List<JobSnapshot> jobs(Invocation call) {
        Predicate<Job> wanted = ListJobs.wanted(call);
        boolean isWide = isEvery(call) || isFiltered(call);
        List<JobSnapshot> jobs =
                call.reports().list(isWide).stream()
                        .filter(shown -> wanted.test(shown.job()))
                        .toList();
        return call.get(ListJobs.LAST).map(count -> last(jobs, count)).orElse(jobs);
    }

    private static boolean isEvery(Invocation call) {
        return call.has(ListJobs.ALL) || call.get(ListJobs.LAST).isPresent();
    }

    private static boolean isFiltered(Invocation call) {
        return Stream.of(ListJobs.STATE, ListJobs.LABEL, ListJobs.GROUP)
                .anyMatch(filter -> call.get(filter).isPresent());
    }

    private static List<JobSnapshot> last(List<JobSnapshot> jobs, int count) {
        Set<Long> numbers =
                jobs.stream()
                        .map(JobSnapshot::number)
                        .sorted(Comparator.reverseOrder())
                        .limit(count)
                        .collect(Collectors.toSet());
        return jobs.stream().filter(shown -> numbers.contains(shown.number())).toList();
    }

    private static String watched(Invocation call) throws IOException {
        String table = table(call, jobs(call));
        Optional<String> warning = call.reports().warning();
        return table + warning.map("\n%s\n"::formatted).orElse("");
    }

    private static String table(Invocation call, List<JobSnapshot> jobs) throws IOException {
        return jobs.isEmpty()
                ? none(call)
                : new JobTable(call.columns(), call.hasColour(), call.shownZone()).render(jobs);
    }

    private static String none(Invocation call) {
        if (isFiltered(call)) {
            return "No such jobs. To list all: nudge ps --all\n";
        }
        return isEvery(call)
                ? "No jobs yet. Start one: nudge run -- make\n"
                : "No jobs run or wait, and none has ended in the last ten minutes. To list all: nudge ps --all\n";
    }
}
