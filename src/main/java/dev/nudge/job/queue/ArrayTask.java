package dev.nudge.job.queue;

import java.util.Optional;

/// Which task of which array a job is. The jobs of an array have consecutive numbers, in the order
/// of their indices.
///
/// @param index the one that its command sees, 0 or more
/// @param first the number of the array's first job
/// @param last the number of its last job
/// @param parallel how many jobs of the array run at once at most, 1 or more; empty for any number
public record ArrayTask(int index, long first, long last, Optional<Integer> parallel) {
    public ArrayTask {
        if (index < 0 || first < 1 || last < first || parallel.orElse(1) < 1) {
            throw new IllegalArgumentException(
                    "task %d of array %d-%d, %s at once".formatted(index, first, last, parallel));
        }
    }

    /// Returns the jobs of the array, in the form in which a person names them: `18-117`.
    public String jobs() {
        return first + "-" + last;
    }

    /// Returns words for a person: `7 of array 18-117`.
    public String words() {
        return "%d of array %s".formatted(index, jobs());
    }
}
