package dev.nudge.console.command;

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
    public int run(Invocation call) throws IOException, InterruptedException {
        boolean isFollowed = call.has(ReadOutput.FOLLOW);
        LogSelection selection = selection(call);
        List<FoundJob> found = found(call);
        found.forEach(job -> requireAttempt(job, selection.attempt()));
        if (selection.isText() && found.size() == 1) {
            LogText text = new LogText(found.getFirst());
            if (text.isNeeded(selection, isFollowed)) {
                text.print(selection.ofText(), call.caller().out());
                return ExitCodes.OK;
            }
        }
        SeveralLogs logs = new SeveralLogs(call, found, selection);
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
    private List<FoundJob> found(Invocation call) {
        List<JobSelector> words = call.all(ReadOutput.JOB);
        JobReports reports = call.reports();
        List<Long> followed = SeveralLogs.followed(call);
        if (!followed.isEmpty()) {
            return followed.stream().map(reports::find).toList();
        }
        boolean isOne =
                words.size() <= 1 && words.stream().noneMatch(JobSelector.Range.class::isInstance);
        List<Long> numbers = isOne ? List.of(call.job(ReadOutput.JOB)) : reports.numbers(words);
        List<FoundJob> found = numbers.stream().map(reports::find).toList();
        if (call.has(ReadOutput.TEXT)) {
            found.stream()
                    .filter(job -> job.job().spec().terminal().isPresent())
                    .forEach(job -> requirePlayable(call, job.number(), isOne));
        }
        return found;
    }

    private static void requirePlayable(Invocation call, long job, boolean isOne) {
        boolean isFollowed = call.has(ReadOutput.FOLLOW);
        Usage.refuseIf(
                isOne && (isFollowed || call.get(ReadOutput.SINCE).isPresent()),
                "--text shows what the terminal of job %d shows by now: leave %s out."
                        .formatted(job, isFollowed ? "--follow" : "--since"));
        Usage.refuseIf(
                !isOne,
                "--text plays the terminal of one job at a time, and job %d has one: name it alone."
                        .formatted(job));
    }

    private LogSelection selection(Invocation call) {
        Usage.refuseIf(
                call.get(ReadOutput.ATTEMPT).isPresent() && call.has(ReadOutput.FOLLOW),
                "--attempt shows a part of the log: leave --follow out.");
        Usage.refuseIf(
                call.get(ReadOutput.CONTEXT).isPresent() && call.get(ReadOutput.GREP).isEmpty(),
                "--context needs --grep.");
        return new LogSelection(
                call.get(ReadOutput.ATTEMPT).orElse(null),
                call.get(ReadOutput.LINES).orElse(null),
                call.get(ReadOutput.SINCE).map(time -> time.in(call::zone)).orElse(null),
                call.get(ReadOutput.GREP).orElse(null),
                call.get(ReadOutput.CONTEXT).orElse(0),
                call.has(ReadOutput.TEXT),
                call.has(ReadOutput.JSON));
    }
}
