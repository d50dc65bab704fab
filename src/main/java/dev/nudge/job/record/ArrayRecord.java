package dev.nudge.job.record;

import dev.nudge.job.queue.ArrayTask;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An [ArrayTask] as flat data, in a [QueueRecord]. Append only, as that is.
///
/// @param task its index
/// @param first the number of the array's first job
/// @param last the number of its last job
/// @param parallel how many of its jobs run at once at most; null for any number
public record ArrayRecord(int task, long first, long last, @Nullable Integer parallel) {
    static ArrayRecord of(ArrayTask task) {
        return new ArrayRecord(
                task.index(), task.first(), task.last(), task.parallel().orElse(null));
    }

    ArrayTask restore() {
        return new ArrayTask(task, first, last, Optional.ofNullable(parallel));
    }
}
