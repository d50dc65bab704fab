package dev.nudge.console;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.job.JobSelector;
import java.io.IOException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A command, with its options and arguments, that runs in the daemon for a caller.
public interface ConsoleCommand {
    /// Returns its options, whose values the call has: the constants of its class, in the order in
    /// which they stand there.
    default List<Option<?>> options() {
        return Arrays.stream(getClass().getDeclaredFields())
                .filter(field -> field.getType() == Option.class)
                .<Option<?>>map(ConsoleCommand::option)
                .toList();
    }

    private static Option<?> option(Field constant) {
        constant.setAccessible(true);
        try {
            return (Option<?>) constant.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Returns what the native front must know of it.
    default Carriage carriage() {
        return Carriage.ACTS;
    }

    /// Runs the command.
    ///
    /// @return the exit code
    /// @throws IOException if it fails; the message says what happened, why, and what to do
    /// @throws IllegalArgumentException as above
    /// @throws InterruptedException if the caller has left
    int run(Invocation call) throws IOException, InterruptedException;

    /// Returns the argument for the one job that a command acts on.
    ///
    /// @param form [Form#OPTIONAL] if it otherwise acts on the job that was started last
    /// @param values what the completion offers
    static Option<JobSelector> job(Form form, String values) {
        return Option.of("job", Type.JOB.offering(values), form)
                .help(
                        "The job: its number, @last, or its label (then the newest)"
                                + (form == Form.OPTIONAL ? "; default @last." : "."));
    }

    interface Reading extends ConsoleCommand {
        @Override
        default Carriage carriage() {
            return Carriage.READS;
        }
    }

    /// What the native front must know of a command before the daemon has answered. `FrontTable`
    /// writes it for the build of the front.
    ///
    /// @param reads whether it only reads, and so may be run twice
    /// @param holds whether it starts a job: Ctrl+C waits until it is known what it is for
    /// @param nothing what is printed if no daemon runs, by a command that starts none; empty if it
    ///   starts one
    /// @param patience the longest that the front waits before it ends without a word, in whole
    ///   milliseconds; zero for no limit
    record Carriage(boolean reads, boolean holds, Optional<String> nothing, Duration patience) {
        private Carriage(boolean reads, boolean holds) {
            this(reads, holds, Optional.empty(), Duration.ZERO);
        }

        /// Of a command that changes something.
        public static final Carriage ACTS = new Carriage(false, false);

        public static final Carriage READS = new Carriage(true, false);

        /// Of a command that starts a job.
        public static final Carriage STARTS = new Carriage(false, true);

        /// Returns that of a command that reads, and starts no daemon.
        public static Carriage looks(String nothing, Duration patience) {
            return new Carriage(true, false, Optional.of(nothing), patience);
        }
    }
}
