package dev.nudge.jobs;

import dev.nudge.job.JobSpec;
import dev.nudge.job.queue.ArrayIndices;
import dev.nudge.job.queue.ArrayTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A job that is to be made with others, or an array of jobs that differ in nothing but an index.
///
/// @param indices those of an array; empty for one job
record NewEntry(JobSpec spec, Optional<ArrayIndices> indices, StartOptions options) {
    /// Returns how many jobs that are.
    int count() {
        return indices.map(array -> array.all().size()).orElse(1);
    }

    /// Returns one for each job, in which the tasks of an array know their numbers.
    ///
    /// @param first the number of the first job; the others follow
    static List<NewEntry> numbered(List<NewEntry> wanted, long first) {
        List<NewEntry> all = new ArrayList<>();
        for (NewEntry one : wanted) {
            all.addAll(
                    one.indices()
                            .map(array -> one.tasks(array, first + all.size()))
                            .orElse(List.of(one)));
        }
        return all;
    }

    private List<NewEntry> tasks(ArrayIndices array, long first) {
        long last = first + array.all().size() - 1;
        return array.all().stream()
                .map(index -> task(new ArrayTask(index, first, last, array.parallel())))
                .toList();
    }

    private NewEntry task(ArrayTask task) {
        return new NewEntry(
                spec.with(spec.queueing().with(Optional.of(task))),
                Optional.empty(),
                options.forTask(task.index()));
    }
}
