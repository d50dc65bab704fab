package dev.nudge.cli;

import dev.nudge.job.JobSelector;
import dev.nudge.job.record.JobRecord;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/// Finds the jobs that the user means.
final class SelectedJobs {
    private SelectedJobs() {}

    /// Returns the jobs, in the order of the words, each once.
    ///
    /// @throws IOException if a word selects none; the message names some that exist
    static List<JobRecord> all(List<JobSelector> words) throws IOException {
        Request request = new Request.Select(words.stream().map(JobSelector::word).toList());
        return Answers.ask(request, Response.Jobs.class).jobs();
    }

    /// Returns the numbers of the jobs that one word selects. A number is returned unchanged,
    /// whether there is such a job or not.
    ///
    /// @throws IOException if the word selects none; the message names some that exist
    static List<Long> numbers(JobSelector word) throws IOException {
        return word instanceof JobSelector.One(long number)
                ? List.of(number)
                : all(List.of(word)).stream().map(JobRecord::job).toList();
    }

    /// Returns the number of the one job that is selected; of several with a label, the newest.
    ///
    /// @throws IOException if the word selects several jobs, or none
    static long one(JobSelector word) throws IOException {
        if (word instanceof JobSelector.One(long number)) {
            return number;
        }
        List<JobRecord> found = all(List.of(word));
        if (found.size() > 1 && !(word instanceof JobSelector.Label)) {
            String numbers =
                    found.stream()
                            .map(j -> Long.toString(j.job()))
                            .collect(Collectors.joining(", "));
            throw new IOException(
                    "\"%s\" means several jobs: %s. Name one of them."
                            .formatted(word.word(), numbers));
        }
        return found.stream().mapToLong(JobRecord::job).max().orElseThrow();
    }

    /// Returns everything known about the one job that is selected.
    ///
    /// @throws IOException if the word selects several jobs, or none
    static Response.JobFound found(JobSelector word) throws IOException {
        return found(one(word));
    }

    /// Returns everything known about a job.
    ///
    /// @throws IOException if there is none with this number
    static Response.JobFound found(long job) throws IOException {
        return Answers.ask(new Request.ShowJob(job), Response.JobFound.class);
    }
}
