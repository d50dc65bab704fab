package dev.nudge.job;

import dev.nudge.job.queue.Queueing;
import dev.nudge.text.TextBound;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The order to start a command, from an agent or a person.
///
/// @param command as given, not blank, without a NUL character
/// @param label as [JobSelector] allows it
/// @param report what to report of the end
/// @param limits when to stop it
/// @param surroundings what to run it in
/// @param queueing what it waits for before it is started
/// @param patience how long the call may wait for the end; empty to return at once
public record RunRequest(
        String command,
        Optional<String> label,
        Report report,
        JobLimits limits,
        Surroundings surroundings,
        Queueing queueing,
        Optional<Duration> patience) {
    /// @throws IllegalArgumentException if a text is too long
    public RunRequest {
        TextBound.COMMAND.checked("command", command);
    }

    /// The report that is wanted of the end.
    ///
    /// @param excerpt which part of the output to report; empty for the configured one
    /// @param isPersonAsked whether a person is asked what the command asks, in a form of the
    ///   agent, if it has any; if not, the agent is told
    public record Report(Telling telling, Optional<ExcerptChoice> excerpt, boolean isPersonAsked) {
        /// Creates the report of a command whose questions are reported to the agent.
        public Report(Telling telling, Optional<ExcerptChoice> excerpt) {
            this(telling, excerpt, false);
        }
    }

    /// The surroundings of a command.
    ///
    /// @param cwd as given, possibly relative; not blank; empty for the caller's directory
    /// @param terminal the terminal to run it on; empty for none
    /// @param environment variables that the job gets in addition to its usual ones
    public record Surroundings(
            Optional<String> cwd, Optional<WindowSize> terminal, Map<String, String> environment) {
        public Surroundings {
            environment = Map.copyOf(environment);
            cwd.ifPresent(path -> TextBound.PATH.checked("cwd", path));
            check(environment);
        }

        private static void check(Map<String, String> environment) {
            TextBound.checked("env", environment.keySet());
            StringBuilder all = new StringBuilder();
            environment.forEach((name, value) -> {
                String variable = name + "=" + value;
                all.append(TextBound.VARIABLE.checked("the variable " + name, variable));
            });
            TextBound.VARIABLES.checked("env", all.toString());
        }
    }

    /// Returns the directory, as [Surroundings#cwd].
    public Optional<String> cwd() {
        return surroundings.cwd();
    }

    /// Returns the terminal, as [Surroundings#terminal].
    public Optional<WindowSize> terminal() {
        return surroundings.terminal();
    }

    /// Returns what to report of the end.
    public Telling telling() {
        return report.telling();
    }
}
