package dev.nudge.console.command;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.ReadOutput;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.Usage;
import dev.nudge.console.log.LogSelection;
import dev.nudge.console.log.LogText;
import dev.nudge.console.log.SeveralLogs;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// The command `nudge logs JOB…`: shows the output of jobs.
@Command(
        name = ReadOutput.NAME,
        description = {
            "Prints the output of jobs.",
            "stdout and stderr together, byte for byte. Of several jobs, one after another, each line with the job's number in front: [17]."
        },
        footer = {
            "  nudge logs -f",
            "  nudge logs -f -n 20 build",
            "  nudge logs --since 10m --grep 'error|warning' -C 2 17",
            "  nudge logs -f 17 18"
        })
public final class LogsCommand implements ConsoleCommand.Reading {
    @Override
    public List<Option<?>> options() {
        return ReadOutput.OPTIONS;
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        Given given = invocation.given();
        boolean isFollowed = given.has(ReadOutput.FOLLOW);
        LogSelection selection = selection(invocation, given);
        List<FoundJob> found = found(invocation, given);
        found.forEach(job -> requireAttempt(job, selection.attempt()));
        if (selection.isText() && found.size() == 1) {
            LogText text = new LogText(found.getFirst());
            if (text.isNeeded(selection, isFollowed)) {
                text.print(selection.ofText(), invocation.caller().out());
                return ExitCodes.OK;
            }
        }
        SeveralLogs logs = new SeveralLogs(invocation, found, selection);
        if (isFollowed) {
            logs.follow();
        } else {
            logs.print();
        }
        return ExitCodes.OK;
    }

    private void requireAttempt(FoundJob found, @Nullable Integer attempt) {
        Job job = found.job();
        int last = job.attempts().size() + (job.startedAt().isPresent() ? 1 : 0);
        if (attempt != null && attempt > last) {
            throw Usage.wrong(
                    "--attempt is %d, but job %d has been started %s."
                            .formatted(
                                    attempt,
                                    found.number(),
                                    last == 0 ? "never" : last == 1 ? "once" : last + " times"));
        }
    }

    /// Finds the jobs; without a word, the job that was started last. A single label means its
    /// newest job, as where only one job can be meant.
    private List<FoundJob> found(Invocation invocation, Given given) {
        List<JobSelector> words = given.all(ReadOutput.JOB);
        JobReports reports = invocation.reports();
        List<Long> followed = SeveralLogs.followed(invocation);
        if (!followed.isEmpty()) {
            return followed.stream().map(reports::find).toList();
        }
        if (words.size() <= 1 && words.stream().noneMatch(JobSelector.Range.class::isInstance)) {
            JobSelector word = words.isEmpty() ? new JobSelector.Last() : words.getFirst();
            return List.of(playable(reports.find(reports.number(word)), given));
        }
        List<FoundJob> found = new ArrayList<>();
        for (long number : reports.numbers(words)) {
            FoundJob job = reports.find(number);
            if (given.has(ReadOutput.TEXT) && isOnTerminal(job)) {
                throw Usage.wrong(
                        "--text plays the terminal of one job at a time, and job %d has one: name it alone."
                                .formatted(number));
            }
            found.add(job);
        }
        return found;
    }

    private static boolean isOnTerminal(FoundJob found) {
        return found.job().spec().terminal().isPresent();
    }

    private FoundJob playable(FoundJob found, Given given) {
        boolean isFollowed = given.has(ReadOutput.FOLLOW);
        if (given.has(ReadOutput.TEXT)
                && (isFollowed || given.get(ReadOutput.SINCE).isPresent())
                && isOnTerminal(found)) {
            throw Usage.wrong(
                    "--text shows what the terminal of job %d shows by now: leave %s out."
                            .formatted(found.number(), isFollowed ? "--follow" : "--since"));
        }
        return found;
    }

    private LogSelection selection(Invocation invocation, Given given) {
        if (given.get(ReadOutput.ATTEMPT).isPresent() && given.has(ReadOutput.FOLLOW)) {
            throw Usage.wrong("--attempt shows a part of the log: leave --follow out.");
        }
        if (given.get(ReadOutput.CONTEXT).isPresent() && given.get(ReadOutput.GREP).isEmpty()) {
            throw Usage.wrong("--context needs --grep.");
        }
        return new LogSelection(
                given.get(ReadOutput.ATTEMPT).orElse(null),
                given.get(ReadOutput.LINES).orElse(null),
                given.get(ReadOutput.SINCE).map(time -> time.in(invocation::zone)).orElse(null),
                given.get(ReadOutput.GREP).orElse(null),
                given.get(ReadOutput.CONTEXT).orElse(0),
                given.has(ReadOutput.TEXT),
                given.has(ReadOutput.JSON));
    }
}
