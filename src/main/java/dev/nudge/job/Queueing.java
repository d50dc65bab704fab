package dev.nudge.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.nudge.text.TextBound;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a job waits for before it is started, and where in the queue.
///
/// @param group whose limits it counts against; as [#name] allows it
/// @param priority from -1000 to 1000: of the jobs of a group, those of a higher one start first
/// @param place the number by which it is started among equals, the lowest first; empty for its own
/// @param after the jobs that must have ended
/// @param notBefore the earliest start; empty for any time
/// @param exclusive a name of which only one job runs at a time; empty for none
/// @param retry when it is put back once its command has ended; empty for never
/// @param task which task of an array it is; empty for a job of its own
public record Queueing(
        String group,
        int priority,
        Optional<Long> place,
        List<Dependency> after,
        Optional<Instant> notBefore,
        Optional<String> exclusive,
        Optional<Retry> retry,
        Optional<ArrayTask> task) {
    /// The group of a job for which no other is named. It always exists.
    public static final String DEFAULT_GROUP = "default";

    /// The highest priority; the lowest is its negative.
    public static final int HIGHEST = 1000;

    /// Waits for nothing, unless the default group has a limit.
    public static final Queueing NONE =
            new Queueing(
                    DEFAULT_GROUP,
                    0,
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    private static final Pattern NAME = Pattern.compile("\\p{L}[\\p{L}\\p{N}._-]{0,63}");

    /// A job that must have ended first: with exit code 0, or in any way.
    public record Dependency(long job, boolean mustSucceed) {}

    /// When a command is started again that has ended.
    ///
    /// @param times the most starts after an exit code other than 0, up to 100; 0 for none but
    ///   after a reboot
    /// @param delay the pause before each, not negative
    /// @param isAfterReboot whether also after a restart of the machine has ended it
    public record Retry(int times, Duration delay, boolean isAfterReboot) {
        public static final int MOST = 100;

        public Retry {
            if (times < (isAfterReboot ? 0 : 1) || times > MOST || delay.isNegative()) {
                throw new IllegalArgumentException(
                        "retry is %d, after %s; expected 1 to %d".formatted(times, delay, MOST));
            }
        }
    }

    /// Describes what a job waits for that has never changed its place.
    public Queueing(
            String group,
            int priority,
            List<Dependency> after,
            Optional<Instant> notBefore,
            Optional<String> exclusive,
            Optional<Retry> retry) {
        this(
                group,
                priority,
                Optional.empty(),
                after,
                notBefore,
                exclusive,
                retry,
                Optional.empty());
    }

    public Queueing {
        after = List.copyOf(after);
        if (Math.abs((long) priority) > HIGHEST) {
            throw new IllegalArgumentException(
                    "the priority is %d; expected -%d to %2$d".formatted(priority, HIGHEST));
        }
    }

    public Queueing at(int otherPriority, long otherPlace) {
        return new Queueing(
                group,
                otherPriority,
                Optional.of(otherPlace),
                after,
                notBefore,
                exclusive,
                retry,
                task);
    }

    public Queueing with(Optional<ArrayTask> other) {
        return new Queueing(group, priority, place, after, notBefore, exclusive, retry, other);
    }

    /// Returns whether it waits for nothing but the limits of its group, and only once.
    public boolean isUnconditional() {
        return after.isEmpty()
                && notBefore.isEmpty()
                && exclusive.isEmpty()
                && retry.isEmpty()
                && task.isEmpty();
    }

    /// Returns a name for a group, or of jobs that exclude each other, as it was given; `what` it
    /// is, for the message: `--group`. It has 1 to 64 letters, digits, `.`, `_` and `-`, the first
    /// a letter.
    public static String name(String what, String name) {
        if (!NAME.matcher(TextBound.WORD.checked(what, name)).matches()) {
            throw new IllegalArgumentException(
                    "%s is \"%s\"; expected 1 to 64 letters, digits, '.', '_' and '-', the first a letter"
                            .formatted(what, name));
        }
        return name;
    }

    /// Which task of an array a job is: the one with this index, 0 or more. The jobs of the array
    /// have the numbers from `first` to `last`, in the order of their indices, and at most
    /// `parallel` of them, 1 or more, run at once.
    public record ArrayTask(
            @JsonProperty("task") int index, long first, long last, Optional<Integer> parallel) {
        public ArrayTask {
            if (index < 0 || first < 1 || last < first || parallel.orElse(1) < 1) {
                throw new IllegalArgumentException(
                        "task %d of array %d-%d, %s at once"
                                .formatted(index, first, last, parallel));
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
}
