package dev.nudge.console.queue;

import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.QueueDesk;
import dev.nudge.job.JobSelector;
import dev.nudge.job.queue.Queueing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/// What is paused or resumed: groups and jobs.
@SuppressWarnings("NullAway.Init") // picocli injects the field
public final class PausedWords {
    @Parameters(
            arity = "0..*",
            paramLabel = "WHAT",
            description =
                    "Groups by their names, jobs by numbers (17), ranges (3-7), @last or labels. Default:"
                            + " the group default.")
    private List<String> words = List.of();

    /// Something that is done with one of them.
    ///
    /// @param <T> the type of its name
    interface Deed<T> {
        void apply(T name) throws IOException;
    }

    /// Does something with each. A word that names a group means that group.
    int apply(Invocation invocation, Deed<String> ofGroup, Deed<Long> ofJob) throws IOException {
        QueueDesk desk = invocation.services().queue();
        List<String> meant = words.isEmpty() ? List.of(Queueing.DEFAULT_GROUP) : words;
        List<String> groups = meant.stream().filter(desk::isGroup).toList();
        List<Long> jobs = new ArrayList<>();
        for (String word : meant) {
            if (!groups.contains(word)) {
                jobs.addAll(jobs(invocation, word));
            }
        }
        for (String group : groups) {
            ofGroup.apply(group);
        }
        for (long job : jobs) {
            ofJob.apply(job);
        }
        return ExitCodes.OK;
    }

    private static List<Long> jobs(Invocation invocation, String word) throws IOException {
        try {
            return invocation.services().jobs().reports().numbers(List.of(JobSelector.parse(word)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "There is no group \"%s\". %s".formatted(word, e.getMessage()), e);
        }
    }
}
