package dev.nudge.console.queue;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.QueueDesk;
import dev.nudge.job.JobSelector;
import dev.nudge.job.queue.Queueing;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What is paused or resumed: groups and jobs.
final class PausedWords {
    static final Option<String> WHAT =
            Option.of("what", Type.word("WHAT", "@groups @jobs", word -> word), Form.ARGUMENTS)
                    .help(
                            "Groups by their names, jobs by numbers (17), ranges (3-7), @last or labels. Default:"
                                    + " the group default.");

    private PausedWords() {}

    /// Something that is done with one of them.
    ///
    /// @param <T> the type of its name
    interface Deed<T> {
        /// @return what was done, in a sentence
        String apply(T name) throws IOException;
    }

    /// Does something with each. A word that names a group means that group. What fails with one
    /// does not keep it from the others.
    static int apply(Invocation invocation, Deed<String> ofGroup, Deed<Long> ofJob)
            throws IOException {
        QueueDesk desk = invocation.services().queue();
        List<String> words = invocation.given().all(WHAT);
        List<String> meant = words.isEmpty() ? List.of(Queueing.DEFAULT_GROUP) : words;
        List<String> groups = meant.stream().filter(desk::isGroup).toList();
        List<Long> jobs = new ArrayList<>();
        for (String word : meant) {
            if (!groups.contains(word)) {
                jobs.addAll(jobs(invocation, word));
            }
        }
        List<String> complaints = new ArrayList<>();
        groups.forEach(group -> apply(invocation, ofGroup, group, complaints));
        jobs.forEach(job -> apply(invocation, ofJob, job, complaints));
        complaints.forEach(invocation::complain);
        return complaints.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private static <T> void apply(
            Invocation invocation, Deed<T> deed, T name, List<String> complaints) {
        try {
            invocation.print(deed.apply(name));
        } catch (IllegalArgumentException e) {
            complaints.add(e.getMessage());
        } catch (IOException e) {
            complaints.add(Reasons.of(e));
        }
    }

    /// Returns the jobs that a word selects. Several, as of a range or a label, are those that have
    /// not ended, if there are any.
    private static List<Long> jobs(Invocation invocation, String word) throws IOException {
        JobReports reports = invocation.reports();
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
}
