package dev.nudge.job;

import dev.nudge.job.JobSpec.ExcerptChoice;
import dev.nudge.text.TextBound;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The order to start a command, from an agent or a person.
///
/// @param command as given, not blank, without a NUL character
/// @param label as [JobSelector] allows it
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
    /// @param isPersonAsked whether its questions go to a person, in a form of the agent, if the
    ///   agent has any; if not, to the agent
    public record Report(Telling telling, Optional<ExcerptChoice> excerpt, boolean isPersonAsked) {
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
            TextBound.checked("env", environment.keySet());
            StringBuilder all = new StringBuilder();
            environment.forEach((name, value) -> {
                String variable = name + "=" + value;
                all.append(TextBound.VARIABLE.checked("the variable " + name, variable));
            });
            TextBound.VARIABLES.checked("env", all.toString());
        }
    }

    /// Returns the name of an environment variable unchanged, if a job may have it: anything
    /// without `=`, as for the system, such as `a.b` or a function of bash (`BASH_FUNC_f%%`). The
    /// message names the argument.
    public static String checkedVariable(String argument, String name) {
        TextBound.WORD.checked(argument, name);
        if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "%s has \"%s\"; expected the name of an environment variable, which is not empty and has no = in it"
                            .formatted(argument, name));
        }
        if (name.startsWith("NUDGE_JOB") || name.startsWith("NUDGE_ARRAY_TASK")) {
            throw new IllegalArgumentException(
                    "%s sets %s, which belongs to nudge; leave it out".formatted(argument, name));
        }
        return name;
    }

    public Optional<String> cwd() {
        return surroundings.cwd();
    }

    public Optional<WindowSize> terminal() {
        return surroundings.terminal();
    }

    public Telling telling() {
        return report.telling();
    }
}
