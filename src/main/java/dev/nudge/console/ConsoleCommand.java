package dev.nudge.console;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.job.JobSelector;
import java.io.IOException;

/// A command, with its options and arguments, that runs in the daemon for a caller.
public interface ConsoleCommand extends TableOptions.Described {
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
    enum Carriage {
        /// It changes something.
        ACTS(""),
        /// It only reads, and so may be run twice.
        READS(", .reads = true"),
        /// It starts a job: Ctrl+C is held back until it is known whether the daemon takes it.
        STARTS(", .holds = true"),
        /// It reads, and starts no daemon: without one, an empty line is printed.
        LOOKS(", .reads = true, .nothing = \"\\n\""),
        /// As [#LOOKS], but without a daemon nothing is printed, and after a second the front ends.
        COMPLETES(", .reads = true, .nothing = \"\", .patience = 1000");

        private final String fields;

        Carriage(String fields) {
            this.fields = fields;
        }

        /// Returns the fields that follow the name in the command's row of the table in C.
        public String fields() {
            return fields;
        }
    }
}
