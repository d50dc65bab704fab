package dev.nudge.request;

import dev.nudge.job.ExcerptChoice;
import dev.nudge.job.JobLimits;
import dev.nudge.job.LifeSpan;
import dev.nudge.job.Telling;
import dev.nudge.job.WindowSize;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.job.queue.Queueing;
import dev.nudge.job.queue.Queueing.Dependency;
import dev.nudge.job.queue.Queueing.Retry;
import dev.nudge.text.TextBound;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The arguments of `run_long_command`. Arguments that the tool does not know are ignored: models
/// send `description`, `dir_path` and others that they know from other tools.
///
/// @param command as given, not blank, without a NUL character
/// @param label as [dev.nudge.job.JobSelector] allows it
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

    private enum Asked {
        AGENT,
        PERSON
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

    /// Reads the arguments.
    ///
    /// @param jobs finds the jobs that it is to run after
    /// @throws IllegalArgumentException naming the argument, what it was and what was expected
    public static RunRequest of(@Nullable Map<String, Object> arguments, JobFinder jobs) {
        Map<String, Object> given = arguments == null ? Map.of() : arguments;
        String command =
                Arguments.text(given, "command", TextBound.COMMAND)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "command is missing or blank; expected the shell command to run"));
        if (command.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "command holds a NUL character, which no shell can take; leave it out");
        }
        Telling telling =
                Arguments.text(given, "notify")
                        .map(word -> Telling.named("notify", word))
                        .orElse(Telling.INJECT);
        return new RunRequest(
                command,
                Arguments.label(given),
                new Report(
                        telling,
                        Arguments.text(given, "excerpt")
                                .map(word -> ExcerptChoice.named("excerpt", word)),
                        Arguments.choice(given, "questions", Asked.class)
                                .filter(Asked.PERSON::equals)
                                .isPresent()),
                limits(given),
                new Surroundings(
                        Arguments.text(given, "cwd", TextBound.PATH),
                        Arguments.flag(given, "interactive")
                                ? Optional.of(WindowSize.DEFAULT)
                                : Optional.empty(),
                        Arguments.variables(given, "env")),
                queueing(given, jobs),
                Arguments.aboveZero(given, "wait_seconds"));
    }

    private static Queueing queueing(Map<String, Object> given, JobFinder jobs) {
        return new Queueing(
                Arguments.text(given, "group")
                        .map(name -> Queueing.name("group", name))
                        .orElse(Queueing.DEFAULT_GROUP),
                0,
                Arguments.jobs(given, "after", jobs).stream()
                        .map(job -> new Dependency(job, true))
                        .toList(),
                Arguments.aboveZero(given, "delay_seconds").map(Instant.now()::plus),
                Optional.empty(),
                retry(given));
    }

    private static Optional<Retry> retry(Map<String, Object> given) {
        Optional<Integer> times = Arguments.count(given, "retry");
        times.filter(n -> n > Retry.MOST)
                .ifPresent(n -> {
                    throw new IllegalArgumentException(
                            "retry is %d; expected 1 to %d".formatted(n, Retry.MOST));
                });
        return times.map(n -> new Retry(n, Duration.ZERO));
    }

    private static JobLimits limits(Map<String, Object> given) {
        LifeSpan lifeSpan =
                Arguments.text(given, "life_span")
                        .map(word -> LifeSpan.named("life_span", word))
                        .orElse(LifeSpan.OUTLIVE);
        return new JobLimits(
                lifeSpan,
                Arguments.aboveZero(given, "timeout_seconds"),
                Arguments.aboveZero(given, "silence_timeout_seconds"),
                bounds(given));
    }

    private static Bounds bounds(Map<String, Object> given) {
        return new Bounds(
                Arguments.word(given, "memory")
                        .map(size -> BoundWords.memory("memory", size))
                        .orElseGet(OptionalLong::empty),
                Arguments.word(given, "cpus")
                        .map(number -> BoundWords.cpus("cpus", number))
                        .orElseGet(OptionalDouble::empty),
                Arguments.word(given, "nice").stream()
                        .mapToInt(
                                value -> BoundWords.nice("nice", value.replaceFirst("\\.0*$", "")))
                        .findFirst());
    }
}
